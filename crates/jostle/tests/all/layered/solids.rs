//! Unions, intersections and differences.

use super::{Random, image_of, scene_of, turned};
use jostle::mesh::{Mesh, shapes, topology};
use jostle::volume::layered::{LayeredImage, LayeredQuery, Region, Solid, ViewAxis};
use jostle::{DVec3, ObjectId};

fn three_bodies(seed: u64) -> (LayeredImage, Vec<ObjectId>) {
    let mut random = Random(seed);
    let meshes: [Mesh; 3] = [
        shapes::torus(1.0, 0.4, 40, 20).into(),
        turned(shapes::box_surface(DVec3::ONE, [2; 3]), random.vector(), 1.0).into(),
        shapes::ball_tets(4, 0.8).translated(random.vector() * 0.5).into(),
    ];
    let (scene, ids) = scene_of(meshes);
    let query = LayeredQuery::new(ids.clone()).region(Region::Whole).resolution(100);
    (image_of(&scene, &query), ids)
}

#[test]
fn volumes_add_up() {
    for seed in 0..5 {
        let (image, ids) = three_bodies(seed);
        let volume = |solid: &Solid| image.measure(solid).unwrap().volume;
        let [a, b, c] = [0, 1, 2].map(|i| Solid::from(ids[i]));
        let [one, two] = [volume(&a), volume(&b)];
        let both = volume(&a.clone().and(b.clone()));
        assert!(both > 0.0);
        let is_same = |x: f64, y: f64| (x - y).abs() < 1e-12 * (one + two);
        assert!(is_same(volume(&a.clone().or(b.clone())) + both, one + two));
        assert!(is_same(volume(&a.clone().minus(b.clone())) + both, one));
        // Nested: what is in one of two but not in both, twice taken, is the first again.
        let odd = |x: &Solid, y: &Solid| x.clone().or(y.clone()).minus(x.clone().and(y.clone()));
        assert!(is_same(volume(&odd(&odd(&a, &b), &b)), one));
        // De Morgan, within the union.
        let all = Solid::union([a.clone(), b.clone(), c.clone()]);
        let left = all.clone().minus(a.clone().and(b.clone()));
        let right = all.clone().minus(a.clone()).or(all.clone().minus(b.clone()));
        assert!(is_same(volume(&left), volume(&right)));
        // Inclusion and exclusion of three.
        let pairs =
            [(0, 1), (1, 2), (0, 2)].map(|(i, j)| volume(&Solid::intersection([ids[i], ids[j]])));
        let three = volume(&Solid::intersection(ids.clone()));
        let sum = one + two + volume(&c) - pairs.iter().sum::<f64>() + three;
        assert!(is_same(volume(&all), sum));
        // Of nothing.
        assert_eq!(volume(&Solid::Union(vec![])), 0.0);
        let region = image.grid().region().size().element_product();
        assert!((volume(&Solid::Intersection(vec![])) / region - 1.0).abs() < 1e-12);
    }
}

#[test]
fn spans_are_those_that_are_measured() {
    let (image, ids) = three_bodies(9);
    let solid = Solid::from(ids[0]).or(ids[1]).minus(ids[2]);
    let (spans, measure) = (image.spans(&solid).unwrap(), image.measure(&solid).unwrap());
    assert_eq!(spans.iter().count() as u64, measure.spans);
    let length: f64 = spans.iter().map(|(_, _, span)| span.length()).sum();
    assert!((length * image.grid().pixel_area() / measure.volume - 1.0).abs() < 1e-12);
    let pixels: std::collections::BTreeSet<_> = spans.iter().map(|(x, y, _)| (x, y)).collect();
    let area = pixels.len() as f64 * image.grid().pixel_area();
    assert!((area / measure.projected_area - 1.0).abs() < 1e-12);
}

#[test]
fn the_surface_of_columns_is_closed_and_has_their_volume() {
    let (image, ids) = three_bodies(4);
    for solid in [Solid::from(ids[0]), Solid::union(ids.clone()), Solid::from(ids[1]).minus(ids[2])]
    {
        let surface = image.spans(&solid).unwrap().surface();
        let topology = topology::SurfaceTopology::from_mesh(&surface).unwrap();
        assert!(topology.is_closed() && topology.is_oriented());
        let volume = image.measure(&solid).unwrap().volume;
        let enclosed = topology::signed_volume(&surface).unwrap();
        assert!((enclosed / volume - 1.0).abs() < 1e-9, "{enclosed} for {volume}");
    }
}

#[test]
fn the_surface_of_a_box_is_a_box() {
    let block = shapes::box_surface(DVec3::new(1.0, 2.0, 3.0), [1; 3]);
    for axis in [ViewAxis::X, ViewAxis::Y, ViewAxis::Z] {
        let (scene, ids) = scene_of([block.clone().into()]);
        let query = LayeredQuery::new(ids.clone()).axis(axis).resolution(5);
        let surface = image_of(&scene, &query).spans(&Solid::from(ids[0])).unwrap().surface();
        assert!((topology::surface_area(&surface).unwrap() - 22.0).abs() < 1e-9);
        assert!((topology::signed_volume(&surface).unwrap() - 6.0).abs() < 1e-9);
    }
}
