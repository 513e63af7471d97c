//! Damaged files, made from sound ones by a seed, and what is asked of the readers when they meet them.
#![allow(dead_code)]

use super::corpus;
use jostle_io::{Error, MeshFile, read, read_bytes};
use std::alloc::{GlobalAlloc, Layout, System};
use std::panic;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The promise: no buffer beyond this many times the file, and a little on top.
const MOST_EXPANSION: usize = 100;
const SMALL: usize = 64 * 1024;

/// The files are a few kilobytes; a reader that takes this long on one of them hangs.
const PATIENCE: Duration = Duration::from_secs(10);

static LARGEST: AtomicUsize = AtomicUsize::new(0);
static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, with a record of the largest request and of all that is held.
pub struct Counting;

impl Counting {
    fn taken(size: usize) {
        LARGEST.fetch_max(size, Relaxed);
        PEAK.fetch_max(LIVE.fetch_add(size, Relaxed) + size, Relaxed);
    }
}

// SAFETY: every call is handed to the system's allocator unchanged; counting does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Counting::taken(layout.size());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Counting::taken(layout.size());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        LIVE.fetch_sub(layout.size(), Relaxed);
        Counting::taken(size);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// What a run found.
#[derive(Debug, Default)]
pub struct Outcome {
    pub files: usize,
    pub read: usize,
    pub refused: usize,
    /// The largest single buffer and the most held at once, as multiples of the file, less the constant.
    pub largest_expansion: f64,
    pub peak_expansion: f64,
    pub slowest: Duration,
    /// Broken promises, with the number of the file that reproduces them.
    pub broken: Vec<String>,
}

/// Reads `files` damaged files; the same seed makes the same files.
pub fn run(seed: u64, files: usize, mut progress: impl FnMut(usize)) -> Outcome {
    let sound = corpus::files();
    for (name, bytes) in &sound {
        if let Err(error) = read_bytes(name, bytes) {
            panic!("the sound file '{name}' is refused: {error}");
        }
    }
    watch(seed);
    panic::set_hook(Box::new(|_| {}));
    let mut outcome = Outcome { files, ..Outcome::default() };
    for number in 0..files {
        progress(number);
        let (name, bytes) = damaged(seed, number as u64, &sound);
        examine(number, &name, &bytes, &mut outcome);
    }
    STARTED.store(0, Relaxed);
    let _ = panic::take_hook();
    outcome
}

/// Milliseconds since the first call at which the current file was begun, and its number.
static STARTED: AtomicU64 = AtomicU64::new(0);
static CURRENT: AtomicU64 = AtomicU64::new(0);

fn now() -> u64 {
    static FIRST: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed().as_millis() as u64 + 1
}

