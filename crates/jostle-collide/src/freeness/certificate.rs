//! The certificate of a mesh: its counts, and the bounds that follow from them.

use super::elements::Elements;
use super::hulls::{HullError, Hulls};
use super::near::{self, Count};
use crate::mesh::{ElementKind, Mesh, MeshError};
use glam::DVec3;

/// How free a mesh is, and the bounds that follow. They hold for the mesh as it is, wherever it is
/// moved without changing its shape; a deformed mesh is another mesh.
///
/// ```
/// use jostle::freeness::Certificate;
/// use jostle::mesh::shapes;
///
/// let sphere = Certificate::from_mesh(&shapes::icosphere(3, 1.0).into())?;
/// let comb = Certificate::from_mesh(&shapes::chazelle(40, 0.01).into())?;
/// assert!(sphere.k() < comb.k(), "long needles side by side");
/// assert!(sphere.pairs_bound(&sphere) < 1280 * 1280);
/// # Ok::<(), jostle::MeshError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    kind: CertifiedKind,
    counts: Vec<Count>,
    diameters: Vec<f64>,
}

/// What the elements are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum CertifiedKind {
    Simplices(ElementKind),
    Polygons { q: u32 },
    Polyhedra { q: u32 },
}

/// An element with many larger elements near it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LargeKElement {
    /// Its index in the mesh.
    pub element: usize,
    /// How many elements at least as large are within half its diameter, itself included.
    pub k: u32,
    /// The diameter of its smallest enclosing sphere.
    pub diameter: f64,
}

/// Levels of the grid on the lattice at most, from boxes of no extent to boxes of all of it.
const MAX_LEVELS: u64 = 33;
/// Cells that an element lies in at most, on its own level and on each coarser one.
const CELLS_PER_ELEMENT: u64 = 8;

impl Certificate {
    /// Counts for each element of a mesh the larger ones near it. Time and memory are linear in the
    /// elements and the pairs of near ones.
    pub fn from_mesh(mesh: &Mesh) -> Result<Certificate, MeshError> {
        mesh.check()?;
        let (diameters, counts) = match mesh {
            Mesh::Triangles(mesh) => count(mesh),
            Mesh::Tets(mesh) => count(mesh),
        };
        Ok(Certificate { kind: CertifiedKind::Simplices(mesh.kind()), counts, diameters })
    }

    /// The same of polygons, each a list of its corners among the vertices. A polygon is the convex
    /// hull of its corners, in any order.
    ///
    /// ```
    /// use jostle::DVec3;
    /// use jostle::freeness::Certificate;
    ///
    /// let vertices = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::ONE, DVec3::NEG_ONE];
    /// let certificate = Certificate::from_polygons(&vertices, &[vec![0, 1, 3, 2], vec![0, 1, 4]])?;
    /// assert_eq!((certificate.k(), certificate.covering_balls()), (2, 4));
    /// # Ok::<(), jostle::freeness::HullError>(())
    /// ```
    pub fn from_polygons(
        vertices: &[DVec3],
        polygons: &[impl AsRef<[u32]>],
    ) -> Result<Certificate, HullError> {
        let hulls = Hulls::<false>::new(vertices, polygons)?;
        let (diameters, counts) = count(&&hulls);
        Ok(Certificate {
            kind: CertifiedKind::Polygons { q: hulls.covering_balls() },
            counts,
            diameters,
        })
    }

    /// The same of convex polyhedra: hulls of four corners or more.
    pub fn from_polyhedra(
        vertices: &[DVec3],
        polyhedra: &[impl AsRef<[u32]>],
    ) -> Result<Certificate, HullError> {
        let hulls = Hulls::<true>::new(vertices, polyhedra)?;
        let (diameters, counts) = count(&&hulls);
        Ok(Certificate {
            kind: CertifiedKind::Polyhedra { q: hulls.covering_balls() },
            counts,
            diameters,
        })
    }

    /// What the elements are, if a [`Mesh`] can have them.
    pub fn kind(&self) -> Option<ElementKind> {
        match self.kind {
            CertifiedKind::Simplices(kind) => Some(kind),
            CertifiedKind::Polygons { .. } | CertifiedKind::Polyhedra { .. } => None,
        }
    }

