//! The tetrahedra of a body that are flat or inside out.

use super::surface::volume_sign;
use crate::conditions::{Condition, required};
use crate::mesh::{Object, Scene};
use rayon::prelude::*;

/// The tetrahedra of a body whose volumes do not have the sign that most have; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Inverted {
    /// Of each chunk of tetrahedra, how many are negative, flat and positive.
    counts: Vec<[u32; 3]>,
    elements: Vec<usize>,
}

/// Tetrahedra that a thread takes at a time.
const CHUNK: usize = 2048;
/// If one of so many is inverted, there is little that need not be searched.
const SHARE: usize = 16;

impl Inverted {
    /// Finds them, and tells whether they are few: else none are listed.
    pub fn find(&mut self, scene: &Scene, object: &Object) -> bool {
        self.elements.clear();
        if !required(Condition::BodyInvertedAreSearched) {
            return true;
        }
        let elements = object.elements();
        let chunk = |i: usize| {
            let first = elements.start + i * CHUNK;
            first..elements.end.min(first + CHUNK)
        };
        self.counts.clear();
        self.counts.resize(elements.len().div_ceil(CHUNK), [0; 3]);
        self.counts.par_iter_mut().enumerate().for_each(|(i, counts)| {
            chunk(i).for_each(|e| counts[(volume_sign(scene, e) + 1) as usize] += 1);
        });
        let sum = |sign: usize| self.counts.iter().map(|own| own[sign] as usize).sum::<usize>();
        let upright = if sum(2) >= sum(0) { 2 } else { 0 };
        if (elements.len() - sum(upright)) * SHARE > elements.len() {
            return false;
        }
        for (i, counts) in self.counts.iter().enumerate() {
            if counts[upright] as usize != chunk(i).len() {
                let is_inverted = |e: &usize| (volume_sign(scene, *e) + 1) as usize != upright;
                self.elements.extend(chunk(i).filter(is_inverted));
            }
        }
        true
    }

    /// Their numbers in the scene.
    pub fn elements(&self) -> &[usize] {
        &self.elements
    }

    pub fn bytes(&self) -> usize {
        self.counts.capacity() * size_of::<[u32; 3]>()
            + self.elements.capacity() * size_of::<usize>()
    }
}
