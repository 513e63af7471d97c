//! Fuzzing of the mesh file readers: damaged files, made from valid ones by a seed, and checks of what
//! `jostle-io` promises about them.

use crate::{CountingAllocator, SplitMix64, mesh_files};
use jostle_io::{Error, MeshFile, read, read_bytes};
use std::ops::Range;
use std::panic;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The promise: no buffer beyond this many times the file, and a little on top.
const MOST_EXPANSION: usize = 100;
const SMALL: usize = 64 * 1024;

/// The files are a few kilobytes; a reader that takes this long on one of them hangs.
const PATIENCE: Duration = Duration::from_secs(10);

/// Counts of a run, its extremes, and the promises that were not kept.
#[derive(Debug, Default)]
pub struct FuzzReport {
    /// Files given to the readers.
    pub files: usize,
    /// Files read as a mesh.
    pub read: usize,
    /// Files refused with an error.
    pub refused: usize,
    /// The largest single buffer, beyond 64 KiB, over the size of its file.
    pub largest_expansion: f64,
    /// The most bytes held at once, beyond 64 KiB, over the size of the file.
    pub peak_expansion: f64,
    /// The longest time for one file.
    pub slowest: Duration,
    /// Broken promises, with the number of the file that reproduces them.
    pub broken: Vec<String>,
}

/// Gives damaged files to the readers; the same seed makes the same files.
///
/// The allocator must be the process's global one, and nothing else may run in the process, as memory is
/// counted for all of it.
///
/// # Panics
///
/// If a valid file is refused.
pub fn fuzz(
    allocator: &CountingAllocator,
    seed: u64,
    files: usize,
    mut progress: impl FnMut(usize),
) -> FuzzReport {
    let valid = mesh_files::all();
    for (name, bytes) in &valid {
        if let Err(error) = read_bytes(name, bytes) {
            panic!("the valid file '{name}' is refused: {error}");
        }
    }
    watch_for_hangs(seed);
    panic::set_hook(Box::new(|_| {}));
    let mut report = FuzzReport::default();
    for number in 0..files {
        progress(number);
        let (name, bytes) = damaged_file(seed, number as u64, &valid);
        report.check_file(allocator, number, &name, &bytes);
    }
    let _ = panic::take_hook();
    report
}

/// When the current file was begun, in milliseconds since the first call of [`now`], and its number.
static STARTED: AtomicU64 = AtomicU64::new(0);
static CURRENT: AtomicU64 = AtomicU64::new(0);

fn now() -> u64 {
    static FIRST: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed().as_millis() as u64 + 1
}

/// Ends the process when a file takes too long: a reader that hangs cannot be stopped otherwise.
pub fn watch_for_hangs(seed: u64) {
    now();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(PATIENCE / 10);
            let started = STARTED.load(Relaxed);
            if started > 0 && now() - started > PATIENCE.as_millis() as u64 {
                let number = CURRENT.load(Relaxed);
                eprintln!("file {number} of seed {seed} hangs its reader");
                std::process::exit(2);
            }
        }
    });
}

