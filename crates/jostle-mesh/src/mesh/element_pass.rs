//! One pass over the elements of a mesh: whether they can be used, and whether some vertices are.

use crate::geometry::lanes::{Lanes, with_lanes};

/// Vertices that are looked for in elements.
pub(super) type Sought = [u32; 6];

/// None of a mesh's vertices.
pub(super) const NO_VERTICES: Sought = [u32::MAX; 6];

/// What a pass over elements tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ElementPass {
    /// The greatest number of a corner, or 0 without elements.
    greatest: u32,
    /// Whether an element names a vertex twice.
    is_repeated: bool,
    met: [bool; 6],
}

impl ElementPass {
    /// Looks at elements, and for some vertices among their corners.
    pub fn over<const N: usize>(elements: &[[u32; N]], sought: &Sought) -> ElementPass {
        with_lanes!(simd => simd.run(ElementLoop { elements, sought }))
    }

    pub fn and(self, other: ElementPass) -> ElementPass {
        let mut met = self.met;
        for (own, other) in met.iter_mut().zip(other.met) {
            *own |= other;
        }
        let is_repeated = self.is_repeated | other.is_repeated;
        ElementPass { greatest: self.greatest.max(other.greatest), is_repeated, met }
    }

    /// Whether all elements, of which there are some, can be used with so many vertices.
    pub fn is_fine(&self, vertices: usize) -> bool {
        !self.is_repeated && (self.greatest as usize) < vertices
    }

    /// Whether all vertices that were looked for are corners.
    pub fn met_all(&self) -> bool {
        self.met == [true; 6]
    }
}

/// The loop, compiled for an instruction set: plain, so that the compiler takes several elements at a time.
struct ElementLoop<'e, const N: usize> {
    elements: &'e [[u32; N]],
    sought: &'e Sought,
}

impl<const N: usize> pulp::NullaryFnOnce for ElementLoop<'_, N> {
    type Output = ElementPass;

    #[inline(always)]
    fn call(self) -> ElementPass {
        let (mut greatest, mut repeated, mut met) = (0, 0, [0; 6]);
        for corners in self.elements {
            for i in 0..N {
                greatest = greatest.max(corners[i]);
                for j in 0..i {
                    repeated |= u32::from(corners[i] == corners[j]);
                }
                for (met, sought) in met.iter_mut().zip(self.sought) {
                    *met |= u32::from(corners[i] == *sought);
                }
            }
        }
        ElementPass { greatest, is_repeated: repeated != 0, met: met.map(|met| met != 0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle_support::random::SplitMix64;

    fn check<const N: usize>(random: &mut SplitMix64) {
        for count in 0..60 {
            let mut number = || (random.next_u64() % 40) as u32;
            let mut sought = [0; 6].map(|_: u32| number());
            sought[5] = u32::MAX;
            let mut elements: Vec<[u32; N]> =
                (0..count).map(|_| [0; N].map(|_: u32| number())).collect();
            if count % 3 == 0 && count > 0 {
                // Without one that names a vertex twice.
                elements
                    .iter_mut()
                    .for_each(|own| *own = std::array::from_fn(|i| own[0] + i as u32));
            }
            let all = elements.as_flattened();
            let pass = ElementPass::over(&elements, &sought);
            assert_eq!(pass.greatest, all.iter().copied().max().unwrap_or(0));
            let repeats = |own: &[u32; N]| (0..N).any(|i| own[..i].contains(&own[i]));
            assert_eq!(pass.is_repeated, elements.iter().any(repeats));
            assert_eq!(pass.met, sought.map(|vertex| all.contains(&vertex)));
            let (one, other) = elements.split_at(count / 2);
            let [one, other] = [one, other].map(|part| ElementPass::over(part, &sought));
            assert_eq!(one.and(other), pass);
        }
    }

    #[test]
    fn a_pass_tells_what_its_elements_have() {
        let mut random = SplitMix64::new(1);
        for _ in 0..20 {
            check::<3>(&mut random);
            check::<4>(&mut random);
        }
    }
}
