//! Depths that are known.

use super::solids::{between, cell_tets, cells, convex_depth, cuboid, hull, plan};
use super::{check, checked, found, scene};
use jostle::distance::{Distance, DistanceError, ObjectDepthQuery, depth, distance};
use jostle::mesh::shapes::{self, Split};
use jostle::{DVec3, Mesh, ObjectId, TriangleMesh};
use jostle_testing::SplitMix64;

/// Checks that the bounds hold a depth and are within one percent of each other.
fn assert_depth(what: &str, a: impl Into<Mesh>, b: impl Into<Mesh>, depth: f64) {
    let scene = scene(a, b);
    let found = checked(&scene);
    assert!(found.at_least <= depth * (1.0 + 1e-12), "{what}: {found:?}, not {depth}");
    assert!(found.at_most >= depth * (1.0 - 1e-12), "{what}: {found:?}, not {depth}");
    assert!(found.is_closed && found.at_least >= 0.99 * found.at_most, "{what}: {found:?}");
}

/// Checks that the depth is rounding and nothing else.
fn assert_touching(what: &str, a: impl Into<Mesh>, b: impl Into<Mesh>) {
    let found = checked(&scene(a, b));
    assert!(found.at_least == 0.0 && found.at_most < 1e-13 && found.is_closed, "{what}: {found:?}");
}

#[test]
fn boxes() {
    let unit = || cuboid([1.0; 3], [0.0; 3]);
    assert_depth("a box in itself", unit(), unit(), 1.0);
    assert_depth("boxes beside each other", unit(), cuboid([1.0; 3], [0.25, 0.5, 0.125]), 0.5);
    assert_depth("a box in a box", cuboid([4.0; 3], [0.0; 3]), unit(), 2.5);
    assert_depth(
        "a box near a face of a box",
        cuboid([4.0; 3], [0.0; 3]),
        cuboid([1.0; 3], [1.2, 0.0, 0.3]),
        1.3,
    );
    let along = || cuboid([8.0, 1.0, 1.0], [0.0; 3]);
    let across = || cuboid([1.0, 8.0, 1.0], [0.0; 3]);
    assert_depth("crossed bars", along(), across(), 1.0);
    assert_depth(
        "crossed bars that hardly meet",
        along(),
        cuboid([1.0, 8.0, 1.0], [0.0, 0.0, 1.0 - 1e-6]),
        1e-6,
    );
    assert_depth(
        "a fine box in itself",
        shapes::box_surface(DVec3::ONE, [7, 5, 3]),
        shapes::box_surface(DVec3::ONE, [7, 5, 3]),
        1.0,
    );
    let tets =
        |size: [f64; 3]| shapes::box_tets([2, 3, 1], DVec3::from_array(size), Split::Five, 0.0, 0);
    assert_depth("tetrahedral crossed bars", tets([8.0, 1.0, 1.0]), tets([1.0, 8.0, 1.0]), 1.0);
    assert_depth("tetrahedra in a surface", tets([1.0; 3]), cuboid([3.0; 3], [0.5, 0.0, 0.0]), 1.5);
}

#[test]
fn balls() {
    for (level, at) in [(1, 0.0), (2, 0.3), (3, 0.0), (3, 1.1)] {
        let a = shapes::icosphere(level, 1.0);
        let b = shapes::icosphere(1, 0.7).translated(DVec3::new(at, at * 0.3, -at * 0.2));
        let depth = convex_depth(&a, &b);
        assert_depth("balls", a, b, depth);
    }
    let large = shapes::icosphere(5, 1.0);
    let small = shapes::icosphere(5, 0.5).translated(DVec3::X * 0.2);
    let found = checked(&scene(large, small));
    assert!(found.is_closed && found.at_most < 1.3 + 1e-12 && found.at_most > 1.29, "{found:?}");
}

#[test]
fn random_convex_polyhedra() {
    let mut random = SplitMix64::new(7);
    for case in 0..60 {
        let mut solid = |count: usize| {
            let stretch = DVec3::new(1.0 + random.unit(), 1.0, 0.2 + random.unit());
            let points: Vec<DVec3> = (0..count)
                .map(|_| DVec3::new(random.signed(), random.signed(), random.signed()) * stretch)
                .collect();
            hull(&points)
        };
        let (a, b) = (solid(5 + case % 7), solid(4 + case % 9));
        let by = DVec3::new(random.signed(), random.signed(), random.signed()) * 0.7;
        let b = b.translated(by);
        let depth = convex_depth(&a, &b);
        match found(&scene(a.clone(), b.clone())) {
            None => assert!(depth < 1e-12, "{depth}"),
            Some(_) => assert_depth(&format!("polyhedra {case}"), a, b, depth),
        }
    }
}

