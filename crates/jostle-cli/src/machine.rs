//! What measurements were made on.

use std::fs;
use std::process::Command;

/// The processor, its cores and the operating system, as far as they can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    pub processor: String,
    /// Threads that run at once.
    pub cores: usize,
    pub system: String,
}

impl Machine {
    /// The one that this runs on.
    pub fn current() -> Machine {
        let architecture = std::env::consts::ARCH;
        Machine {
            processor: processor().unwrap_or_else(|| format!("unknown processor, {architecture}")),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: system().unwrap_or_else(|| std::env::consts::OS.to_owned()),
        }
    }
}

fn processor() -> Option<String> {
    match std::env::consts::OS {
        "macos" => output("sysctl", &["-n", "machdep.cpu.brand_string"]),
        "windows" => std::env::var("PROCESSOR_IDENTIFIER").ok(),
        _ => processor_name(&fs::read_to_string("/proc/cpuinfo").ok()?),
    }
}

fn system() -> Option<String> {
    match std::env::consts::OS {
        "macos" => Some(format!("macOS {}", output("sw_vers", &["-productVersion"])?)),
        "windows" => Some("Windows".to_owned()),
        _ => {
            let name = system_name(&fs::read_to_string("/etc/os-release").ok()?)?;
            let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
            Some(format!("{name}, {} {}", std::env::consts::OS, kernel.trim()).trim().to_owned())
        }
    }
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// The name in `/proc/cpuinfo`; not all architectures have one.
fn processor_name(cpuinfo: &str) -> Option<String> {
    let value = |key: &str| {
        let mut lines = cpuinfo.lines().filter_map(|line| line.split_once(':'));
        let (_, value) = lines.find(|(name, _)| name.trim() == key)?;
        Some(value.split_whitespace().collect::<Vec<_>>().join(" ")).filter(|v| !v.is_empty())
    };
    ["model name", "Model", "Hardware", "cpu model"].into_iter().find_map(value)
}

/// The name in `/etc/os-release`.
fn system_name(release: &str) -> Option<String> {
    let value = |key: &str| {
        let value = release.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='))?;
        Some(value.trim_matches(['"', '\'']).to_owned())
    };
    value("PRETTY_NAME").or_else(|| value("NAME"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found() {
        let cpuinfo =
            "processor\t: 0\nmodel\t\t: 143\nmodel name\t: Fast  Chip @ 2.00GHz\nflags\t: a b\n";
        assert_eq!(processor_name(cpuinfo).unwrap(), "Fast Chip @ 2.00GHz");
        assert_eq!(
            processor_name("processor : 0\nModel : Small Board 4\n").unwrap(),
            "Small Board 4"
        );
        assert_eq!(processor_name("processor : 0\n"), None);
        let release = "NAME=\"Some Linux\"\nID=some\nPRETTY_NAME=\"Some Linux 12 (calm)\"\n";
        assert_eq!(system_name(release).unwrap(), "Some Linux 12 (calm)");
        assert_eq!(system_name("NAME=Other\n").unwrap(), "Other");
    }

    #[test]
    fn this_machine_has_a_description() {
        let machine = Machine::current();
        assert!(!machine.processor.is_empty() && !machine.system.is_empty() && machine.cores > 0);
    }
}
