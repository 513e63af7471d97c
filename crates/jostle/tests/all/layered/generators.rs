//! Another way to make layers: every pixel against every triangle, in any order, then sorted.

use super::{scene_of, turned};
use jostle::DVec3;
use jostle::mesh::shapes;
use jostle::volume::layered::{
    Layer, LayerGenerator, LayerInput, LayeredError, LayeredQuery, LayeredWorkspace, Layers,
    Region, Solid, ViewAxis,
};

/// Unordered fragments, found one by one.
#[derive(Default)]
struct EveryPixel;

impl LayerGenerator for EveryPixel {
    fn generate(&mut self, input: &LayerInput, layers: &mut Layers) -> Result<(), LayeredError> {
        layers.starts.clear();
        layers.layers.clear();
        layers.starts.push(0);
        for (x, y) in (0..input.height).flat_map(|y| (0..input.width).map(move |x| (x, y))) {
            let middle = DVec3::new(f64::from(x) + 0.5, f64::from(y) + 0.5, 0.0);
            for (t, triangle) in input.triangles.iter().enumerate().rev() {
                let [a, b, c] = triangle.corners;
                let weight = |p: DVec3, q: DVec3| (q - p).cross(middle - p).z;
                let weights = [weight(b, c), weight(c, a), weight(a, b)];
                let area = weights.iter().sum::<f64>();
                if area != 0.0 && weights.iter().all(|w| *w / area > 0.0) {
                    let depth = (weights[0] * a.z + weights[1] * b.z + weights[2] * c.z) / area;
                    // Rows grow downwards as seen from smaller depths.
                    layers.layers.push(Layer::new(depth, t as u32, triangle.object, area < 0.0));
                }
            }
            layers.starts.push(layers.layers.len() as u32);
        }
        layers.sort();
        Ok(())
    }
}

#[test]
fn scan_conversion_finds_what_every_pixel_finds() {
    let tilt = |mesh, angle| turned(mesh, DVec3::new(1.0, 2.0, 3.0), angle);
    // Nothing symmetric: an edge through the middle of a pixel would be nobody's, or of two.
    let mut ball = shapes::ball_tets(3, 0.9);
    let turn = jostle::glam::DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), 1.2);
    ball.vertices.iter_mut().for_each(|v| *v = turn * *v);
    let (scene, ids) = scene_of([
        tilt(shapes::torus(1.0, 0.4, 23, 11), 0.4).into(),
        tilt(shapes::box_surface(DVec3::new(1.0, 2.0, 1.5), [2; 3]), 1.0).into(),
        ball.translated(DVec3::new(0.3, 0.2, 0.1)).into(),
    ]);
    for (axis, region) in [ViewAxis::X, ViewAxis::Y, ViewAxis::Z]
        .into_iter()
        .flat_map(|axis| [(axis, Region::Whole), (axis, Region::Overlap)])
    {
        let query = LayeredQuery::new(ids.clone()).axis(axis).region(region).resolution(61);
        let mut scanned = LayeredWorkspace::new();
        let mut every = LayeredWorkspace::with_generator(EveryPixel);
        let scanned = scanned.build(&scene, &query).unwrap();
        let every = every.build(&scene, &query).unwrap();
        assert_eq!(scanned.grid(), every.grid());
        // Corners are rounded, so a pixel in ten thousand may fall on the other side of an edge.
        let pixels = scanned.grid().pixels();
        let is_same = |&pixel: &usize| {
            let [own, other] = [scanned, every].map(|image| image.layers().column(pixel));
            own.len() == other.len()
                && own.iter().zip(other).all(|(a, b)| {
                    let is_near = (a.depth - b.depth).abs() < 1e-3;
                    is_near && a.triangle == b.triangle && a.enters() == b.enters()
                })
        };
        let same = (0..pixels).filter(is_same).count();
        assert!(same + 5 > pixels, "{same} of {pixels} along {axis:?}");
        for solid in [Solid::union(ids.clone()), Solid::from(ids[0]).and(ids[1]).minus(ids[2])] {
            let [own, other] = [scanned, every].map(|i| i.measure(&solid).unwrap().volume);
            assert!((own - other).abs() < 1e-2 * other, "{own} for {other}");
        }
    }
}
