//! A screen before the exact tests, for many candidates of one small region.
//!
//! Plain floating point can tell almost all candidates, with one error bound for all of them: that
//! of `narrow/filter.rs`, for a box around them all. The tests are the exact ones, with a filter that
//! gives up instead of asking exact arithmetic. What the screen says is certain; the rest goes to the
//! exact test by itself.

use super::filter::{self, Filter, Tally};
use super::tetrahedron_tetrahedron::{self, Faces};
use super::triangle_triangle;
use crate::geometry::Aabb;
use crate::mesh::{Element, Scene};

/// What a screen says about a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The elements collide.
    Yes,
    /// They do not.
    No,
    /// That is for the exact test to say.
    Unsure,
}

/// Decides candidates of one list; keeps its buffer.
#[derive(Debug, Default)]
pub struct Screen {
    verdicts: Vec<Verdict>,
}

impl Screen {
    /// Looks at pairs of elements within a box. Where many in a row have the first element in common,
    /// its faces are computed once.
    ///
    /// The loops are compiled for the machine's vector instructions too, and chosen when the program
    /// runs: on x86-64 AVX2 where there is, else SSE2.
    pub fn look(&mut self, scene: &Scene, within: &Aabb, pairs: &[[u32; 2]]) -> &[Verdict] {
        self.verdicts.clear();
        self.verdicts.reserve(pairs.len());
        let bound = filter::bound_within(within.size());
        if bound == f64::INFINITY {
            self.verdicts.resize(pairs.len(), Verdict::Unsure);
            return &self.verdicts;
        }
        pulp::Arch::new().dispatch(
            #[inline(always)]
            || {
                let mut rest = pairs;
                while let Some(first) = rest.first() {
                    let mut end = 1;
                    while end < rest.len() && rest[end][0] == first[0] {
                        end += 1;
                    }
                    self.look_at_run(scene, bound, &rest[..end]);
                    rest = &rest[end..];
                }
            },
        );
        &self.verdicts
    }

    // Plain loops here and below: adapters and closures would be compiled for the baseline.
    #[inline(always)]
    fn look_at_run(&mut self, scene: &Scene, bound: f64, run: &[[u32; 2]]) {
        match scene.element(run[0][0] as usize) {
            Element::Triangle(own) => {
                for pair in run {
                    let mut tally = Tally::default();
                    let mut filter = Filter::that_gives_up(bound, &mut tally);
                    self.verdicts.push(match scene.element(pair[1] as usize) {
                        Element::Triangle(other) => {
                            let collides = triangle_triangle::decide(&own, &other, &mut filter);
                            verdict(collides, &filter)
                        }
                        Element::Tetrahedron(_) => Verdict::Unsure,
                    });
                }
            }
            Element::Tetrahedron(own) => {
                let faces = Faces::of(&own);
                for pair in run {
                    let mut tally = Tally::default();
                    let mut filter = Filter::that_gives_up(bound, &mut tally);
                    self.verdicts.push(match scene.element(pair[1] as usize) {
                        Element::Tetrahedron(other) => {
                            let collides =
                                tetrahedron_tetrahedron::decide(&own, &faces, &other, &mut filter);
                            verdict(collides, &filter)
                        }
                        Element::Triangle(_) => Verdict::Unsure,
                    });
                }
            }
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.verdicts.capacity() * size_of::<Verdict>()
    }
}

#[inline(always)]
fn verdict(collides: bool, filter: &Filter) -> Verdict {
    match (filter.gave_up(), collides) {
        (true, _) => Verdict::Unsure,
        (false, true) => Verdict::Yes,
        (false, false) => Verdict::No,
    }
}
