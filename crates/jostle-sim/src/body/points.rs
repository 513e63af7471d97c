//! Point sets that keep their shape by matching.

use super::{Common, SoftBody};
use crate::error::{SimError, check_positive};
use crate::shape_matching::{ShapeMatching, ShapeMatchingSettings};
use glam::DVec3;

/// Points without elements. They collide with planes.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    /// Name, start and surface.
    pub common: Common,
    /// Where they are at rest, and at the start.
    pub points: Vec<DVec3>,
    /// The mass of each.
    pub mass: f64,
    /// How they keep their shape.
    pub matching: ShapeMatchingSettings,
}

impl Points {
    pub(crate) fn check(&self) -> Result<(), SimError> {
        check_positive(&self.common.name, "vertex-mass", self.mass)?;
        self.matching.check(&self.common.name)
    }

    pub(crate) fn soft_body(&self) -> SoftBody {
        let mut body = SoftBody::new(&self.common, self.points.len());
        let masses = vec![self.mass; self.points.len()];
        body.matching = Some(ShapeMatching::new(&self.points, &masses, &self.matching));
        body.finish();
        body
    }
}
