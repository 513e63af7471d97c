//! The surface of columns, as a mesh.

use super::{ColumnSpans, PixelGrid, Span};
use crate::mesh::TriangleMesh;
use std::collections::HashMap;

impl ColumnSpans {
    /// The surface of the spans, each a box as wide as its pixel: the faces at their ends, and the walls between
    /// neighbours as far as one of them reaches beyond the other.
    ///
    /// A closed and oriented surface whose volume is that of the columns. Walls are divided wherever one of the
    /// columns around their edges begins or ends, so that triangles meet edge to edge; where columns touch at an
    /// edge only, four meet there.
    ///
    /// ```
    /// use jostle::Scene;
    /// use jostle::mesh::{shapes, topology};
    /// use jostle::volume::layered::{LayeredQuery, LayeredWorkspace, Solid};
    ///
    /// let mut scene = Scene::new();
    /// let ball = scene.add("ball", shapes::icosphere(3, 1.0))?;
    /// let mut workspace = LayeredWorkspace::new();
    /// let image = workspace.build(&scene, &LayeredQuery::new([ball]).resolution(20))?;
    /// let surface = image.spans(&Solid::from(ball))?.surface();
    /// let volume = image.measure(&Solid::from(ball))?.volume;
    /// assert!((topology::signed_volume(&surface)? - volume).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn surface(&self) -> TriangleMesh {
        let PixelGrid { width, height, .. } = self.grid;
        let mut surface = SurfaceBuilder::new(self);
        for (x, y, span) in self.iter() {
            surface.add_ends(x, y, span);
        }
        // The walls on the lower sides of each pixel; those beyond the image are its upper sides.
        for (x, y) in (0..=height).flat_map(|y| (0..=width).map(move |x| (x, y))) {
            let here = self.column(x, y);
            if y < height {
                let before = self.column(x.wrapping_sub(1), y);
                surface.add_walls([[x, y], [x, y + 1]], before, here);
            }
            if x < width {
                let before = self.column(x, y.wrapping_sub(1));
                surface.add_walls([[x + 1, y], [x, y]], before, here);
            }
        }
        surface.mesh
    }

    /// The depths at which the columns around a corner of a pixel begin or end, ascending.
    fn depths_around(&self, [x, y]: [u32; 2], depths: &mut Vec<f64>) {
        depths.clear();
        for (x, y) in [(x, y), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))]
            .into_iter()
            .chain([(x.wrapping_sub(1), y.wrapping_sub(1))])
        {
            depths.extend(self.column(x, y).iter().flat_map(|span| [span.near, span.far]));
        }
        depths.sort_unstable_by(f64::total_cmp);
        depths.dedup();
    }
}

/// A surface in the making.
struct SurfaceBuilder<'s> {
    spans: &'s ColumnSpans,
    mesh: TriangleMesh,
    /// Vertices by the corner of pixels that they are behind, and their depths.
    vertices: HashMap<([u32; 2], u64), u32>,
    /// Depths along the two edges of a wall.
    chains: [Vec<f64>; 2],
}

impl<'s> SurfaceBuilder<'s> {
    fn new(spans: &'s ColumnSpans) -> SurfaceBuilder<'s> {
        SurfaceBuilder {
            spans,
            mesh: TriangleMesh::default(),
            vertices: HashMap::new(),
            chains: Default::default(),
        }
    }

    fn vertex(&mut self, corner: [u32; 2], depth: f64) -> u32 {
        // Zero has two signs.
        let key = (corner, (depth + 0.0).to_bits());
        *self.vertices.entry(key).or_insert_with(|| {
            let [x, y] = corner.map(f64::from);
            self.mesh.vertices.push(self.spans.grid.point(x, y, depth));
            (self.mesh.vertices.len() - 1) as u32
        })
    }

    /// The faces at the ends of a span.
    fn add_ends(&mut self, x: u32, y: u32, span: &Span) {
        let corners = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
        let [a, b, c, d] = corners.map(|corner| self.vertex(corner, span.near));
        self.mesh.elements.extend([[a, c, b], [a, d, c]]);
        let [a, b, c, d] = corners.map(|corner| self.vertex(corner, span.far));
        self.mesh.elements.extend([[a, b, c], [a, c, d]]);
    }

    /// The walls over an edge between two columns, given so that its right side is the first column's.
    fn add_walls(&mut self, edge: [[u32; 2]; 2], before: &[Span], here: &[Span]) {
        if before.is_empty() && here.is_empty() {
            return;
        }
        for (corner, chain) in edge.into_iter().zip(&mut self.chains) {
            self.spans.depths_around(corner, chain);
        }
        let [from, to] = edge;
        subtract(before, here, |part| self.add_wall(from, to, false, part));
        subtract(here, before, |part| self.add_wall(from, to, true, part));
    }

    /// A wall between two depths, of triangles from one edge to the other; seen from the column that it faces,
    /// its first corner is to the left, or to the right if it is turned.
    fn add_wall(&mut self, from: [u32; 2], to: [u32; 2], is_turned: bool, [near, far]: [f64; 2]) {
        let chains = std::mem::take(&mut self.chains);
        let [left, right] = [0, 1].map(|side| {
            let chain: &[f64] = &chains[side];
            let first = chain.partition_point(|&depth| depth < near);
            &chain[first..chain.partition_point(|&depth| depth <= far)]
        });
        let (mut l, mut r) = (0, 0);
        while l + 1 < left.len() || r + 1 < right.len() {
            let is_left = match (left.get(l + 1), right.get(r + 1)) {
                (Some(next), Some(other)) => next <= other,
                (next, _) => next.is_some(),
            };
            let [a, b] = [self.vertex(from, left[l]), self.vertex(to, right[r])];
            let c = match is_left {
                true => self.vertex(from, left[l + 1]),
                false => self.vertex(to, right[r + 1]),
            };
            self.mesh.elements.push(if is_turned { [a, c, b] } else { [a, b, c] });
            (l, r) = if is_left { (l + 1, r) } else { (l, r + 1) };
        }
        self.chains = chains;
    }
}

/// Shows the parts of spans that others leave.
fn subtract(spans: &[Span], others: &[Span], mut show: impl FnMut([f64; 2])) {
    for span in spans {
        let mut near = span.near;
        for other in others.iter().filter(|other| other.far > span.near && other.near < span.far) {
            if other.near > near {
                show([near, other.near]);
            }
            near = near.max(other.far);
        }
        if near < span.far {
            show([near, span.far]);
        }
    }
}
