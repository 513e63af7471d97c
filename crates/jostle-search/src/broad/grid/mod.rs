//! The hierarchical grid, sorted and not chained (after kDet 2017, sec. 4).
//!
//! An element lives on the level whose cell side is the next power of two above its size, in at
//! most eight cells. Levels are searched one after the other. On each, the elements that live there
//! are residents; finer ones are visitors of the cells that residents occupy. Entries, a cell and
//! an element each, are scattered into buckets of neighbouring cells, and each bucket is sorted and
//! searched while it is in the cache: residents meet each other and the visitors. So each pair is
//! met on the level of the larger element only.
//!
//! Two elements can share several cells; the pair belongs to the one that holds the lower corner of
//! the overlap of their boxes. Nothing is listed twice, so nothing needs to be made unique.
//!
//! Memory is eight bytes an entry of the busiest level, counted before it is filled.

mod bucket;
mod cells;
mod levels;
mod occupied_cells;

use super::workers::locked;
use super::{BroadPhase, LatticeBox, Workers, reserve};
use bucket::Bucket;
use cells::Cells;
use jostle_support::parallel;
use levels::Levels;
use occupied_cells::OccupiedCells;
use std::collections::TryReserveError;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The hierarchical grid; keeps its buffers.
#[derive(Debug, Default)]
pub struct Grid {
    solid: bool,
    levels: Levels,
    occupied: OccupiedCells,
    shares: Vec<WorkerEntries>,
    /// The scratch of each worker, locked by this one only.
    buckets: Vec<Mutex<Bucket>>,
    report: Report,
    populating: Duration,
}

/// What the grid looked like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Levels that elements live on.
    pub levels: u64,
    /// Entries of all levels: an element in a cell.
    pub entries: u64,
    /// Cells with a resident.
    pub cells: u64,
    /// Residents of the fullest cell.
    pub fullest: u64,
}

/// One worker's share of the entries of a level, bucket after bucket.
#[derive(Debug, Default)]
struct WorkerEntries {
    /// Where each bucket begins; while the share is filled, where its next entry goes.
    starts: Vec<usize>,
    entries: Vec<u64>,
    /// Scratch: the entries in the order of the elements.
    unsorted: Vec<u64>,
}

impl WorkerEntries {
    fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<usize>()
            + (self.entries.capacity() + self.unsorted.capacity()) * size_of::<u64>()
    }
}

/// Elements a bucket should hold, so that its entries and their boxes stay in the nearest cache.
const ELEMENTS_PER_BUCKET: usize = 256;
const MAX_BUCKET_BITS: u32 = 12;
/// Cells that an element lies in at most.
const MOST_CELLS: usize = 8;

impl BroadPhase for Grid {
    fn search_by(&mut self, boxes: &[LatticeBox], workers: &mut dyn Workers) {
        let start = Instant::now();
        // Surfaces leave most cells empty, so that cells twice as large hold few more elements, and
        // an element lies in fewer of them; solids would fill them eightfold.
        self.levels.update(boxes, !self.solid as u32);
        let levels = self.levels.occupied().len();
        self.report = Report { levels: levels as u64, ..Report::default() };
        self.shares.resize_with(workers.count(), WorkerEntries::default);
        self.buckets.resize_with(workers.count(), Mutex::default);
        for bucket in &self.buckets {
            let mut bucket = locked(bucket);
            (bucket.cells, bucket.fullest) = (0, 0);
        }
        self.populating = start.elapsed();
        for i in 0..levels {
            let level = self.levels.occupied()[i];
            self.search_level(level, i > 0, boxes, workers);
        }
        for bucket in &self.buckets {
            let bucket = locked(bucket);
            self.report.cells += bucket.cells;
            self.report.fullest = self.report.fullest.max(bucket.fullest);
        }
    }

    fn bytes(&self) -> usize {
        let shares: usize = self.shares.iter().map(WorkerEntries::bytes).sum();
        let buckets: usize = self.buckets.iter().map(|bucket| locked(bucket).bytes()).sum();
        shares + buckets + self.occupied.bytes() + self.levels.bytes()
    }

    fn populate_seconds(&self) -> f64 {
        self.populating.as_secs_f64()
    }
}

impl Grid {
    /// Reserves what all searches need of up to so many boxes with so many workers.
    pub(in crate::broad) fn reserve(
        &mut self,
        boxes: usize,
        workers: usize,
    ) -> Result<(), TryReserveError> {
        self.levels.reserve(boxes)?;
        self.occupied.reserve(boxes)?;
        self.shares.resize_with(workers, WorkerEntries::default);
        self.buckets.resize_with(workers, Mutex::default);
        let of_share = MOST_CELLS * boxes.div_ceil(workers);
        for share in &mut self.shares {
            reserve(&mut share.starts, 1 << bucket_bits(boxes))?;
            reserve(&mut share.entries, of_share)?;
            // One element more, because all its cells are written before they are counted.
            reserve(&mut share.unsorted, of_share + MOST_CELLS)?;
        }
        self.buckets.iter().try_for_each(|bucket| locked(bucket).reserve(boxes))
    }

