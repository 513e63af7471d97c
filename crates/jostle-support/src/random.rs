//! Random numbers by seed, the same on every machine.

/// The SplitMix64 generator (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number
/// generators"): a counter that steps by the golden ratio, scrambled. Small, fast, and good enough
/// to shake a mesh; not for secrets.
///
/// ```
/// use jostle_support::random::SplitMix64;
///
/// let mut random = SplitMix64::new(7);
/// assert_eq!(SplitMix64::new(7).next_u64(), random.next_u64());
/// assert!((0.0..1.0).contains(&random.unit()) && (-1.0..1.0).contains(&random.signed()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
}

/// `2^64` over the golden ratio, made odd, so that the counter meets every state once.
pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl SplitMix64 {
    /// A generator; the same seed gives the same numbers.
    pub fn new(seed: u64) -> Self {
        SplitMix64 { state: seed }
    }

    /// Any 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        scramble(self.state)
    }

    /// A multiple of `2^-53` from 0 up to, not including, 1.
    pub fn unit(&mut self) -> f64 {
        unit(self.next_u64())
    }

    /// A multiple of `2^-52` from -1 up to, not including, 1.
    pub fn signed(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }
}

/// The multiple of `2^-53` from 0 up to, not including, 1 that the upper bits give.
pub fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

/// Scrambles the bits of a counter, each state to another.
pub fn scramble(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_published_sequence() {
        let mut random = SplitMix64::new(1_234_567);
        let first = [0; 3].map(|_| random.next_u64());
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}
