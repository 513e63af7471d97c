//! A hash table from cells to the elements in them, without clearing and without fixed capacities
//! (Heidelberger 2007, sec. 4.2.2; Tetrahedral kDet 2023, sec. 4.1).
//!
//! Slots carry the time stamp of the filling that wrote them last, and are empty in any other, so
//! that filling costs nothing for slots that are not used. Elements are counted, and then written to
//! ranges of one list, where the papers chain buckets: nothing overflows.

use jostle_support::parallel;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Slots with the elements of all cells whose keys fall on them.
#[derive(Debug, Default)]
pub struct CellTable {
    /// The time stamp of this filling.
    now: u32,
    /// Slots in use.
    size: u32,
    slots: Vec<Slot>,
    /// Slots with elements, as they were met.
    touched: Vec<u32>,
    entries: Vec<AtomicU32>,
    parts: Vec<Part>,
}

#[derive(Debug, Default)]
struct Slot {
    /// The time stamp in the upper half, the number of elements in the lower.
    state: AtomicU64,
    /// Where its elements begin in the list of entries.
    start: AtomicUsize,
}

/// One worker's part of a filling.
#[derive(Debug, Default)]
struct Part {
    slots: Vec<u32>,
    touched: Vec<u32>,
}

/// The largest table: keys have 32 bits, and the largest prime below half their range is this one.
const MAX_SLOTS: u32 = (1 << 31) - 1;

impl CellTable {
    /// Fills the table anew with the elements below a number. `keys_of` appends the keys of an
    /// element's cells. An element is listed once in a slot, however many of its cells fall there.
    pub fn fill(
        &mut self,
        elements: usize,
        slots_per_element: f64,
        workers: usize,
        keys_of: impl Fn(usize, &mut Vec<u32>) + Sync,
    ) {
        self.begin(elements as f64 * slots_per_element, workers);
        let CellTable { now, size, slots, touched, entries, parts } = self;
        let (now, size, alone) = (*now, *size, workers == 1);
        let share = elements.div_ceil(workers);
        let range = |part: usize| (part * share).min(elements)..((part + 1) * share).min(elements);
        parallel::for_each_mut(parts, 1, |p, part| {
            for element in range(p) {
                part.find_slots(size, |keys| keys_of(element, keys));
                for &slot in &part.slots {
                    if slots[slot as usize].add(now, alone) == 0 {
                        part.touched.push(slot);
                    }
                }
            }
        });
        touched.clear();
        parts.iter().for_each(|part| touched.extend_from_slice(&part.touched));
        let mut end = 0;
        for &slot in touched.iter() {
            end += slots[slot as usize].begin_at(now, end);
        }
        if entries.len() < end {
            entries.resize_with(end, AtomicU32::default);
        }
        parallel::for_each_mut(parts, 1, |p, part| {
            for element in range(p) {
                part.find_slots(size, |keys| keys_of(element, keys));
                for &slot in &part.slots {
                    let slot = &slots[slot as usize];
                    let at = slot.start.load(Relaxed) + slot.add(now, alone) as usize;
                    entries[at].store(element as u32, Relaxed);
                }
            }
        });
    }

    /// Resizes the table for a filling, with all slots empty.
    fn begin(&mut self, slots: f64, workers: usize) {
        self.size = prime_from((slots as u32).clamp(1, MAX_SLOTS));
        if self.slots.len() < self.size as usize {
            self.slots.resize_with(self.size as usize, Slot::default);
        }
        self.now = self.now.checked_add(1).unwrap_or_else(|| {
            self.slots.iter_mut().for_each(|slot| *slot = Slot::default());
            1
        });
        self.parts.resize_with(workers, Part::default);
        self.parts.iter_mut().for_each(|part| part.touched.clear());
    }

    /// The slot that a key falls on.
    #[inline]
    pub fn slot_of(&self, key: u32) -> u32 {
        key % self.size
    }

    /// The elements of a slot.
    #[inline]
    pub fn elements_of(&self, slot: u32) -> impl Iterator<Item = u32> + '_ {
        let slot = &self.slots[slot as usize];
        let start = slot.start.load(Relaxed);
        let entries = match slot.count(self.now) {
            0 => &[],
            count => &self.entries[start..start + count as usize],
        };
        entries.iter().map(|entry| entry.load(Relaxed))
    }

    /// The slots with elements.
    pub fn touched(&self) -> &[u32] {
        &self.touched
    }

    pub fn bytes(&self) -> usize {
        let parts: usize =
            self.parts.iter().map(|p| p.slots.capacity() + p.touched.capacity()).sum();
        self.slots.capacity() * size_of::<Slot>()
            + (self.touched.capacity() + self.entries.capacity() + parts) * size_of::<u32>()
    }
}