impl FuzzReport {
    /// Reads one file, and records every promise that is not kept.
    pub fn check_file(
        &mut self,
        allocator: &CountingAllocator,
        number: usize,
        name: &str,
        bytes: &[u8],
    ) {
        self.files += 1;
        CURRENT.store(number as u64, Relaxed);
        STARTED.store(now(), Relaxed);
        let before = allocator.reset_peak();
        let start = Instant::now();
        let result = panic::catch_unwind(|| read_bytes(name, bytes));
        self.slowest = self.slowest.max(start.elapsed());
        STARTED.store(0, Relaxed);
        let (largest, peak) = (allocator.largest(), allocator.peak() - before);
        let expansion = |size: usize| size.saturating_sub(SMALL) as f64 / bytes.len().max(1) as f64;
        self.largest_expansion = self.largest_expansion.max(expansion(largest));
        self.peak_expansion = self.peak_expansion.max(expansion(peak));
        let from_disk = if bytes.starts_with(b"ply") { read_from_disk(name, bytes) } else { None };
        let mut broken = |what: String| self.broken.push(format!("file {number} '{name}': {what}"));
        if largest > MOST_EXPANSION * bytes.len() + SMALL {
            broken(format!("{largest} bytes at once for a file of {}", bytes.len()));
        }
        if let Some(from_disk) = from_disk {
            let agree = match (&from_disk, &result) {
                (Ok(Ok(from_disk)), Ok(Ok(from_memory))) => from_disk == from_memory,
                (Ok(Err(_)), Ok(Err(_))) => true,
                _ => false,
            };
            if !agree {
                broken("from the disk, it is read otherwise than from memory".into());
            }
        }
        match result {
            Err(_) => broken("the reader panics".into()),
            Ok(Ok(file)) => {
                self.read += 1;
                if let Err(error) = file.mesh.check() {
                    broken(format!("an unusable mesh: {error}"));
                }
                if let Some(problem) = problem_of_parts(&file) {
                    broken(problem);
                }
                let sources = file.report.sources.len();
                if sources != 0 && sources != file.mesh.element_count() {
                    broken(format!("{sources} sources for {} elements", file.mesh.element_count()));
                }
            }
            Ok(Err(error)) => {
                self.refused += 1;
                let message = error.to_string();
                let places = ["line ", "byte ", "element ", "vertex ", "triangle ", "tetrahedron "];
                let has_place = places.iter().any(|place| message.contains(place));
                if !message.contains(name) || !has_place || !message.contains("; ") {
                    broken(format!("no file, place or remedy in: {message}"));
                }
            }
        }
    }
}

/// Parts must cover the mesh and have names that can be shown and told apart.
fn problem_of_parts(file: &MeshFile) -> Option<String> {
    let mut ranges: Vec<_> = file.parts.iter().flat_map(|part| part.elements.clone()).collect();
    ranges.sort_by_key(|range| range.start);
    let end = ranges
        .iter()
        .try_fold(0, |end, range| (range.start == end && range.end > end).then_some(range.end));
    if end != Some(file.mesh.element_count() as u32) {
        return Some(format!("the parts do not cover the mesh once: {:?}", file.parts));
    }
    let mut names: Vec<_> = file.parts.iter().map(|part| part.name.clone()).collect();
    names.sort();
    names.dedup();
    let shown = |name: &String| !name.is_empty() && !name.contains(char::is_control);
    if names.len() != file.parts.len() || !names.iter().flatten().all(shown) {
        return Some(format!("parts with bad names: {names:?}"));
    }
    let parts = file.clone().into_parts();
    let components = file.clone().into_components();
    for (cut, least) in [(&parts, file.parts.len()), (&components, file.parts.len())] {
        let elements: usize = cut.iter().map(|part| part.sources.len()).sum();
        let sound = cut.iter().all(|part| {
            part.mesh.check().is_ok() && part.mesh.element_count() == part.sources.len()
        });
        if !sound || elements != file.mesh.element_count() || cut.len() < least {
            return Some("the mesh is cut into other elements than it has".into());
        }
    }
    None
}

