//! The scenes that every engine runs on.

mod cubes;
mod folded;
mod n_body;
mod spheres;
mod spread;

pub use cubes::cubes;
pub use folded::folded;
pub use n_body::n_body;
pub use spheres::spheres;
pub use spread::spread;

use jostle::Mesh;

/// One mesh of a workload.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    pub mesh: Mesh,
    /// Whether it is tested against itself.
    pub has_self_collision: bool,
}

impl Object {
    fn new(mesh: impl Into<Mesh>, has_self_collision: bool) -> Object {
        Object { mesh: mesh.into(), has_self_collision }
    }
}

/// How large to make a workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// For a smoke test, in milliseconds.
    Quick,
    /// As the table says.
    Full,
}

/// A scene with a name.
pub struct Workload {
    pub name: &'static str,
    pub about: &'static str,
    pub make: fn(Size) -> Vec<Object>,
}

/// All workloads, in the order of the report.
pub const ALL: [Workload; 8] = [
    Workload {
        name: "spheres",
        about: "two bumpy spheres that overlap by a tenth of their diameter; between objects",
        make: |size| spheres(resolution(size)),
    },
    Workload {
        name: "spheres-8x",
        about: "the same with 8 times the triangles",
        make: |size| spheres(eightfold(resolution(size))),
    },
    Workload {
        name: "folded",
        about: "a bumpy sphere with a cap pushed through its far side; self-collision",
        make: |size| folded(resolution(size)),
    },
    Workload {
        name: "folded-8x",
        about: "the same with 8 times the triangles",
        make: |size| folded(eightfold(resolution(size))),
    },
    Workload {
        name: "cubes",
        about: "two jittered cubes of tetrahedra that overlap by half; between objects",
        make: |size| cubes(divisions(size)),
    },
    Workload {
        name: "cubes-8x",
        about: "the same with 8 times the tetrahedra",
        make: |size| cubes(2 * divisions(size)),
    },
    Workload {
        name: "n-body",
        about: "bumpy balls on a shaken lattice, half of the neighbours touching; between objects",
        make: |size| match size {
            Size::Quick => n_body(3),
            Size::Full => n_body(10),
        },
    },
    Workload {
        name: "spread",
        about: "folded spheres on a floor, elements from 1 down to 1/4096; self and between",
        make: |size| match size {
            Size::Quick => spread(6),
            Size::Full => spread(32),
        },
    },
];

/// 81,920 triangles when full.
fn resolution(size: Size) -> u32 {
    match size {
        Size::Quick => 10,
        Size::Full => 64,
    }
}

/// The resolution that has eight times the triangles, to the nearest.
fn eightfold(resolution: u32) -> u32 {
    (resolution as f64 * 8f64.sqrt()).round() as u32
}

/// 48,000 tetrahedra when full.
fn divisions(size: Size) -> u32 {
    match size {
        Size::Quick => 4,
        Size::Full => 20,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle::{Query, Scene, collide};

    fn pairs(objects: &[Object]) -> (usize, usize) {
        let mut scene = Scene::new();
        for object in objects {
            let added = scene.add("object", object.mesh.clone()).expect("a valid mesh");
            scene
                .set_self_collision(added, object.has_self_collision)
                .expect("an object of the scene");
        }
        let collisions = collide(&scene, &Query::default()).expect("finite positions");
        (collisions.pairs().len(), collisions.self_pair_count())
    }

    #[test]
    fn every_workload_has_the_collisions_it_is_about() {
        for workload in ALL {
            let objects = (workload.make)(Size::Quick);
            let (all, within) = pairs(&objects);
            let expects_self = objects.iter().any(|object| object.has_self_collision);
            assert_eq!(within > 0, expects_self, "{}", workload.name);
            assert_eq!(all > within, objects.len() > 1, "{}", workload.name);
        }
    }

    #[test]
    fn eightfold_workloads_have_eight_times_the_elements() {
        for (name, tolerance) in [("spheres", 0.05), ("folded", 0.05), ("cubes", 0.0)] {
            let count = |name: &str| {
                let workload = ALL.iter().find(|w| w.name == name).expect("a workload");
                let objects = (workload.make)(Size::Quick);
                objects.iter().map(|o| o.mesh.element_count()).sum::<usize>() as f64
            };
            let ratio = count(&format!("{name}-8x")) / count(name);
            assert!((ratio / 8.0 - 1.0).abs() <= tolerance, "{name}: {ratio}");
        }
    }
}