impl Slot {
    /// Counts one more element, and returns how many there were. Alone on the table, a worker need
    /// not pay for atomicity.
    #[inline]
    fn add(&self, now: u32, alone: bool) -> u32 {
        let stamp = u64::from(now) << 32;
        let next = |state: u64| if state >= stamp { state + 1 } else { stamp + 1 };
        let before = if alone {
            let before = self.state.load(Relaxed);
            self.state.store(next(before), Relaxed);
            before
        } else {
            self.state
                .fetch_update(Relaxed, Relaxed, |state| Some(next(state)))
                .unwrap_or_else(|state| state)
        };
        before.saturating_sub(stamp) as u32
    }

    /// Sets where the elements begin and counts anew; returns how many there will be.
    fn begin_at(&self, now: u32, start: usize) -> usize {
        let count = self.count(now) as usize;
        self.start.store(start, Relaxed);
        self.state.store(u64::from(now) << 32, Relaxed);
        count
    }

    #[inline]
    fn count(&self, now: u32) -> u32 {
        // Stamps only grow, so an older one is below.
        self.state.load(Relaxed).saturating_sub(u64::from(now) << 32) as u32
    }
}

impl Part {
    /// The slots of an element's keys, each once.
    #[inline]
    fn find_slots(&mut self, size: u32, keys: impl Fn(&mut Vec<u32>)) {
        self.slots.clear();
        keys(&mut self.slots);
        if self.slots.len() > 1 {
            self.slots.iter_mut().for_each(|key| *key %= size);
            self.slots.sort_unstable();
            self.slots.dedup();
        } else if let Some(key) = self.slots.first_mut() {
            *key %= size;
        }
    }
}

/// The smallest prime from a number on.
fn prime_from(least: u32) -> u32 {
    let is_prime = |n: u32| n > 1 && (2..=n.isqrt()).all(|divisor| !n.is_multiple_of(divisor));
    (least..).find(|&n| is_prime(n)).unwrap_or(MAX_SLOTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(table: &CellTable, slot: u32) -> Vec<u32> {
        let mut elements: Vec<u32> = table.elements_of(slot).collect();
        elements.sort_unstable();
        elements
    }

    #[test]
    fn elements_are_listed_once_in_each_slot_of_theirs() {
        let mut table = CellTable::default();
        for workers in [1, 3] {
            // Seven slots; keys 2 and 9 fall on the same.
            table.fill(5, 1.2, workers, |element, keys| {
                keys.extend([2, 9, 3 + element as u32].iter().take(3 * (element != 1) as usize));
            });
            assert_eq!(table.size, 7);
            assert_eq!(listed(&table, 2), [0, 2, 3, 4]);
            assert_eq!(listed(&table, 3), [0]);
            assert_eq!(listed(&table, 4), []);
            assert_eq!(listed(&table, 0), [4]);
            let mut touched = table.touched().to_vec();
            touched.sort_unstable();
            assert_eq!(touched, [0, 2, 3, 5, 6]);
        }
    }

    #[test]
    fn an_earlier_filling_is_forgotten_even_when_the_stamps_run_out() {
        let mut table = CellTable::default();
        table.fill(4, 1.0, 1, |_, keys| keys.push(1));
        for now in [1, u32::MAX - 1, u32::MAX] {
            table.now = now;
            table.fill(1, 4.0, 2, |_, keys| keys.push(2));
            assert_eq!((listed(&table, 1), listed(&table, 2)), (vec![], vec![0]));
        }
        table.fill(0, 4.0, 2, |_, _| ());
        assert_eq!((listed(&table, 0), table.touched().len()), (vec![], 0));
    }

    #[test]
    fn sizes_are_prime() {
        let primes: Vec<u32> = [0, 3, 4, 131_098, MAX_SLOTS].map(prime_from).to_vec();
        assert_eq!(primes, [2, 3, 5, 131_101, MAX_SLOTS]);
    }
}
