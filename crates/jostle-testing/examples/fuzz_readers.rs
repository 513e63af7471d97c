//! Reads damaged files of all formats and checks that the readers keep what they promise.
//!
//! `cargo run --release -p jostle-testing --features mesh-files --example fuzz_readers -- --files 200000 --seed 1`
//!
//! `--save N FOLDER` writes damaged file N instead of reading any, to look into a finding.

use jostle_testing::{CountingAllocator, mesh_files, reader_fuzzing};
use std::io::IsTerminal;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut files, mut seed, mut save) = (200_000, 1, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("'{argument}' needs a value"));
        match argument.as_str() {
            "--files" => files = value()?.parse()?,
            "--seed" => seed = value()?.parse()?,
            "--save" => save = Some((value()?.parse()?, value()?)),
            other => return Err(format!("'{other}' is none of --files, --seed, --save").into()),
        }
    }
    if let Some((number, folder)) = save {
        let (name, bytes) = reader_fuzzing::damaged_file(seed, number, &mesh_files::all());
        let path = std::path::Path::new(&folder).join(name);
        std::fs::write(&path, bytes)?;
        println!("{}", path.display());
        return Ok(());
    }
    let terminal = std::io::stderr().is_terminal();
    let report = reader_fuzzing::fuzz(&ALLOCATOR, seed, files, |number| {
        if terminal && number % 10_000 == 0 {
            eprint!("\r{number} of {files} files");
        }
    });
    println!(
        "seed {seed}: {} files, {} read, {} refused, {} promises broken",
        report.files,
        report.read,
        report.refused,
        report.broken.len()
    );
    println!(
        "largest buffer {:.1} times the file, most held at once {:.1} times (both beyond 64 KiB), \
         slowest file {:.1} ms",
        report.largest_expansion,
        report.peak_expansion,
        report.slowest.as_secs_f64() * 1e3
    );
    for broken in report.broken.iter().take(20) {
        println!("{broken}");
    }
    if report.broken.is_empty() { Ok(()) } else { Err("promises are broken".into()) }
}
