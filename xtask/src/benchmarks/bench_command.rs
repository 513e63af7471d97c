//! Calls of `jostle bench`.

use super::bench_csv::BenchTable;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The column of the times that tables show: the least of the runs, which other work on the machine
/// disturbs least.
pub const TIME: &str = "host_ms_min";

/// How many runs and frames are measured, and of which sizes.
#[derive(Clone, Copy)]
pub struct Effort {
    pub runs: usize,
    pub frames: usize,
    /// Small scenes only.
    pub quick: bool,
}

pub struct Bench {
    root: PathBuf,
    pub effort: Effort,
    /// Machine and commit, in a sentence.
    pub machine: String,
}

/// The tables that a call wrote.
pub struct Run {
    pub command: String,
    pub tables: Vec<BenchTable>,
}

impl Bench {
    pub fn new(root: PathBuf, effort: Effort) -> Result<Bench, String> {
        let mut bench = Bench { root, effort, machine: String::new() };
        bench.machine = bench.describe();
        let output = bench.cargo(&["build", "--release", "--quiet", "-p", "jostle-cli"]).status();
        match output {
            Ok(status) if status.success() => Ok(bench),
            Ok(_) => Err("the command line cannot be built".to_owned()),
            Err(error) => Err(format!("cargo cannot be run: {error}")),
        }
    }

    fn cargo(&self, args: &[&str]) -> Command {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(args).current_dir(&self.root);
        command
    }

    /// As many elements as the paper has, or a few in a hurry.
    pub fn elements(&self, elements: usize) -> usize {
        if self.effort.quick { (elements / 50).max(1_000) } else { elements }
    }

    /// A resolution, or a low one in a hurry.
    pub fn resolution(&self, resolution: usize) -> usize {
        if self.effort.quick { resolution.min(1) } else { resolution }
    }

    /// Resolutions from 1, as the option takes them.
    pub fn resolutions(&self) -> Vec<usize> {
        if self.effort.quick { vec![0, 1] } else { vec![1, 2, 3, 4] }
    }

    /// Runs and frames, as options of the command.
    pub fn effort(&self) -> String {
        format!("-n {} --frames {}", self.effort.runs, self.effort.frames)
    }

    /// Runs `jostle bench` with these options, and reads what it writes.
    pub fn run(&self, options: &str) -> Result<Run, String> {
        let command = format!("jostle bench {options}");
        eprintln!("{command}");
        let folder = std::env::temp_dir().join(format!("jostle-benchmarks-{}", std::process::id()));
        let with_folder = |error| format!("'{}': {error}", folder.display());
        let _ = fs::remove_dir_all(&folder);
        let start = ["run", "--release", "--quiet", "-p", "jostle-cli", "--", "bench"];
        let output = self
            .cargo(&start)
            .args(options.split_whitespace())
            .arg("-d")
            .arg(&folder)
            .output()
            .map_err(|error| format!("cargo cannot be run: {error}"))?;
        if !output.status.success() {
            return Err(format!("'{command}': {}", String::from_utf8_lossy(&output.stderr)));
        }
        let mut tables = Vec::new();
        for file in fs::read_dir(&folder).map_err(with_folder)? {
            let text =
                fs::read_to_string(file.map_err(with_folder)?.path()).map_err(with_folder)?;
            tables.push(BenchTable::parse(&text));
        }
        fs::remove_dir_all(&folder).map_err(with_folder)?;
        Ok(Run { command, tables })
    }

    fn describe(&self) -> String {
        let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model =
            cpu.lines().find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let git = |args: &[&str]| {
            let output = Command::new("git").args(args).current_dir(&self.root).output().ok()?;
            Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
        };
        let commit = git(&["rev-parse", "--short", "HEAD"]).unwrap_or_default();
        let changed = git(&["status", "--porcelain", "--", "crates", "Cargo.lock"]);
        let changed =
            if changed.is_some_and(|files| !files.is_empty()) { " with changes" } else { "" };
        format!(
            "Ours: {cores} cores of an {}, commit {commit}{changed}.",
            model.unwrap_or("unknown processor").replace("(R)", "")
        )
    }
}

impl Run {
    /// The measurement whose header has these values.
    pub fn find(&self, values: &[(&str, &str)]) -> Result<&BenchTable, String> {
        let fits =
            |table: &&BenchTable| values.iter().all(|(key, value)| table.header(key) == *value);
        self.tables
            .iter()
            .find(fits)
            .ok_or_else(|| format!("'{}' wrote no file with {values:?}", self.command))
    }
}