/// PLY files on disk are read by another function than those in memory.
fn read_from_disk(
    name: &str,
    bytes: &[u8],
) -> Option<std::thread::Result<Result<MeshFile, Error>>> {
    let folder = std::env::temp_dir().join(format!("jostle-io-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let path = folder.join(name);
    std::fs::write(&path, bytes).ok()?;
    let result = panic::catch_unwind(|| read(&path));
    std::fs::remove_dir_all(&folder).ok()?;
    Some(result)
}

/// Damaged file `number` of a seed.
pub fn damaged_file(seed: u64, number: u64, valid: &[(String, Vec<u8>)]) -> (String, Vec<u8>) {
    let random = &mut SplitMix64::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
    let (name, bytes) = &valid[index(random, valid.len())];
    let mut bytes = bytes.clone();
    for _ in 0..1 + random.below(4) {
        damage(&mut bytes, valid, random);
    }
    // Now and then the name promises another format.
    let name = if random.below(16) == 0 { &valid[index(random, valid.len())].0 } else { name };
    (name.clone(), bytes)
}

fn damage(bytes: &mut Vec<u8>, valid: &[(String, Vec<u8>)], random: &mut SplitMix64) {
    if bytes.is_empty() {
        bytes.push(random.next_u64() as u8);
    }
    match random.below(12) {
        0 => {
            for _ in 0..1 + random.below(8) {
                let at = index(random, bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
        }
        1 => bytes.truncate(index(random, bytes.len())),
        2 => {
            let other = &valid[index(random, valid.len())].1;
            let part = range(random, other.len());
            let at = index(random, bytes.len());
            bytes.splice(at..at, other[part].iter().copied());
        }
        3 | 4 => replace_number(bytes, random),
        5 => {
            let line = line(bytes, random);
            let copy = bytes[line.clone()].to_vec();
            bytes.splice(line.start..line.start, copy);
        }
        6 => {
            let line = line(bytes, random);
            bytes.drain(line);
        }
        7 => {
            // The header.
            let at = index(random, bytes.len().min(300));
            bytes[at] = random.pick(b"0123456789 \n-.<>/\"{}[]$");
        }
        8 => {
            let part = range(random, bytes.len());
            bytes.drain(part);
        }
        9 => {
            let extremes =
                [0u32, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x7ff8_0000, 0x0000_ffff];
            let value = random.pick(&extremes);
            let at = index(random, bytes.len());
            let value =
                if random.below(2) == 0 { value.to_le_bytes() } else { value.to_be_bytes() };
            bytes[at..].iter_mut().zip(value).for_each(|(byte, new)| *byte = new);
        }
        10 => {
            // The beginning of something that is no mesh.
            let other = random.pick(&OTHER_CONTENT);
            let at = if random.below(2) == 0 { 0 } else { index(random, bytes.len()) };
            bytes.splice(at..at, other.iter().copied());
        }
        _ => {
            let part = range(random, bytes.len());
            let copy = bytes[part.clone()].to_vec();
            bytes.splice(part.start..part.start, copy);
        }
    }
}

const OTHER_CONTENT: [&[u8]; 10] = [
    b"<!DOCTYPE html>\n<html>",
    b"version https://git-lfs.github.com/spec/v1\n",
    b"\x1f\x8b\x08",
    b"PK\x03\x04",
    b"(0 \"comment\")\n",
    b"\xff\xfe",
    b"hello world\n",
    b"{\"message\":1}",
    b"solid ",
    b"\no \xff\x1b\n",
];

fn replace_number(bytes: &mut Vec<u8>, random: &mut SplitMix64) {
    const NUMBERS: [&str; 14] = [
        "0",
        "-1",
        "1",
        "99999999999",
        "4294967295",
        "2147483648",
        "18446744073709551615",
        "-9e999",
        "nan",
        "inf",
        "1e308",
        "1e-320",
        "3.5",
        "9223372036854775807",
    ];
    let start = index(random, bytes.len());
    let digit = |byte: &u8| byte.is_ascii_digit();
    let Some(from) = bytes[start..].iter().position(digit).map(|at| start + at) else { return };
    let length = bytes[from..].iter().take_while(|byte| digit(byte)).count();
    bytes.splice(from..from + length, random.pick(&NUMBERS).bytes());
}

fn line(bytes: &[u8], random: &mut SplitMix64) -> Range<usize> {
    let at = index(random, bytes.len());
    let start = bytes[..at].iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let end = bytes[at..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |end| at + end + 1);
    start.min(end)..end
}

/// A random index of a list of this length; zero if it is empty.
fn index(random: &mut SplitMix64, length: usize) -> usize {
    random.below(length as u64) as usize
}

/// A random part of a list of this length.
fn range(random: &mut SplitMix64, length: usize) -> Range<usize> {
    let (a, b) = (index(random, length), index(random, length));
    a.min(b)..a.max(b)
}