/// Ends the process when a file takes too long: a reader that hangs cannot be stopped otherwise.
pub fn watch(seed: u64) {
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

/// Reads one file and notes every promise that is not kept.
pub fn examine(number: usize, name: &str, bytes: &[u8], outcome: &mut Outcome) {
    CURRENT.store(number as u64, Relaxed);
    STARTED.store(now(), Relaxed);
    LARGEST.store(0, Relaxed);
    let before = LIVE.load(Relaxed);
    PEAK.store(before, Relaxed);
    let start = Instant::now();
    let result = panic::catch_unwind(|| read_bytes(name, bytes));
    outcome.slowest = outcome.slowest.max(start.elapsed());
    let (largest, peak) = (LARGEST.load(Relaxed), PEAK.load(Relaxed) - before);
    let expansion = |size: usize| size.saturating_sub(SMALL) as f64 / bytes.len().max(1) as f64;
    outcome.largest_expansion = outcome.largest_expansion.max(expansion(largest));
    outcome.peak_expansion = outcome.peak_expansion.max(expansion(peak));
    let streamed = if bytes.starts_with(b"ply") { streamed(name, bytes) } else { None };
    let mut broken = |what: String| outcome.broken.push(format!("file {number} '{name}': {what}"));
    if largest > MOST_EXPANSION * bytes.len() + SMALL {
        broken(format!("{largest} bytes at once for a file of {}", bytes.len()));
    }
    if let Some(streamed) = streamed {
        let agree = match (&streamed, &result) {
            (Ok(Ok(streamed)), Ok(Ok(whole))) => streamed == whole,
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
            outcome.read += 1;
            if let Err(error) = file.mesh.check() {
                broken(format!("an unusable mesh: {error}"));
            }
            let sources = file.report.sources.len();
            if sources != 0 && sources != file.mesh.element_count() {
                broken(format!("{sources} sources for {} elements", file.mesh.element_count()));
            }
        }
        Ok(Err(error)) => {
            outcome.refused += 1;
            let message = error.to_string();
            let places = ["line ", "byte ", "element ", "vertex ", "triangle ", "tetrahedron "];
            let placed = places.iter().any(|place| message.contains(place));
            if !message.contains(name) || !placed || !message.contains("; ") {
                broken(format!("no file, place or remedy in: {message}"));
            }
        }
    }
}

/// PLY files take another road when they come from the disk.
fn streamed(name: &str, bytes: &[u8]) -> Option<std::thread::Result<Result<MeshFile, Error>>> {
    let folder = std::env::temp_dir().join(format!("jostle-io-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let path = folder.join(name);
    std::fs::write(&path, bytes).ok()?;
    let result = panic::catch_unwind(|| read(&path));
    std::fs::remove_dir_all(&folder).ok()?;
    Some(result)
}

/// Damaged file `number` of a seed.
pub fn damaged(seed: u64, number: u64, sound: &[(String, Vec<u8>)]) -> (String, Vec<u8>) {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
    let (name, bytes) = &sound[random.below(sound.len())];
    let mut bytes = bytes.clone();
    for _ in 0..1 + random.below(4) {
        damage(&mut bytes, sound, &mut random);
    }
    // Now and then the name promises another format.
    let name = if random.below(16) == 0 { &sound[random.below(sound.len())].0 } else { name };
    (name.clone(), bytes)
}

fn damage(bytes: &mut Vec<u8>, sound: &[(String, Vec<u8>)], random: &mut Random) {
    if bytes.is_empty() {
        bytes.push(random.next() as u8);
    }
    match random.below(11) {
        0 => {
            for _ in 0..1 + random.below(8) {
                let at = random.below(bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
        }
        1 => bytes.truncate(random.below(bytes.len())),
        2 => {
            let other = &sound[random.below(sound.len())].1;
            let part = random.range(other.len());
            let at = random.below(bytes.len());
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
            // The head, where the promises are.
            let at = random.below(bytes.len().min(300));
            bytes[at] = *random.pick(b"0123456789 \n-.<>/\"{}[]$");
        }
        8 => {
            let part = random.range(bytes.len());
            bytes.drain(part);
        }
        9 => {
            let extremes =
                [0u32, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x7ff8_0000, 0x0000_ffff];
            let value = *random.pick(&extremes);
            let at = random.below(bytes.len());
            let value =
                if random.below(2) == 0 { value.to_le_bytes() } else { value.to_be_bytes() };
            bytes[at..].iter_mut().zip(value).for_each(|(byte, new)| *byte = new);
        }
        _ => {
            let part = random.range(bytes.len());
            let copy = bytes[part.clone()].to_vec();
            bytes.splice(part.start..part.start, copy);
        }
    }
}

fn replace_number(bytes: &mut Vec<u8>, random: &mut Random) {
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
    let start = random.below(bytes.len());
    let digit = |byte: &u8| byte.is_ascii_digit();
    let Some(from) = bytes[start..].iter().position(digit).map(|at| start + at) else { return };
    let length = bytes[from..].iter().take_while(|byte| digit(byte)).count();
    bytes.splice(from..from + length, random.pick(&NUMBERS).bytes());
}

fn line(bytes: &[u8], random: &mut Random) -> std::ops::Range<usize> {
    let at = random.below(bytes.len());
    let start = bytes[..at].iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let end = bytes[at..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |end| at + end + 1);
    start.min(end)..end
}

/// SplitMix64 (Steele, Lea, Flood 2014): small, seeded, the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    pub fn range(&mut self, end: usize) -> std::ops::Range<usize> {
        let (a, b) = (self.below(end), self.below(end));
        a.min(b)..a.max(b)
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
