//! The machine, as far as times depend on it.

use std::fs;

/// `2 cores`, and a warning where others are at work on them.
pub fn describe() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cores_text = crate::text::counted(cores, "core");
    match load() {
        Some(load) if load > BUSY => {
            format!(
                "{cores_text}, busy with other work (load {load:.1}): times and ratios are unreliable"
            )
        }
        _ => cores_text,
    }
}

/// An idle machine's load stays below this.
const BUSY: f64 = 0.5;

/// Mean number of running processes over the last minute, where the system tells.
fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}