    /// The word for the elements in messages, such as `triangles`.
    pub fn plural(&self) -> &'static str {
        match self.kind {
            CertifiedKind::Simplices(ElementKind::Triangle) => "triangles",
            CertifiedKind::Simplices(ElementKind::Tetrahedron) => "tetrahedra",
            CertifiedKind::Polygons { .. } => "polygons",
            CertifiedKind::Polyhedra { .. } => "polyhedra",
        }
    }

    /// Number of elements.
    pub fn elements(&self) -> usize {
        self.counts.len()
    }

    /// The counts of each element.
    pub fn counts(&self) -> &[Count] {
        &self.counts
    }

    /// The diameter of each element's smallest enclosing sphere, rounded outward.
    pub fn diameters(&self) -> &[f64] {
        &self.diameters
    }

    /// The `k` of the mesh: the largest of its elements'. Zero for a mesh without elements.
    pub fn k(&self) -> u32 {
        self.counts.iter().map(|count| count.half).max().unwrap_or(0)
    }

    /// The same, counted within a quarter of the diameter, as printed in the papers. No bound
    /// follows from it.
    pub fn k_printed(&self) -> u32 {
        self.counts.iter().map(|count| count.quarter).max().unwrap_or(0)
    }

    /// The mean of the elements' `k`.
    pub fn k_mean(&self) -> f64 {
        self.mean(|count| count.half)
    }

    /// The mean of the elements' `k` as printed.
    pub fn k_printed_mean(&self) -> f64 {
        self.mean(|count| count.quarter)
    }

    /// How much of the mean `k` comes from elements that share a vertex, which no mesh can avoid.
    pub fn neighbours_mean(&self) -> f64 {
        self.mean(|count| count.neighbours)
    }

    fn mean(&self, value: impl Fn(&Count) -> u32) -> f64 {
        let sum: u64 = self.counts.iter().map(|count| u64::from(value(count))).sum();
        sum as f64 / self.counts.len().max(1) as f64
    }

    /// How many times the diameter of the smallest element doubles up to that of the largest:
    /// `log2(d_max / d_min)`, over the elements that are more than a point.
    pub fn height(&self) -> f64 {
        let extended = || self.diameters.iter().copied().filter(|&d| d > 0.0);
        let largest = extended().fold(0.0, f64::max);
        let smallest = extended().fold(f64::INFINITY, f64::min);
        // Not the logarithm of the ratio, which may overflow.
        if largest > 0.0 { largest.log2() - smallest.log2() } else { 0.0 }
    }

    /// Balls of half an element's diameter that cover it, whatever its shape.
    pub fn covering_balls(&self) -> u32 {
        match self.kind {
            CertifiedKind::Simplices(ElementKind::Triangle) => 3,
            CertifiedKind::Simplices(ElementKind::Tetrahedron) => 4,
            CertifiedKind::Polygons { q } | CertifiedKind::Polyhedra { q } => q,
        }
    }

    /// Intersecting pairs of elements of this mesh and another at most, however they are placed.
    pub fn pairs_bound(&self, other: &Certificate) -> u64 {
        let smaller_bound = |smaller: &Certificate, larger: &Certificate| {
            let most = u64::from(smaller.covering_balls()).saturating_mul(larger.k().into());
            most.min(larger.elements() as u64).saturating_mul(smaller.elements() as u64)
        };
        let all = (self.elements() as u64).saturating_mul(other.elements() as u64);
        smaller_bound(self, other).saturating_add(smaller_bound(other, self)).min(all)
    }

    /// The same for meshes that keep their sizes, which is less: an element `t` meets at most
    /// `q max{k_b : d_b >= d_t}` of the `#{b : d_b >= d_t}` that are at least as large, as the smallest
    /// of them that meets a ball (see the proof) is one of those.
    pub fn pairs_bound_at_fixed_size(&self, other: &Certificate) -> u64 {
        let smaller_bound = |smaller: &Certificate, larger: &Certificate| {
            let largest_first = |own: &Certificate| {
                let mut order: Vec<usize> = (0..own.elements()).collect();
                order.sort_by(|&a, &b| own.diameters[b].total_cmp(&own.diameters[a]));
                order
            };
            let larger_order = largest_first(larger);
            let (mut count, mut k, mut sum) = (0, 0, 0u64);
            for element in largest_first(smaller) {
                let diameter = smaller.diameters[element];
                while count < larger_order.len()
                    && larger.diameters[larger_order[count]] >= diameter
                {
                    k = k.max(larger.counts[larger_order[count]].half);
                    count += 1;
                }
                let most = u64::from(smaller.covering_balls()) * u64::from(k);
                sum = sum.saturating_add(most.min(count as u64));
            }
            sum
        };
        let all = (self.elements() as u64).saturating_mul(other.elements() as u64);
        smaller_bound(self, other).saturating_add(smaller_bound(other, self)).min(all)
    }

    /// Pairs of elements of this mesh that intersect, neighbours included, at most: each has fewer
    /// than its `k` larger partners.
    pub fn self_pairs_bound(&self) -> u64 {
        self.counts.iter().map(|count| u64::from(count.half) - 1).sum()
    }

    /// Entries of the grid ([`Broad::Grid`](crate::collide::Broad::Grid)) of this mesh alone at most: an
    /// element lies in at most eight cells of its own level, and enters as many of each coarser one.
    pub fn entries_bound(&self) -> u64 {
        (self.elements() as u64).saturating_mul(CELLS_PER_ELEMENT * self.levels_bound())
    }

    /// Levels of the grid at most. The longest edge of an element's box is between 0.47 of its
    /// diameter (a regular tetrahedron with an edge along a diagonal) and all of it, which adds 1.1
    /// to the height; the ends of that range may lie on either side of a power of two, and each of
    /// them one level further by rounding to the lattice.
    pub fn levels_bound(&self) -> u64 {
        if self.diameters.contains(&0.0) {
            return MAX_LEVELS; // Points are on the lowest level, however far below.
        }
        ((self.height() + 1.1) as u64 + 4).min(MAX_LEVELS)
    }

    /// Elements in one cell of the grid of this mesh alone at most, if all are larger than
    /// a hundred units of the lattice, which has `2^32` along the longest side. Cells that share a
    /// key, being 1,024 cells apart or more, count separately.
    ///
    /// For triangles, whose cells have a side `c` of two to four times the box's longest edge, they
    /// meet the cube of side `2c` round the cell, and have diameters of at least `c/4`. The cube
    /// falls into `28^3` cubes that fit into balls of half that diameter, each met by at most `k`.
    /// For tetrahedra, with cells half that size, it is `21^3`.
    ///
    /// Besides, the grid merges a level into the next coarser one if that has more than four times
    /// as many elements, and no packing limits how many such small ones are in one cell; but they are
    /// less than a fifth of all.
    pub fn cell_occupancy_bound(&self) -> u64 {
        let balls: u64 = match self.kind {
            CertifiedKind::Simplices(ElementKind::Triangle) | CertifiedKind::Polygons { .. } => {
                28 * 28 * 28
            }
            CertifiedKind::Simplices(ElementKind::Tetrahedron)
            | CertifiedKind::Polyhedra { .. } => 21 * 21 * 21,
        };
        let all = self.elements() as u64;
        let merged = all.saturating_sub(1) / 5;
        balls.saturating_mul(self.k().into()).saturating_add(merged).min(all)
    }

    /// The elements with the largest `k`, the worst first, ties by index: what to repair.
    pub fn largest_k_elements(&self, at_most: usize) -> Vec<LargeKElement> {
        let mut order: Vec<usize> = (0..self.elements()).collect();
        order.sort_by_key(|&e| std::cmp::Reverse(self.counts[e].half));
        order.truncate(at_most);
        let worst = |element: usize| LargeKElement {
            element,
            k: self.counts[element].half,
            diameter: self.diameters[element],
        };
        order.into_iter().map(worst).collect()
    }
}

fn count(elements: &impl Elements) -> (Vec<f64>, Vec<Count>) {
    let diameters = near::diameters(elements);
    let counts = near::counts(elements, &diameters);
    (diameters, counts)
}
