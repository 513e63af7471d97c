//! Impacts within a surface, by how its triangles are seen from a point or a segment (Cheng 2011).
//!
//! A surface that does not touch itself has triangles seen from the front and from behind in turn along each ray.
//! So where it first touches itself, one triangle is seen from the front and one from behind, or some triangle is
//! seen edge-on; and triangles that are all seen from the front need not be compared with each other.
//!
//! # What is proven
//!
//! Let `M` be the surface of an object: triangles whose vertices move linearly over the step. Each edge has one
//! triangle or two, which walk it opposite ways, and all triangles reach each other across edges; there are two or
//! more. (*Manifold*, *oriented*, *connected*; vertices may be pinched.) For each edge of the boundary there is a ghost
//! triangle that walks it the opposite way, to the middle of its hole; `G` are these. `M` and `G` together are a closed
//! chain: at a point off it, it has a winding number, which changes by one across a triangle.
//!
//! *Rays* are those of the [`primitive`], however it moves. A triangle is positive if its normal is along the rays of
//! all its points throughout the step, negative if it is against them, and otherwise zero. Signs are certain: see
//! [`TimeNormal`](super::moving::TimeNormal).
//!
//! **Lemma.** If `M` is embedded at the start (no two triangles meet but in the simplex they share, and none is
//! degenerate), then it is embedded until the first impact, and there is no impact before it stops to be.
//! *Proof.* Maps that are linear on each triangle and embed `M` are an open set of positions, so there is a first time
//! at which `M` is not embedded. Then there are points `x` and `y` of `M` in the same place; take the smallest simplices
//! `s` and `r` that hold them. If these share no vertex, they did not meet before, so they do not cross: a vertex and
//! a triangle of them, or two edges, touch. If they share a vertex `a` and neither is degenerate, the way from `a` through
//! that place leaves one of them first, through the face opposite `a`, within the other: that face and the other
//! simplex meet, and share fewer vertices. If they share an edge, they are in one plane and on one side of it, and a
//! corner of one is in the other, or two of the outer edges cross. If a triangle `abc` is degenerate with `c` on `ab`,
//! `c` touches the triangle across `ab`, or, if there is none, an edge of a triangle across `bc` or `ac` that ends in
//! `c` touches `ab`; if `a` is in `b`, likewise. In all cases features without a common vertex touch, one a face of `s`
//! and one of `r` (or of a degenerate triangle). ∎
//!
//! **Theorem 1.** If all triangles of `M` and `G` are positive and the winding number about the primitive is 1 at the
//! start, the step is free; whatever the start. (Likewise negative, and -1.) *Proof.* No triangle meets the primitive, as its ray would vanish there.
//! Rays are a sphere of directions, and each triangle is mapped to it with its orientation kept; so the number of
//! triangles over a direction is the degree of the map, almost everywhere, which is the winding number about the
//! primitive and does not change. Around each point of `M` triangles cover all directions near its own. If two points
//! had the same ray, directions near it would be covered twice. So no two points have the same ray, and `M` and `G` are
//! embedded. ∎ (A star may wind twice round its vertex, with all triangles positive: the degree is two then. With
//! degree one the surface is connected and manifold besides.)
//!
//! **Theorem 2.** Let `M` be embedded at the start. Let `R` be triangles that no ghost triangle meets in the step, and that
//! reach each other across their edges. If there is an impact, then one of the first is of two features of which one has
//! a triangle that is zero or not in `R`, or one has a positive triangle and the other a negative one. *Proof.* Across
//! the edges of `R` the winding numbers on the front and on the back of its triangles are the same, at the start and, as
//! nothing passes through them, until the first impact; say `w - 1` and `w`. Let `p` be a place of first contact, and
//! consider all triangles with a point there. If one of them is zero or not in `R`, a point of it and another point of
//! `M` are at `p`, and by the lemma features of both touch. Otherwise all have signs. If all were positive, consider
//! the surface near `p` just before: around each of the two or more points that are at `p`, triangles cover all rays near that of
//! `p`, and two sheets follow each other on such a ray, both from `w` to `w - 1`, with nothing between them; which
//! cannot be. Nor can all be negative. If a point at `p` has triangles of both signs, any other point has one of them,
//! and if none has, there are two points of opposite signs; by the lemma features of two such points touch, and each
//! is a feature of all triangles at its point. ∎
//!
//! So [`ImpactMethod::View`](super::ImpactMethod::View) tests the pairs of Theorem 2. If none of them touches, the
//! step is free. If one does, the first time is known; then the object is searched in full, for all impacts or for
//! those up to that time. A start is embedded if an exact query of it says so, or if the last step ended there and was
//! free (a triangle that is degenerate at the start is zero, and touches something there).
//!
//! # What differs from the thesis
//!
//! - Nothing is asked of where the primitive is: a triangle that passes through it is zero. That it is inside only
//!   makes more triangles positive. It need not stay where it is, and here it moves with the surface.
//! - Theorem 6 of the thesis lacks the degree. Theorem 4 looks at one corner of a triangle; here it is all three.
//! - A feature belongs to the sets of all its triangles, and not to that of the one it is assigned to.
//! - Triangles that ghosts pass through ("violated") are kept there until the surface is free. Here no history is
//!   kept: what counts is the largest part that ghosts do not meet in this step, and all else is violated. Ghost
//!   triangles may cross each other and the surface at the start.

mod ghosts;
mod object;
mod primitive;
mod sets;
mod statistics;
mod surface;
#[cfg(test)]
mod tests;

pub(super) use object::{Decision, ViewObject};
pub use statistics::{ViewFallback, ViewStatistics};
