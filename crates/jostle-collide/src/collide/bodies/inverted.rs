//! The tetrahedra of a body that are flat or inside out.

use super::surface::volume_sign;
use crate::conditions::{Condition, required};
use crate::mesh::{Object, Scene};
use jostle_support::parallel;

/// The tetrahedra of a body whose volumes do not have the sign that most have; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Inverted {
    /// Which of 64 tetrahedra in a row are negative, and which are positive.
    signs: Vec<[u64; 2]>,
    elements: Vec<usize>,
}

/// Tetrahedra whose signs are together.
const ROW: usize = u64::BITS as usize;
/// If one of so many is inverted, there is little that need not be searched.
const SHARE: usize = 16;

impl Inverted {
    /// Finds them, and tells whether they are few: else none are listed.
    pub fn find(&mut self, scene: &Scene, object: &Object) -> bool {
        self.elements.clear();
        if !required(Condition::BodyInvertedAreSearched) {
            return true;
        }
        let all = object.elements();
        let row = |i: usize| {
            let first = all.start + i * ROW;
            first..all.end.min(first + ROW)
        };
        self.signs.clear();
        self.signs.resize(all.len().div_ceil(ROW), [0; 2]);
        parallel::for_each_mut(&mut self.signs, 8, |i, signs| {
            let mut own = [0; 2];
            for (bit, element) in row(i).enumerate() {
                let sign = volume_sign(scene, element);
                own[0] |= u64::from(sign < 0) << bit;
                own[1] |= u64::from(sign > 0) << bit;
            }
            *signs = own;
        });
        let count = |sign: usize| -> usize {
            self.signs.iter().map(|own| own[sign].count_ones() as usize).sum()
        };
        let upright = if count(1) >= count(0) { 1 } else { 0 };
        if (all.len() - count(upright)) * SHARE > all.len() {
            return false;
        }
        for (i, signs) in self.signs.iter().enumerate() {
            if signs[upright].count_ones() as usize != row(i).len() {
                let is_inverted = |(bit, _): &(usize, usize)| signs[upright] >> bit & 1 == 0;
                self.elements.extend(row(i).enumerate().filter(is_inverted).map(|own| own.1));
            }
        }
        true
    }

    /// Their numbers in the scene.
    pub fn elements(&self) -> &[usize] {
        &self.elements
    }

    pub fn bytes(&self) -> usize {
        self.signs.capacity() * size_of::<[u64; 2]>()
            + self.elements.capacity() * size_of::<usize>()
    }
}
