//! Signs of progress, on a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A bar on a terminal, nothing in a pipe.
pub fn progress(verb: &str, total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total); // Draws to standard error, and only if that is a terminal.
    let style = ProgressStyle::with_template("{prefix} {wide_msg} {pos}/{len} [{elapsed}]");
    bar.set_style(style.expect("a template of known keys"));
    bar.set_prefix(verb.to_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A line that shows that work goes on, on a terminal.
pub fn spinner(message: String) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{spinner} {wide_msg} [{elapsed}]");
    bar.set_style(style.expect("a template of known keys"));
    bar.set_message(message);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
