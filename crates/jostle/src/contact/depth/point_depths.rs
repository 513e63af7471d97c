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

/// The colliding points of one object in another, or in itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairDepths {
    /// The object of the points.
    pub object: ObjectId,
    /// The object that they are in.
    pub touched: ObjectId,
    /// The first of the points.
    first: usize,
    /// How many points there are; at least one.
    pub count: usize,
    /// The largest depth.
    pub largest: f64,
    /// The mean depth.
    pub mean: f64,
    /// The sum of all directions times their depths.
    pub resultant: DVec3,
}

impl PairDepths {
    /// The resultant with unit length, or zero if there is none: all points merely touch, or they cancel out.
    pub fn direction(&self) -> DVec3 {
        unit(self.resultant).unwrap_or(DVec3::ZERO)
    }
}

/// The colliding points of a scene: by the object of the point, then the object touched, then the vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointDepths {
    pub(super) points: Vec<PointDepth>,
    pub(super) pairs: Vec<PairDepths>,
}

impl PointDepths {
    /// All colliding points. A point in several objects is listed for each.
    pub fn points(&self) -> &[PointDepth] {
        &self.points
    }

    /// The sums of each object in each other that has points in it.
    pub fn pairs(&self) -> &[PairDepths] {
        &self.pairs
    }

    /// The points of a pair.
    pub fn points_of(&self, pair: &PairDepths) -> &[PointDepth] {
        &self.points[pair.first..pair.first + pair.count]
    }

    /// The points of one object in another.
    pub fn between(&self, object: ObjectId, touched: ObjectId) -> Option<&PairDepths> {
        let at =
            self.pairs.binary_search_by_key(&(object, touched), |own| (own.object, own.touched));
        at.ok().map(|at| &self.pairs[at])
    }

    /// Whether nothing is in anything.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Sums up the points of each pair.
    pub(super) fn sum_up(&mut self) {
        self.pairs.clear();
        let mut first = 0;
        let runs = self.points.chunk_by(|a, b| (a.object, a.touched) == (b.object, b.touched));
        for run in runs {
            let (mut sum, mut largest, mut resultant) = (0.0, 0.0, DVec3::ZERO);
            for own in run {
                sum += own.depth;
                largest = f64::max(largest, own.depth);
                resultant += own.depth * own.direction;
            }
            self.pairs.push(PairDepths {
                object: run[0].object,
                touched: run[0].touched,
                first,
                count: run.len(),
                largest,
                mean: sum / run.len() as f64,
                resultant,
            });
            first += run.len();
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.points.capacity() * size_of::<PointDepth>()
            + self.pairs.capacity() * size_of::<PairDepths>()
    }
}
