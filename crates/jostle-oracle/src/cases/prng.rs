//! SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).

/// A stream of numbers that its seed determines, on any machine and for ever.
#[derive(Clone, Debug)]
pub struct Prng {
    state: u64,
}

impl Prng {
    /// Different seeds give unrelated streams.
    pub fn new(seed: u64) -> Prng {
        Prng { state: seed }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// From zero to just below the bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u64
    }

    /// An integer between the two, both included, as a coordinate.
    pub fn integer(&mut self, low: i64, high: i64) -> f64 {
        (low + self.below((high - low + 1) as u64) as i64) as f64
    }

    /// Between the two.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.bits() >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * unit
    }

    /// Between two powers of two, each octave as likely.
    pub fn magnitude(&mut self, low: i64, high: i64) -> f64 {
        2f64.powi(self.integer(low, high - 1) as i32) * self.between(1.0, 2.0)
    }

    /// True one time in so many.
    pub fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of the list.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }

    /// Any order of the list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}
