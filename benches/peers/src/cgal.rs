//! CGAL, through a program of ours that is compiled when it is first needed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The sources, carried along so that the harness runs from anywhere.
const SOURCES: [(&str, &str); 8] = [
    ("answer.hpp", include_str!("../cgal/answer.hpp")),
    ("boxes.hpp", include_str!("../cgal/boxes.hpp")),
    ("main.cpp", include_str!("../cgal/main.cpp")),
    ("memory.hpp", include_str!("../cgal/memory.hpp")),
    ("pair_test.hpp", include_str!("../cgal/pair_test.hpp")),
    ("scene.hpp", include_str!("../cgal/scene.hpp")),
    ("self_intersections.hpp", include_str!("../cgal/self_intersections.hpp")),
    ("trees.hpp", include_str!("../cgal/trees.hpp")),
];

const MISSING: &str = "\
CGAL is left out: its program does not compile. It needs g++ and the headers of CGAL, and for more
than one thread those of TBB. On Debian and Ubuntu:
    sudo apt-get install g++ libcgal-dev libtbb-dev
Then run this again. What the compiler said:";

/// The compiled program.
pub struct Cgal {
    pub program: PathBuf,
    /// Whether it was compiled with TBB, without which CGAL has one thread only.
    pub threads: bool,
}

impl Cgal {
    /// Compiles the program into the folder, for this very processor or for any.
    ///
    /// CGAL's interval arithmetic changes the rounding mode, hence `-frounding-math`, which its own
    /// build files add too.
    pub fn compile(folder: &Path, native: bool) -> Result<Cgal, String> {
        let write = |(name, text): (&str, &str)| fs::write(folder.join(name), text);
        SOURCES.into_iter().try_for_each(write).map_err(|error| error.to_string())?;
        let program = folder.join(if native { "cgal-native" } else { "cgal" });
        let compile = |threads: bool| {
            let mut compiler = Command::new("g++");
            compiler.args(["-std=c++17", "-O3", "-DNDEBUG", "-frounding-math", "-pthread"]);
            compiler.args(native.then_some("-march=native"));
            compiler.args(threads.then_some("-DCGAL_LINKED_WITH_TBB"));
            compiler.arg(folder.join("main.cpp")).arg("-o").arg(&program);
            compiler.args(threads.then_some("-ltbb")).args(["-lmpfr", "-lgmp"]);
            match compiler.output() {
                Ok(output) if output.status.success() => Ok(()),
                Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
                Err(error) => Err(format!("g++: {error}")),
            }
        };
        for threads in [true, false] {
            match compile(threads) {
                Ok(()) => return Ok(Cgal { program, threads }),
                Err(_) if threads => (),
                Err(said) => {
                    let said: Vec<&str> = said.lines().take(5).collect();
                    return Err(format!("{MISSING}\n    {}", said.join("\n    ")));
                }
            }
        }
        unreachable!("the second attempt returns")
    }
}
