//! What is true of the depth of any two objects.

use super::solids::{cell_tets, cells};
use super::{check, found, scene};
use jostle::distance::{ObjectDepth, ObjectDepthQuery, depth};
use jostle::mesh::shapes;
use jostle::{DVec3, Mesh, ObjectId, Query, Scene, SimplexMesh, collide};
use jostle_testing::SplitMix64;
use proptest::prelude::*;

/// Elements at random, on a coarse lattice or anywhere.
fn soup<const N: usize>(random: &mut SplitMix64, is_lattice: bool) -> SimplexMesh<N> {
    let count = 1 + (random.unit() * 8.0) as u32;
    let mut vertices = Vec::new();
    for _ in 0..count {
        let at = DVec3::new(random.signed(), random.signed(), random.signed());
        for _ in 0..N {
            let p = at + DVec3::new(random.signed(), random.signed(), random.signed());
            vertices.push(if is_lattice { (p * 2.0).round() } else { p });
        }
    }
    let elements = (0..count).map(|e| std::array::from_fn(|i| e * N as u32 + i as u32));
    SimplexMesh::new(vertices, elements.collect())
}

/// Cells of a lattice that hang together.
fn blob(random: &mut SplitMix64) -> Vec<[i32; 3]> {
    let mut all = vec![[0; 3]];
    for _ in 0..(random.unit() * 7.0) as usize {
        let mut next = all[(random.unit() * all.len() as f64) as usize];
        next[(random.unit() * 3.0) as usize] += if random.unit() < 0.5 { 1 } else { -1 };
        if !all.contains(&next) {
            all.push(next);
        }
    }
    all
}

fn object(random: &mut SplitMix64) -> Mesh {
    match (random.unit() * 7.0) as usize {
        0 => soup::<3>(random, true).into(),
        1 => soup::<3>(random, false).into(),
        2 => soup::<4>(random, false).into(),
        3 => cells(&blob(random)).into(),
        4 => cell_tets(&blob(random)).into(),
        5 => shapes::torus(1.0, 0.2 + 0.3 * random.unit(), 12, 6).into(),
        _ => shapes::bumpy_sphere(3, 0.4 * random.unit(), random.next_u64()).into(),
    }
}

fn moved(mesh: Mesh, by: DVec3) -> Mesh {
    match mesh {
        Mesh::Triangles(mesh) => mesh.translated(by).into(),
        Mesh::Tets(mesh) => mesh.translated(by).into(),
    }
}

/// The connected parts of an object, each by itself.
fn components<const N: usize>(mesh: &SimplexMesh<N>) -> Vec<SimplexMesh<N>> {
    let mut part: Vec<u32> = (0..mesh.vertices.len() as u32).collect();
    // The least vertex of each part spreads over it.
    let mut is_settled = false;
    while !is_settled {
        is_settled = true;
        for element in &mesh.elements {
            let least = element.iter().map(|&v| part[v as usize]).min().expect("corners");
            for &v in element {
                is_settled &= part[v as usize] == least;
                part[v as usize] = least;
            }
        }
    }
    let mut roots: Vec<u32> = mesh.elements.iter().map(|own| part[own[0] as usize]).collect();
    roots.sort_unstable();
    roots.dedup();
    let of = |root: u32| {
        let own = mesh.elements.iter().filter(|own| part[own[0] as usize] == root);
        SimplexMesh::new(mesh.vertices.clone(), own.copied().collect())
    };
    roots.into_iter().map(of).collect()
}

