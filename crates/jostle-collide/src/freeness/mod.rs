//! The k-free certificate: how many pairs a mesh can cost, known before it collides.
//!
//! kDet (2017), sec. 3; Tetrahedral kDet (2023), ch. 3. Let `d` be the diameter of an element's
//! smallest enclosing sphere. Its `k` is the number of elements of its own mesh that are at least as
//! large (ties by index) and no further from it than `d/2`, itself among them; the `k` of a mesh is
//! the largest of its elements'.
//!
//! **Why that bounds pairs.** An element `t` of another mesh, of diameter `d`, is covered by `q` balls
//! of diameter `d/2`. Of the elements at least as large as `t` that meet one of these balls, let `a`
//! be the smallest: all of the ball is within `d/2`, so within half its own diameter, of `a`, and so
//! are all the others. Hence there are at most `k` of them, and `t` meets at most
//! `q k` elements that are at least as large. Of two elements that meet one is at least as large, so
//! meshes of `n` and `m` elements have at most `q n k' + q' m k` intersecting pairs.
//!
//! **Why `q` is no more than the number of corners.** Let `c` be the centre of the sphere round `t`.
//! The balls that have the segments from `c` to the corners `v_i` as diameters are no wider than `d/2`,
//! and they cover `t`: a point `x` is outside the ball of `v_i` if `(x - c) . (x - v_i) > 0`. If it
//! were outside of all, so would be the mean of these products with the weights that make `x` of the
//! corners; but that is `(x - c) . (x - x) = 0`. So `q` is 3 for a triangle and 4 for a tetrahedron,
//! whatever its shape.
//!
//! A polyhedron of many corners takes no more balls than the ball of diameter `d` does, which are 21:
//! one in the middle, and 20 whose centres are `3^(1/2) / 2` of the radius away from it, each of which
//! reaches from the one in the middle to the surface within 30 degrees of its centre, and 20 caps of
//! 29.9 degrees cover a sphere. A disc takes 7, as the papers
//! have it, but those leave nothing to spare, and polygons are not flat to the last digit; 8 of them
//! cover a disc 0.22 diameters thick, so `q` is at most 8 for a polygon that is no thicker.
//!
//! The papers count within `d/4`, from which the bound does not follow (the ball reaches `d/2` away
//! from `a`, not `d/4`). That count is kept beside the other one to compare with their tables.
//!
//! The diameters are those that [`BoundingSphere`](crate::geometry::BoundingSphere) rounds outward, and a distance
//! counts as within reach if its error bound admits it, so rounding makes `k` larger and never
//! smaller.

mod certificate;
mod diameter;
mod elements;
mod hulls;
mod near;
#[cfg(test)]
mod tests;

pub use certificate::{Certificate, LargeKElement};
pub use hulls::HullError;
pub use near::Count;