#[test]
fn angles() {
    let angle = |layers: i32| plan(&["#..", "#..", "###"], 0..layers);
    assert_depth("a flat angle in itself", cells(&angle(1)), cells(&angle(1)), 1.0);
    assert_depth("an angle in itself", cells(&angle(5)), cells(&angle(5)), 2f64.sqrt());
    assert_depth(
        "an angle of tetrahedra in itself",
        cell_tets(&angle(3)),
        cells(&angle(3)),
        2f64.sqrt(),
    );
    // Turned about, and hooked into the first.
    let hooked =
        cells(&plan(&["###", "..#", "..#"], 0..4)).translated(DVec3::new(-0.75, -0.5, 0.0));
    // Up until its upper arm clears the upright one, whose end is at 3; to the right it would be 1.75.
    assert_depth("hooked angles", cells(&angle(4)), hooked, 1.5);
}

#[test]
fn slots_and_rings() {
    let slot = || cells(&plan(&["#.#", "#.#", "###"], 0..3));
    let bar = |low: f64, high: f64| between([low, 1.5, -5.0], [high, 2.5, 8.0]);
    assert_depth("a bar too wide for its slot", slot(), bar(0.75, 2.25), 1.5);
    assert_depth("a bar in the side of a slot", slot(), bar(0.875, 1.375), 0.125);
    assert_depth("a bar through the wall of a slot", slot(), bar(-0.25, 0.75), 0.75);
    let ring = || cells(&plan(&["###", "#.#", "###"], 0..1));
    let thick = |length: f64| between([0.875, 0.875, -length], [2.125, 2.125, 1.0 + length]);
    assert_depth("a ring around a bar", ring(), thick(4.0), 2.125);
    assert_depth("a ring around a stud", ring(), thick(0.5), 1.5);
    let square = |layers| cell_tets(&plan(&["###", "#.#", "###"], layers));
    assert_depth("a ring of tetrahedra", square(0..2), thick(4.0), 2.125);
    let comb = || cells(&plan(&["#.#.#.#", "#.#.#.#", "#######"], 0..4));
    assert_depth("a comb in itself", comb(), comb(), 3.0);
}

#[test]
fn a_cavity_is_outside() {
    let mut shell = plan(&["###", "###", "###"], 0..3);
    shell.retain(|cell| *cell != [1, 1, 1]);
    let pebble = |x: f64| cuboid([0.5; 3], [x, 1.5, 1.5]);
    let hollow = || scene(cells(&shell), pebble(1.5));
    assert_eq!(found(&hollow()), None);
    let near = distance(&hollow(), ObjectId::new(0), ObjectId::new(1)).unwrap();
    assert!(matches!(near, Distance::Apart(apart) if (apart.distance - 0.25).abs() < 1e-12));
    assert_depth("into the cavity", cells(&shell), pebble(1.125), 0.125);
    assert_depth("out of the wall", cells(&shell), pebble(0.375), 0.625);
    assert_depth("out of a wall of tetrahedra", cell_tets(&shell), pebble(0.5), 0.75);
}

#[test]
fn open_surfaces() {
    let square = || shapes::cloth(1, 1, [2.0, 2.0]);
    let normal = square().vertices.iter().map(|p| p.abs()).fold(DVec3::ZERO, DVec3::max);
    assert_eq!(normal.min_element(), 0.0, "flat along one axis");
    let flat = |axis: usize, by: DVec3| {
        let lies = (0..3).find(|&i| normal[i] == 0.0).unwrap();
        let mesh = square();
        let at = mesh.vertices.iter().map(|p| {
            let mut p = *p;
            p.as_mut().swap(lies, axis);
            p + by
        });
        TriangleMesh::new(at.collect(), mesh.elements.clone())
    };
    assert_depth("crossed squares", flat(2, DVec3::ZERO), flat(1, DVec3::new(0.1, 0.05, 0.7)), 0.3);
    assert_depth("a square in a box", flat(2, DVec3::ZERO), cuboid([1.0; 3], [0.0, 0.0, 0.2]), 0.3);
    assert_touching(
        "squares in one plane",
        flat(2, DVec3::ZERO),
        flat(2, DVec3::new(0.3, 0.1, 0.0)),
    );
    assert_touching("one square", flat(0, DVec3::ZERO), flat(0, DVec3::ZERO));
}

