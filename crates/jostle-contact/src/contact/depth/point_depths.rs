//! The answer: colliding points, and sums of them.

use super::weighted_mean::unit;
use crate::mesh::ObjectId;
use glam::DVec3;

/// How the depth of a point was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DepthStage {
    /// From edges of the point that meet the surface.
    Border,
    /// From neighbours that were known before, in the layer of this number: the first is next to border points.
    Propagated(u32),
    /// From the closest point of the surface: because that was asked for, or because no border leads here.
    Closest,
}

/// A vertex in another object, or in its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointDepth {
    /// The vertex in the scene.
    pub vertex: u32,
    /// The object of the vertex.
    pub object: ObjectId,
    /// The object that it is in.
    pub touched: ObjectId,
    /// How deep; at least zero.
    pub depth: f64,
    /// Which way is out, of unit length.
    pub direction: DVec3,
    /// How both were told.
    pub stage: DepthStage,
}

/// An edge of a surface that passes through another object, or through its own body elsewhere, with both ends outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeDepth {
    /// Its vertices in the scene, the lower first.
    pub vertices: [u32; 2],
    /// The object of the edge.
    pub object: ObjectId,
    /// The object that it passes through.
    pub touched: ObjectId,
    /// Where the middle of its longest part inside is, from 0 at the first vertex to 1 at the second: a solver that
    /// moves vertices shares a push between them by `1 - part` and `part`.
    pub part: f64,
    /// How far the closest point of the surface is from there.
    pub depth: f64,
    /// Which way it is, of unit length.
    pub direction: DVec3,
}

/// What is of one object in another, or in itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairDepths {
    /// The object of the points.
    pub object: ObjectId,
    /// The object that they are in.
    pub touched: ObjectId,
    /// The first of the points.
    first: usize,
    /// How many points there are. There may be none, if there are edges.
    pub count: usize,
    /// The first of the edges.
    first_edge: usize,
    /// How many edges pass through with both ends outside.
    pub edge_count: usize,
    /// The largest depth of a point or an edge.
    pub largest: f64,
    /// The mean depth of points and edges.
    pub mean: f64,
    /// The sum of all directions times their depths, of points and edges.
    pub resultant: DVec3,
}

impl PairDepths {
    /// The resultant with unit length, or zero if there is none: all points merely touch, or they cancel out.
    pub fn direction(&self) -> DVec3 {
        unit(self.resultant).unwrap_or(DVec3::ZERO)
    }
}

/// How two objects push each other apart: the points and edges of both in each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// The two objects, the lower first.
    pub objects: [ObjectId; 2],
    /// How many points and edges of either are in the other; at least one.
    pub count: usize,
    /// The largest depth of any of them.
    pub largest: f64,
    /// The sum of what the first object's say less that of what the second's say: the first is pushed along it, the
    /// second against it.
    pub resultant: DVec3,
}

impl Push {
    /// The resultant with unit length, or zero if there is none.
    pub fn direction(&self) -> DVec3 {
        unit(self.resultant).unwrap_or(DVec3::ZERO)
    }

    /// The mean of what points and edges say.
    pub fn mean(&self) -> DVec3 {
        self.resultant / self.count as f64
    }
}

/// The colliding points of a scene: by the object of the point, then the object touched, then the vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointDepths {
    pub(super) points: Vec<PointDepth>,
    pub(super) edges: Vec<EdgeDepth>,
    pub(super) pairs: Vec<PairDepths>,
}

impl PointDepths {
    /// All colliding points. A point in several objects is listed for each.
    pub fn points(&self) -> &[PointDepth] {
        &self.points
    }

    /// Edges that pass through objects with both ends outside; by the object of the edge, then the object touched, and in
    /// an order that is always the same. Empty if the query is without them.
    pub fn edges(&self) -> &[EdgeDepth] {
        &self.edges
    }

    /// The sums of each object in each other that has points or edges in it.
    pub fn pairs(&self) -> &[PairDepths] {
        &self.pairs
    }

    /// The points of a pair.
    pub fn points_of(&self, pair: &PairDepths) -> &[PointDepth] {
        &self.points[pair.first..pair.first + pair.count]
    }

    /// The edges of a pair.
    pub fn edges_of(&self, pair: &PairDepths) -> &[EdgeDepth] {
        &self.edges[pair.first_edge..pair.first_edge + pair.edge_count]
    }

