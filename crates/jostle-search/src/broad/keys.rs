//! Hash functions from cells to numbers (Tetrahedral kDet 2023, sec. 4.4; Heidelberger 2007,
//! sec. 4.2.1, eq. 4.7, where the operator is XOR).

/// A hash function over the coordinates and the level of a cell.
///
/// Tables take the result modulo their size, which should be prime: most of these functions leave
/// their patterns in the low bits. All run in constant time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum KeyFunction {
    /// Bernstein's string hash, `33 h + x`, with a whole number for each character.
    Djb2,
    /// The hash of Fowler, Noll and Vo, XOR and then multiply, with a whole number for each octet.
    Fnv1a,
    /// A sum of products with large primes.
    SimplePrimes,
    /// The bits of the coordinates interleaved, so that cells close in space have close keys.
    Morton,
    /// An XOR of products with large primes.
    #[default]
    XorPrimes,
}

/// The multipliers of Ericson's simple hash.
const SUM_FACTORS: [u32; 3] = [0x8da6_b343, 0xd816_3841, 0xcb1a_b31f];
/// The customary multipliers of eq. 4.7. The second is not prime (41 * 471943), but is kept for
/// comparison with what others measure.
const XOR_FACTORS: [u32; 3] = [73_856_093, 19_349_663, 83_492_791];
/// The papers do not say how levels enter. A fourth large prime, the one nearest to the golden ratio
/// of the range, keeps the cells of different levels apart.
const LEVEL_FACTOR: u32 = 2_654_435_761;
/// Bits of each coordinate that an interleaved key of 32 bits holds.
const MORTON_BITS: u32 = 10;

impl KeyFunction {
    /// All of them.
    pub const ALL: [KeyFunction; 5] = [
        KeyFunction::Djb2,
        KeyFunction::Fnv1a,
        KeyFunction::SimplePrimes,
        KeyFunction::Morton,
        KeyFunction::XorPrimes,
    ];

    /// The name, as command lines and tables give it.
    pub fn name(self) -> &'static str {
        match self {
            KeyFunction::Djb2 => "djb2",
            KeyFunction::Fnv1a => "fnv-1a",
            KeyFunction::SimplePrimes => "simple",
            KeyFunction::Morton => "morton",
            KeyFunction::XorPrimes => "xor-primes",
        }
    }

    /// The key of a cell. Coordinates count from the lowest corner of the lattice: the functions that
    /// XOR give many cells the keys of their mirror images about zero.
    #[inline]
    pub fn key(self, cell: [u32; 3], level: u32) -> u32 {
        let [i, j, k] = cell;
        match self {
            KeyFunction::Djb2 => djb2([i, j, k, level]),
            KeyFunction::Fnv1a => fnv1a([i, j, k, level]),
            KeyFunction::SimplePrimes => {
                let [x, y, z] = products(cell, SUM_FACTORS);
                x.wrapping_add(y).wrapping_add(z).wrapping_add(level.wrapping_mul(LEVEL_FACTOR))
            }
            KeyFunction::Morton => {
                let interleaved = spread(i) | spread(j) << 1 | spread(k) << 2;
                interleaved ^ level.wrapping_mul(LEVEL_FACTOR)
            }
            KeyFunction::XorPrimes => {
                let [x, y, z] = products(cell, XOR_FACTORS);
                x ^ y ^ z ^ level.wrapping_mul(LEVEL_FACTOR)
            }
        }
    }
}

#[inline]
fn products(cell: [u32; 3], factors: [u32; 3]) -> [u32; 3] {
    std::array::from_fn(|axis| cell[axis].wrapping_mul(factors[axis]))
}

#[inline]
fn djb2<const N: usize>(words: [u32; N]) -> u32 {
    // 5381 is where Bernstein starts; any number would do.
    words.iter().fold(5381, |hash: u32, &word| hash.wrapping_mul(33).wrapping_add(word))
}

#[inline]
fn fnv1a<const N: usize>(words: [u32; N]) -> u32 {
    // The offset basis and the prime of the 32-bit variant.
    words.iter().fold(0x811c_9dc5, |hash: u32, &word| (hash ^ word).wrapping_mul(0x0100_0193))
}

/// Spreads the low bits of a coordinate to every third place.
#[inline]
pub fn spread(x: u32) -> u32 {
    let x = x & ((1 << MORTON_BITS) - 1);
    let x = (x | x << 16) & 0x030000ff;
    let x = (x | x << 8) & 0x0300f00f;
    let x = (x | x << 4) & 0x030c30c3;
    (x | x << 2) & 0x09249249
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values_of_the_string_hashes() {
        let letters = |text: &[u8; 5]| text.map(u32::from);
        assert_eq!(djb2([]), 5381);
        assert_eq!(djb2(letters(b"hello")), 261_238_937);
        assert_eq!(fnv1a([]), 0x811c_9dc5);
        assert_eq!(fnv1a([u32::from(b'a')]), 0xe40c_292c);
        assert_eq!(fnv1a(letters(b"hello")), 0x4f9f_2cab);
    }

    #[test]
    fn keys_of_the_axes() {
        for axis in 0..3 {
            let cell = std::array::from_fn(|i| (i == axis) as u32);
            assert_eq!(KeyFunction::SimplePrimes.key(cell, 0), SUM_FACTORS[axis]);
            assert_eq!(KeyFunction::XorPrimes.key(cell, 0), XOR_FACTORS[axis]);
            assert_eq!(KeyFunction::Morton.key(cell, 0), 1 << axis);
        }
        assert_eq!(KeyFunction::Morton.key([0x3ff; 3], 0), (1 << 30) - 1);
        assert_eq!(KeyFunction::Morton.key([0b1010, 0b0110, 0b0001], 0), 0b001_010_011_100);
    }

    /// Cells of a cube and of its next coarser level in a prime table of twice as many slots. At
    /// random a slot in use is shared with 0.5 others on average, and hardly ever with eight.
    #[test]
    fn neighbouring_cells_spread_over_a_table() {
        const SIDE: u32 = 24;
        const SLOTS: u32 = 32_771;
        for function in KeyFunction::ALL {
            let mut counts = vec![0u32; SLOTS as usize];
            let mut cells = 0;
            for (level, side) in [(5, SIDE), (6, SIDE / 2)] {
                for cell in 0..side * side * side {
                    let at = [cell % side, cell / side % side, cell / (side * side)];
                    let at = at.map(|x| x + (10_000 >> (level - 5)));
                    counts[(function.key(at, level) % SLOTS) as usize] += 1;
                    cells += 1;
                }
            }
            let shared: u32 = counts.iter().map(|count| count * count.saturating_sub(1)).sum();
            assert!(shared < cells, "{}: {shared} of {cells}", function.name());
            assert!(counts.iter().all(|&count| count < 9), "{}", function.name());
        }
    }

    #[test]
    fn names_are_distinct() {
        let names: std::collections::HashSet<_> = KeyFunction::ALL.map(KeyFunction::name).into();
        assert_eq!(names.len(), KeyFunction::ALL.len());
    }
}
