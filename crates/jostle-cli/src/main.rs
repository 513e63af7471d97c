//! The program `jostle`; see the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(jostle_cli::run(std::env::args_os()))
}