#[test]
fn what_touches_has_no_depth() {
    let unit = || cuboid([1.0; 3], [0.0; 3]);
    assert_touching("at a face", unit(), cuboid([1.0; 3], [1.0, 0.25, 0.0]));
    assert_touching("at an edge", unit(), cuboid([1.0; 3], [1.0, 1.0, 0.0]));
    assert_touching("at a corner", unit(), cuboid([1.0; 3], [1.0, 1.0, 1.0]));
    let slot = cells(&plan(&["#.#", "#.#", "###"], 0..3));
    assert_touching(
        "at the bottom of a slot",
        slot.clone(),
        between([1.25, 1.0, 0.0], [1.75, 2.0, 3.0]),
    );
    let point = TriangleMesh::new(vec![DVec3::splat(0.5); 3], vec![[0, 1, 2]]);
    assert_touching("one point", point.clone(), point.clone());
    let inner = checked(&scene(unit(), point.translated(DVec3::splat(-0.25))));
    assert!((inner.at_least..=inner.at_most).contains(&0.25), "{inner:?}");
}

#[test]
fn anywhere_and_at_any_scale() {
    let angle = || cells(&plan(&["#..", "#..", "###"], 0..5));
    let other = || angle().translated(DVec3::new(0.3, 0.2, 0.1));
    let here = checked(&scene(angle(), other()));
    for by in [DVec3::splat(1e7), DVec3::new(-1e7, 3e5, 0.0), DVec3::splat(-1e12)] {
        let there = checked(&scene(angle().translated(by), other().translated(by)));
        // Vertices at the offset are rounded, and so is the depth.
        let rounding = 4e-15 * by.abs().max_element() + 1e-12;
        let depth = 0.7f64.hypot(0.8);
        assert!(there.at_least < depth + rounding && there.at_most > depth - rounding, "{there:?}");
        assert!(there.at_most < here.at_most * 1.01 + rounding, "{there:?}");
        assert!(there.is_closed || rounding > 1e-3, "{there:?}");
    }
    for scale in [2f64.powi(-500), 2f64.powi(500), 1e-300, 1e150] {
        let by = DVec3::splat(scale);
        let scene = scene(angle().scaled(by), other().scaled(by));
        let there = found(&scene).unwrap();
        check(&scene, &there);
        assert!((there.at_most / scale - here.at_most).abs() < 0.01, "{there:?} {here:?}");
        assert!(there.is_closed);
    }
}

#[test]
fn what_cannot_be_told_is_refused() {
    let unit = || cuboid([1.0; 3], [0.0; 3]);
    let ask = |scene: &jostle::Scene, b: usize, tolerance: f64| {
        let query = ObjectDepthQuery { tolerance, ..ObjectDepthQuery::default() };
        depth(scene, ObjectId::new(0), ObjectId::new(b), &query).unwrap_err()
    };
    let two = scene(unit(), unit());
    assert!(matches!(ask(&two, 0, 0.01), DistanceError::Same { .. }));
    assert!(matches!(ask(&two, 7, 0.01), DistanceError::Query(_)));
    assert!(matches!(ask(&two, 1, -1.0), DistanceError::BadTolerance { .. }));
    assert!(matches!(ask(&two, 1, f64::NAN), DistanceError::BadTolerance { .. }));
    let none = scene(unit(), TriangleMesh::default());
    assert!(matches!(ask(&none, 1, 0.01), DistanceError::Empty { .. }));
    let huge = DVec3::splat(1.6e308);
    let huge = scene(unit().scaled(huge), unit().scaled(huge));
    assert!(matches!(ask(&huge, 1, 0.01), DistanceError::OutOfRange));
}

#[test]
fn a_small_budget_is_kept_and_told() {
    let comb = || cells(&plan(&["#.#.#.#", "#.#.#.#", "#######"], 0..4));
    let scene = scene(comb(), comb().translated(DVec3::new(0.1, 0.2, 0.3)));
    let query = ObjectDepthQuery { tolerance: 0.0, most_evaluations: 50 };
    let found = depth(&scene, ObjectId::new(0), ObjectId::new(1), &query).unwrap().unwrap();
    check(&scene, &found);
    assert!(!found.is_closed && found.evaluations < 300, "{found:?}");
}
