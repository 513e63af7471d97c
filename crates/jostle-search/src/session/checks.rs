//! What every kind of query refuses.

use super::{Filters, QueryError};
use crate::mesh::Scene;

/// Refuses positions that are not finite, and filters that name objects or elements that the scene does not have.
pub fn check(scene: &Scene, filters: &Filters) -> Result<(), QueryError> {
    scene.check()?;
    filters.check(scene)
}
