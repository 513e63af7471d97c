//! What is inside what, by other means than the engine's: segments to far points against all triangles,
//! each decided by the oracle.

use super::oracle_points::points;
use jostle::mesh::Element;
use jostle::{ElementId, ObjectId, Pair, Scene};
use jostle_oracle::cases::SplitMix64;
use jostle_oracle::{Point, intersect};
use std::collections::BTreeMap;

/// All `(inner, outer)` such that the outer object is a closed surface, the two do not touch, and every
/// connected component of the inner one is inside; the colliding pairs of the scene are given.
pub(super) fn inside_pairs(
    scene: &Scene,
    pairs: &[Pair],
) -> Result<Vec<(ObjectId, ObjectId)>, String> {
    let touch = |a: ObjectId, b: ObjectId| {
        pairs.iter().any(|pair| {
            let owners = (scene.owner(pair.a), scene.owner(pair.b));
            owners == (a, b) || owners == (b, a)
        })
    };
    let mut inside = Vec::new();
    for outer in scene.object_ids() {
        let Some(surface) = closed_surface(scene, outer) else { continue };
        for inner in scene.object_ids().filter(|&inner| inner != outer && !touch(inner, outer)) {
            if is_inside(&surface, &component_points(scene, inner))? {
                inside.push((inner, outer));
            }
        }
    }
    inside.sort_unstable();
    Ok(inside)
}

/// The triangles of an object, if it is a surface that uses each of its edges an even number of times.
fn closed_surface(scene: &Scene, object: ObjectId) -> Option<Vec<[Point; 3]>> {
    let mut uses = BTreeMap::new();
    let mut triangles = Vec::new();
    for element in elements(scene, object) {
        let Element::Triangle(points) = scene.element(element) else { return None };
        triangles.push(points.map(|p| p.to_array()));
        let corners = scene.corner_indices(element);
        for i in 0..3 {
            let (a, b) = (corners[i], corners[(i + 1) % 3]);
            *uses.entry((a.min(b), a.max(b))).or_insert(0) += 1;
        }
    }
    uses.values().all(|uses| uses % 2 == 0).then_some(triangles)
}

fn elements(scene: &Scene, object: ObjectId) -> impl Iterator<Item = ElementId> {
    scene.objects()[object.index()].elements().map(ElementId::new)
}

/// Two vertices of each connected component: the ends of its first element.
fn component_points(scene: &Scene, object: ObjectId) -> Vec<[Point; 2]> {
    // The lowest vertex that each vertex is known to be connected with.
    let mut lowest: Vec<u32> = (0..scene.vertices().len() as u32).collect();
    let mut changes = true;
    while changes {
        changes = false;
        for element in elements(scene, object) {
            let corners = scene.corner_indices(element);
            let least = corners.iter().map(|&v| lowest[v as usize]).min().unwrap_or(0);
            for &v in corners {
                changes |= std::mem::replace(&mut lowest[v as usize], least) != least;
            }
        }
    }
    let mut components = BTreeMap::new();
    for element in elements(scene, object) {
        let component = lowest[scene.corner_indices(element)[0] as usize];
        let own = points(scene, element);
        components.entry(component).or_insert([own[0], own[own.len() - 1]]);
    }
    components.into_values().collect()
}

/// Whether all components are inside a closed surface that none of them touches.
fn is_inside(surface: &[[Point; 3]], components: &[[Point; 2]]) -> Result<bool, String> {
    let mut all = !components.is_empty();
    for points in components {
        let [first, last] = [is_enclosed(surface, points[0])?, is_enclosed(surface, points[1])?];
        if first != last {
            return Err(format!("only one of {points:?} is inside"));
        }
        all &= first;
    }
    Ok(all)
}

/// Whether a segment from the point to one beyond the surface crosses it an odd number of times.
fn is_enclosed(surface: &[[Point; 3]], point: Point) -> Result<bool, String> {
    let coordinates = || surface.iter().flatten().flatten().chain(&point);
    let reach = coordinates().fold(0.0, |reach: f64, x| reach.max(x.abs()));
    let beyond = coordinates().any(|x| x.abs() > 1e306);
    if beyond || surface.is_empty() {
        return if beyond { Err("too large to see beyond".into()) } else { Ok(false) };
    }
    let random = &mut SplitMix64::new(1);
    for _ in 0..100 {
        // Within the plane of a face, or through an edge, another direction is tried.
        let far = [2.0 + random.unit(), random.signed(), random.signed()].map(|x| x * reach);
        let mut far = far;
        far.rotate_right(random.below(3) as usize);
        let segment = [point, far];
        let met = surface.iter().filter(|triangle| intersect(&segment, &triangle[..]));
        let met: Vec<_> = met.collect();
        let meets_edge = |t: &&[Point; 3]| {
            [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]].iter().any(|edge| intersect(&segment, edge))
        };
        if !met.iter().copied().any(|triangle| meets_edge(&triangle)) {
            return Ok(met.len() % 2 == 1);
        }
    }
    Err(format!("no segment from {point:?} is clear of edges"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle::DVec3;
    use jostle::mesh::shapes;

    #[test]
    fn boxes_in_boxes() {
        let mut scene = Scene::new();
        let mut add = |size: f64| {
            let mesh = shapes::box_surface(DVec3::splat(size), [2, 2, 2]);
            scene.add("box", mesh).unwrap()
        };
        let (large, small, middle) = (add(4.0), add(1.0), add(2.0));
        let expected = [(small, large), (small, middle), (middle, large)];
        assert_eq!(inside_pairs(&scene, &[]).unwrap(), expected);
    }
}
