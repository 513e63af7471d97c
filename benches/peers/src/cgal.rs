//! CGAL, through a program of ours that is compiled when it is first needed.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
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
    /// The program in the folder, compiled for this very processor or for any unless it is there
    /// already from the same sources.
    pub fn compile(folder: &Path, native: bool) -> Result<Cgal, String> {
        compile(folder, native, true).or_else(|_| compile(folder, native, false)).map_err(
            |output| {
                let output: Vec<&str> = output.lines().take(5).collect();
                format!("{MISSING}\n    {}", output.join("\n    "))
            },
        )
    }
}

fn compile(folder: &Path, native: bool, threads: bool) -> Result<Cgal, String> {
    let program = folder.join(format!("cgal-{:016x}", fingerprint(native, threads)));
    if program.exists() {
        return Ok(Cgal { program, threads });
    }
    let write = |(name, text): (&str, &str)| fs::write(folder.join(name), text);
    fs::create_dir_all(folder)
        .and_then(|()| SOURCES.into_iter().try_for_each(write))
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut compiler = Command::new("g++");
    // CGAL's interval arithmetic changes the rounding mode; its own build files say so too.
    compiler.args(["-std=c++17", "-O3", "-DNDEBUG", "-frounding-math", "-pthread"]);
    compiler.args(native.then_some("-march=native"));
    compiler.args(threads.then_some("-DCGAL_LINKED_WITH_TBB"));
    compiler.arg(folder.join("main.cpp")).arg("-o").arg(&program);
    compiler.args(threads.then_some("-ltbb")).args(["-lmpfr", "-lgmp"]);
    match compiler.output() {
        Ok(output) if output.status.success() => Ok(Cgal { program, threads }),
        Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(error) => Err(format!("g++: {error}")),
    }
}

/// Differs where the program would.
fn fingerprint(native: bool, threads: bool) -> u64 {
    let mut hasher = DefaultHasher::new();
    (SOURCES, native, threads).hash(&mut hasher);
    hasher.finish()
}
