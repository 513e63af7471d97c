//! IPC Toolkit, through a script of ours for its Python package.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SCRIPT: &str = include_str!("../../ipctk/step.py");

const MISSING: &str = "\
IPC Toolkit is left out: Python does not find it. It needs the packages ipctk (1.6.1 is what the figures
are of) and numpy:
    python3 -m venv ipctk && ipctk/bin/pip install ipctk==1.6.1 numpy
Then run this again with --python ipctk/bin/python. What Python said:";

/// The script and the Python that runs it.
pub struct Ipctk {
    pub python: PathBuf,
    pub script: PathBuf,
}

/// Broad phases by their names in the package, the fastest on most steps first.
pub const BROAD_PHASES: [&str; 5] =
    ["LBVH", "SweepAndPrune", "HashGrid", "SpatialHash", "BruteForce"];

/// Brute force compares at most so many edges, which takes it seconds.
pub const BRUTE_FORCE_EDGES: usize = 20_000;

impl Ipctk {
    /// Writes the script to the folder, if this Python can run it.
    pub fn find(python: &Path, folder: &Path) -> Result<Ipctk, String> {
        let probe = "import ipctk, numpy; print(ipctk.__version__)";
        let output = Command::new(python).args(["-c", probe]).output();
        let missing = |said: &str| format!("{MISSING}\n    {said}");
        let output = output.map_err(|error| missing(&format!("{}: {error}", python.display())))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(missing(said.lines().last().unwrap_or_default()));
        }
        let script = folder.join("step.py");
        fs::write(&script, SCRIPT).map_err(|error| format!("{}: {error}", script.display()))?;
        Ok(Ipctk { python: python.to_owned(), script })
    }
}
