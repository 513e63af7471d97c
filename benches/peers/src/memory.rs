//! Peak memory of this process, where the system tells; `getrusage` will not do, because it keeps
//! the peak of the parent process.

use std::fs;

/// Forgets the peak so far, such as that of reading the workload.
pub fn reset_peak() {
    // Where this is refused the peak is still an upper bound.
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// The most bytes that were resident at once, without what is mapped from files: programs and libraries, which are
/// as large for any input. There is hardly more of that now than there was then.
pub fn peak() -> Option<u64> {
    Some(status("VmHWM:")?.saturating_sub(status("RssFile:")?))
}

/// The bytes that are resident now, without what is mapped from files.
pub fn resident() -> Option<u64> {
    status("RssAnon:")
}

fn status(name: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
