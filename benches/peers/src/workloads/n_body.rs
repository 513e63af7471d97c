use super::Object;
use jostle::DVec3;
use jostle::mesh::shapes;
use jostle_testing::SplitMix64;

/// How far a centre is moved from its lattice point along each axis, the lattice having spacing 1.
const SHAKE: f64 = 0.1;

/// `side^3` bumpy balls of diameter 1 and 320 triangles each, all different, on a lattice that is
/// shaken so that about half of the neighbours touch.
pub fn n_body(side: u32) -> Vec<Object> {
    let mut random = SplitMix64::new(1);
    let mut objects = Vec::new();
    for k in 0..side {
        for j in 0..side {
            for i in 0..side {
                let shake = SHAKE * DVec3::from_array([(); 3].map(|_| random.signed()));
                let centre = DVec3::new(i as f64, j as f64, k as f64) + shake;
                let ball = shapes::bumpy_sphere(4, 0.05, random.next_u64());
                let ball = ball.scaled(DVec3::splat(0.5)).translated(centre);
                objects.push(Object::new(ball, false));
            }
        }
    }
    objects
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle::{Pair, Query, Scene, collide};
    use std::collections::BTreeSet;

    #[test]
    fn balls_have_a_few_hundred_triangles_and_stay_near_their_place() {
        let objects = n_body(3);
        assert_eq!(objects.len(), 27);
        for object in &objects {
            assert_eq!(object.mesh.element_count(), 320);
            let size = object.mesh.bounds().size();
            assert!(size.max_element() < 1.1 && size.min_element() > 0.9, "{size}");
        }
    }

    #[test]
    fn about_half_of_the_neighbours_touch() {
        let mut scene = Scene::new();
        for object in n_body(4) {
            scene.add("ball", object.mesh).expect("a valid mesh");
        }
        let collisions = collide(&scene, &Query::default()).expect("finite positions");
        let owners = |pair: &Pair| (scene.owner(pair.a), scene.owner(pair.b));
        let touching = collisions.pairs().iter().map(owners).collect::<BTreeSet<_>>().len();
        let neighbours = 3 * 3 * 4 * 4;
        let fraction = touching as f64 / neighbours as f64;
        assert!((0.35..0.65).contains(&fraction), "{fraction}");
    }
}