    /// Says whether most elements are solid, as tetrahedra are; it changes the cost only.
    pub fn set_solid(&mut self, solid: bool) {
        self.solid = solid;
    }

    /// What the grid of the last search looked like.
    pub fn report(&self) -> Report {
        self.report
    }

    fn search_level(
        &mut self,
        level: u32,
        has_finer: bool,
        boxes: &[LatticeBox],
        workers: &mut dyn Workers,
    ) {
        let start = Instant::now();
        let cells = Cells::new(level);
        let levels = self.levels.of_elements();
        if has_finer {
            self.occupied.update(boxes, levels, level);
        }
        let emit = EntryEmitter { level, cells, occupied: &self.occupied };
        let bucket_bits = bucket_bits(boxes.len()).min(cells.key_bits());
        let shift = cells.key_bits() + 1 - bucket_bits;
        let chunk = boxes.len().div_ceil(self.shares.len()).max(1);
        parallel::for_each_mut(&mut self.shares, 1, |s, share| {
            let first = (s * chunk).min(boxes.len());
            let own = first..boxes.len().min(first + chunk);
            let own = (&boxes[own.clone()], &levels[own]);
            share.scatter(first, own, 1 << bucket_bits, &emit, |entry| {
                (entry >> (32 + shift)) as usize
            });
        });
        self.populating += start.elapsed();
        self.report.entries += self.shares.iter().map(|s| s.entries.len() as u64).sum::<u64>();
        let (shares, next) = (&self.shares, AtomicUsize::new(0));
        let buckets = &self.buckets;
        workers.run(&|w, pairs| {
            let bucket = &mut *locked(&buckets[w]);
            loop {
                let b = next.fetch_add(1, Relaxed);
                if b >> bucket_bits != 0 {
                    break;
                }
                bucket.entries.clear();
                for share in shares {
                    bucket.entries.extend_from_slice(share.bucket(b));
                }
                if bucket.entries.len() > 1 {
                    bucket.search(cells, shift, boxes, |p, q| pairs.push(p, q));
                }
            }
        });
    }
}

impl WorkerEntries {
    /// Makes the entries of some elements, counts them by bucket, and puts them there.
    fn scatter(
        &mut self,
        first: usize,
        (boxes, levels): (&[LatticeBox], &[u8]),
        buckets: usize,
        emit: &EntryEmitter,
        bucket_of: impl Fn(u64) -> usize,
    ) {
        self.unsorted.clear();
        for (element, (b, &level)) in (first as u64..).zip(boxes.iter().zip(levels)) {
            emit.append(element, b, level.into(), &mut self.unsorted);
        }
        self.starts.clear();
        self.starts.resize(buckets, 0);
        for &entry in &self.unsorted {
            self.starts[bucket_of(entry)] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += std::mem::replace(start, end);
        }
        self.entries.resize(end, 0);
        for &entry in &self.unsorted {
            let next = &mut self.starts[bucket_of(entry)];
            self.entries[*next] = entry;
            *next += 1;
        }
    }

    /// The entries of a bucket. Once filled, each start is where its bucket ends and the next begins.
    fn bucket(&self, b: usize) -> &[u64] {
        let begin = if b == 0 { 0 } else { self.starts[b - 1] };
        &self.entries[begin..self.starts[b]]
    }
}

/// Which entries an element makes on a level: keys with the visitor bit below.
struct EntryEmitter<'g> {
    level: u32,
    cells: Cells,
    occupied: &'g OccupiedCells,
}

impl EntryEmitter<'_> {
    #[inline(always)]
    fn append(&self, element: u64, b: &LatticeBox, own: u32, entries: &mut Vec<u64>) {
        let visitor = (own < self.level) as u32;
        if own > self.level || (visitor == 1 && !self.occupied.is_near(self.cells.lower_key(b))) {
            return;
        }
        let (keys, count) = self.cells.keys(b);
        let entry = |key: u32| u64::from(key << 1 | visitor) << 32 | element;
        if visitor == 0 {
            // All eight, whatever their number: a copy of known length is cheaper.
            let end = entries.len() + count;
            entries.extend_from_slice(&keys.map(entry));
            entries.truncate(end);
        } else {
            let met = keys[..count].iter().filter(|&&key| self.occupied.contains(key));
            entries.extend(met.map(|&key| entry(key)));
        }
    }
}

fn bucket_bits(elements: usize) -> u32 {
    (elements / ELEMENTS_PER_BUCKET).max(1).ilog2().min(MAX_BUCKET_BITS)
}
