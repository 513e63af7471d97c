//! Layered depth cubes: images along all three axes (Lischinski and Rappoport 1998).

use super::{
    LayerGenerator, LayeredError, LayeredImage, LayeredQuery, LayeredWorkspace, Measure,
    SoftwareGenerator, Solid, ViewAxis,
};
use crate::geometry::Aabb;
use crate::mesh::{ObjectId, Scene};
use glam::DVec3;

/// Images of the same objects along x, y and z.
///
/// ```
/// use jostle::mesh::shapes;
/// use jostle::volume::layered::{LayeredCube, LayeredQuery};
/// use jostle::{DVec3, Scene};
///
/// let mut scene = Scene::new();
/// let a = scene.add("a", shapes::icosphere(4, 1.0))?;
/// let b = scene.add("b", shapes::icosphere(4, 1.0).translated(DVec3::X))?;
/// let mut cube = LayeredCube::new();
/// cube.build(&scene, &LayeredQuery::new([a, b]).resolution(128))?;
/// let shared = cube.intersection(a, b)?;
/// assert!((shared.volume - 1.3).abs() < 0.01 && shared.error < 0.01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct LayeredCube<G = SoftwareGenerator> {
    axes: [LayeredWorkspace<G>; 3],
}

/// The size of a part of space, from three images.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeMeasure {
    /// The mean of the three volumes.
    pub volume: f64,
    /// The standard error of the mean, from how far the three volumes differ. An estimate, not a bound: errors
    /// that all three have in common do not show.
    pub error: f64,
    /// The surface area, of what all three images see of it.
    pub area: f64,
    /// The mean of the centres of mass; `None` where no image shows a volume.
    pub centroid: Option<DVec3>,
    /// The part that all three boxes have in common: each is too large across its columns only.
    pub bounds: Aabb,
    /// What the images along x, y and z say.
    pub axes: [Measure; 3],
}

impl LayeredCube {
    /// One that makes images on the CPU.
    pub fn new() -> LayeredCube {
        LayeredCube::default()
    }
}

impl<G: LayerGenerator> LayeredCube<G> {
    /// One that makes images in other ways, one for each axis.
    pub fn with_generators(generators: [G; 3]) -> LayeredCube<G> {
        LayeredCube { axes: generators.map(LayeredWorkspace::with_generator) }
    }

    /// Makes the images along all axes, whichever the query asks for.
    pub fn build(&mut self, scene: &Scene, query: &LayeredQuery) -> Result<(), LayeredError> {
        for (workspace, axis) in self.axes.iter_mut().zip([ViewAxis::X, ViewAxis::Y, ViewAxis::Z]) {
            workspace.build(scene, &query.clone().axis(axis))?;
        }
        Ok(())
    }

    /// The images along x, y and z.
    pub fn images(&self) -> [&LayeredImage; 3] {
        [0, 1, 2].map(|axis| self.axes[axis].image())
    }

    /// The size of what is in a solid and in the region.
    pub fn measure(&self, solid: &Solid) -> Result<CubeMeasure, LayeredError> {
        let [x, y, z] = self.images().map(|image| image.measure(solid));
        Ok(CubeMeasure::new([x?, y?, z?]))
    }

    /// The size of what is in two objects, in the region.
    pub fn intersection(&self, a: ObjectId, b: ObjectId) -> Result<CubeMeasure, LayeredError> {
        self.measure(&Solid::intersection([a, b]))
    }
}

impl CubeMeasure {
    fn new(axes: [Measure; 3]) -> CubeMeasure {
        let volume = axes.iter().map(|own| own.volume).sum::<f64>() / 3.0;
        let squares = axes.iter().map(|own| (own.volume - volume).powi(2)).sum::<f64>();
        let centroids = || axes.iter().filter_map(|own| own.centroid);
        let count = centroids().count();
        CubeMeasure {
            volume,
            // The sample variance by the number of samples.
            error: (squares / 2.0 / 3.0).sqrt(),
            area: axes.iter().map(|own| own.facing_area).sum(),
            centroid: (count > 0).then(|| centroids().sum::<DVec3>() / count as f64),
            bounds: axes
                .iter()
                .map(|own| own.bounds)
                .reduce(Aabb::intersection)
                .unwrap_or(Aabb::EMPTY),
            axes,
        }
    }
}
