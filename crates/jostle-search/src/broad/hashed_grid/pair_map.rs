//! A hash map of the pairs met so far (Tetrahedral kDet 2023, sec. 7.1), keyed by the pairs
//! themselves as its author recommends in hindsight, and growing where the paper needs the table to be
//! large enough.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Mutex, PoisonError};

/// A set of pairs that workers share; to be cleared before the first use, so that who has no use for it pays nothing.
#[derive(Debug, Default)]
pub struct PairMap {
    shards: Vec<Mutex<HashSet<u64, BuildHasherDefault<PairHasher>>>>,
}

/// Many more shards than threads, so that few wait for each other.
const SHARD_BITS: u32 = 8;

/// `2^64` over the golden ratio, which spreads successive numbers most evenly (Knuth, vol. 3, 6.4).
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl PairMap {
    pub fn clear(&mut self) {
        self.shards.resize_with(1 << SHARD_BITS, Mutex::default);
        for shard in &mut self.shards {
            shard.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }

    /// Adds a pair; false if it was there.
    pub fn insert(&self, a: u32, b: u32) -> bool {
        let pair = u64::from(a) << 32 | u64::from(b);
        // Bits from the middle, because sets use the lowest and the highest.
        let shard = PairHasher::hash(0, pair) >> 40 & ((1 << SHARD_BITS) - 1);
        let shard = &self.shards[shard as usize];
        shard.lock().unwrap_or_else(PoisonError::into_inner).insert(pair)
    }

    pub fn bytes(&self) -> usize {
        // A control byte beside each pair.
        let pairs = |shard: &Mutex<HashSet<u64, _>>| {
            shard.lock().unwrap_or_else(PoisonError::into_inner).capacity()
        };
        self.shards.iter().map(pairs).sum::<usize>() * (size_of::<u64>() + 1)
    }
}

/// One multiplication, folded.
#[derive(Clone, Copy, Debug, Default)]
struct PairHasher(u64);

impl PairHasher {
    #[inline]
    fn hash(seed: u64, pair: u64) -> u64 {
        let product = u128::from(seed ^ pair) * u128::from(GOLDEN);
        product as u64 ^ (product >> 64) as u64
    }
}

impl Hasher for PairHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    #[inline]
    fn write_u64(&mut self, pair: u64) {
        self.0 = PairHasher::hash(self.0, pair);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