    /// The points and edges of one object in another.
    pub fn between(&self, object: ObjectId, touched: ObjectId) -> Option<&PairDepths> {
        let at =
            self.pairs.binary_search_by_key(&(object, touched), |own| (own.object, own.touched));
        at.ok().map(|at| &self.pairs[at])
    }

    /// What pushes objects apart, two by two, each once; what is in its own object is left out.
    ///
    /// Moving the first object of each along half of the [mean](Push::mean), the second against it, and both by a share of
    /// the scene's largest depth more, parts them.
    ///
    /// ```
    /// use jostle::contact::{DepthQuery, DepthSearch};
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Scene};
    ///
    /// let mut scene = Scene::new();
    /// for i in 0..8 {
    ///     let place = DVec3::new((i % 2) as f64, (i / 2 % 2) as f64, (i / 4) as f64);
    ///     scene.add("ball", shapes::icosphere(2, 1.0).translated(place * 1.6))?;
    /// }
    /// let mut search = DepthSearch::new();
    /// for step in 0.. {
    ///     let depths = search.find(&scene, &DepthQuery::new())?;
    ///     if depths.is_empty() {
    ///         break;
    ///     }
    ///     assert!(step < 100, "they come apart");
    ///     let pushes: Vec<_> = depths.pushes().collect();
    ///     let deepest = pushes.iter().map(|own| own.largest).fold(1e-12, f64::max);
    ///     for own in pushes {
    ///         let by = own.mean() * 0.5 + own.direction() * deepest * 0.3;
    ///         scene.vertices_mut(own.objects[0])?.iter_mut().for_each(|v| *v += by);
    ///         scene.vertices_mut(own.objects[1])?.iter_mut().for_each(|v| *v -= by);
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pushes(&self) -> impl Iterator<Item = Push> + '_ {
        self.pairs.iter().filter_map(|own| {
            let back = self.between(own.touched, own.object);
            // Two that are in each other are told with the lower one.
            if own.object == own.touched || back.is_some() && own.object > own.touched {
                return None;
            }
            let sign = if own.object < own.touched { 1.0 } else { -1.0 };
            let mut push = Push {
                objects: [own.object.min(own.touched), own.object.max(own.touched)],
                count: own.count + own.edge_count,
                largest: own.largest,
                resultant: own.resultant * sign,
            };
            if let Some(back) = back {
                push.count += back.count + back.edge_count;
                push.largest = push.largest.max(back.largest);
                push.resultant -= back.resultant;
            }
            Some(push)
        })
    }

    /// Whether nothing is in anything.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty() && self.edges.is_empty()
    }

    /// Sums up the points and edges of each pair.
    pub(super) fn sum_up(&mut self) {
        let PointDepths { points, edges, pairs } = self;
        pairs.clear();
        let (mut first, mut first_edge) = (0, 0);
        while first < points.len() || first_edge < edges.len() {
            let of_points = points.get(first).map(|own| (own.object, own.touched));
            let of_edges = edges.get(first_edge).map(|own| (own.object, own.touched));
            let objects = of_points.into_iter().chain(of_edges).min();
            let (object, touched) = objects.expect("one of them has more");
            let is_of = |o: ObjectId, t: ObjectId| (o, t) == (object, touched);
            let count = points[first..].partition_point(|own| is_of(own.object, own.touched));
            let edge_count =
                edges[first_edge..].partition_point(|own| is_of(own.object, own.touched));
            let told = points[first..first + count].iter().map(|own| (own.depth, own.direction));
            let by_edges = &edges[first_edge..first_edge + edge_count];
            let told = told.chain(by_edges.iter().map(|own| (own.depth, own.direction)));
            let (mut sum, mut largest, mut resultant) = (0.0, 0.0, DVec3::ZERO);
            for (depth, direction) in told {
                sum += depth;
                largest = f64::max(largest, depth);
                resultant += depth * direction;
            }
            let mean = sum / (count + edge_count) as f64;
            pairs.push(PairDepths {
                object,
                touched,
                first,
                count,
                first_edge,
                edge_count,
                largest,
                mean,
                resultant,
            });
            (first, first_edge) = (first + count, first_edge + edge_count);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.points.capacity() * size_of::<PointDepth>()
            + self.edges.capacity() * size_of::<EdgeDepth>()
            + self.pairs.capacity() * size_of::<PairDepths>()
    }
}