/// Whether the objects have a common point once the second is moved: a part of it may be inside the first while another
/// is outside, which collisions do not tell of objects as a whole.
fn collides_after(scene: &Scene, by: DVec3) -> bool {
    let parts = |object: usize, by: DVec3| -> Vec<Mesh> {
        match moved(scene.mesh(ObjectId::new(object)).unwrap(), by) {
            Mesh::Triangles(mesh) => components(&mesh).into_iter().map(Mesh::from).collect(),
            Mesh::Tets(mesh) => components(&mesh).into_iter().map(Mesh::from).collect(),
        }
    };
    let (first, second) = (parts(0, DVec3::ZERO), parts(1, by));
    first.iter().any(|a| {
        second
            .iter()
            .any(|b| collide(&super::scene(a.clone(), b.clone()), &Query::default()).unwrap().any())
    })
}

/// Translations at random that are shorter than the lower bound, most of them hardly.
fn assert_at_least(scene: &Scene, found: &ObjectDepth, rounding: f64, random: &mut SplitMix64) {
    for _ in 0..40 {
        let direction = DVec3::new(random.signed(), random.signed(), random.signed());
        let share = 1.0 - random.unit().powi(4);
        let length = found.at_least * share * (1.0 - 1e-12) - rounding;
        if length > 0.0 {
            let by = direction.normalize_or_zero() * length;
            assert!(collides_after(scene, by), "{found:?} {by}");
        }
    }
    // Along the direction that parts them as well.
    let length = found.at_least * (1.0 - 1e-12) - rounding;
    assert!(length <= 0.0 || collides_after(scene, found.direction * length), "{found:?}");
}

fn check_bounds(seed: u64, is_far: bool) -> Result<(), TestCaseError> {
    let random = &mut SplitMix64::new(seed);
    let by = DVec3::new(random.signed(), random.signed(), random.signed());
    let by = if random.unit() < 0.3 { (by * 4.0).round() } else { by };
    let offset = if is_far { DVec3::new(1e7, -3e6, 1e7) } else { DVec3::ZERO };
    let (a, b) = (object(random), moved(object(random), by));
    let (a, b) = (moved(a, offset), moved(b, offset));
    let there = scene(a.clone(), b.clone());
    let query = Query::default();
    match found(&there) {
        None => prop_assert!(!collide(&there, &query).unwrap().any()),
        Some(depth) => {
            prop_assert!(collide(&there, &query).unwrap().any());
            check(&there, &depth);
            assert_at_least(&there, &depth, if is_far { 1e-8 } else { 1e-15 }, random);
        }
    }
    // The other way round, and added in the other order.
    let opposite = |found: Option<ObjectDepth>| {
        found.map(|depth| ObjectDepth {
            direction: -depth.direction,
            translation: -depth.translation,
            ..depth
        })
    };
    let back = depth(&there, ObjectId::new(1), ObjectId::new(0), &ObjectDepthQuery::default());
    prop_assert_eq!(opposite(back.unwrap()), found(&there));
    let swapped = scene(b, a);
    prop_assert_eq!(opposite(found(&swapped)), found(&there));
    Ok(())
}

/// A part of the second object is inside the first, and another is not.
#[test]
fn bounds_hold_for_objects_of_several_parts() {
    check_bounds(5_845_465_618_176_799_256, false).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    #[test]
    fn bounds_hold(seed in any::<u64>(), is_far in any::<bool>()) {
        check_bounds(seed, is_far)?;
    }

    #[test]
    fn threads_change_nothing(seed in any::<u64>()) {
        let random = &mut SplitMix64::new(seed);
        let scene = scene(object(random), object(random));
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| found(&scene))
        };
        prop_assert_eq!(with(1), with(4));
    }
}

/// A budget that is spent in vain is rare among small objects.
#[test]
fn bounds_mostly_close() {
    let random = &mut SplitMix64::new(5);
    let (mut closed, mut open) = (0, 0);
    for _ in 0..80 {
        let by = DVec3::new(random.signed(), random.signed(), random.signed());
        if let Some(depth) = found(&scene(object(random), moved(object(random), by))) {
            *(if depth.is_closed { &mut closed } else { &mut open }) += 1;
        }
    }
    assert!(closed > 40 && open * 10 < closed, "{closed} {open}");
}
