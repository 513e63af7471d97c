//! Comparison of near contacts with brute force.

use crate::impact_check::Surface;
use crate::{SplitMix64, check_equal, random_scene};
use jostle::contact::{NearContact, NearContacts, NearQuery, NearSearch};
use jostle::geometry::distance::{point_segment, point_triangle, segment_segment};
use jostle::mesh::ElementKind;
use jostle::{DVec3, Scene};
use std::collections::BTreeMap;

/// Contacts by their vertices, sorted within each feature: distance and multiplicity.
type Listed = BTreeMap<Vec<u32>, (f64, u64)>;

/// Compares the near contacts of a scene with brute force over all its features, and returns how many pairs of these
/// are near. Every pair has a contact of features of its own that is as near as the pair, every contact is as far
/// apart as its features are, and all of them together have as many pairs as there are.
pub fn check_near_contacts(
    search: &mut NearSearch,
    scene: &Scene,
    distance: f64,
    threads: usize,
) -> Result<u64, String> {
    let query = NearQuery::within(distance).threads(threads);
    let found = search.find(scene, &query).cloned().map_err(|error| error.to_string())?;
    let listed = listed(&found);
    for (vertices, (told, _)) in &listed {
        let (true_distance, tolerance) = measured(scene, vertices, vertices.len());
        if (told - true_distance).abs() > tolerance {
            return Err(format!("{vertices:?} are told {told} apart, and are {true_distance}"));
        }
    }
    let surfaces: Vec<Surface> =
        (0..scene.objects().len()).map(|object| Surface::new(scene, object)).collect();
    let mut pairs = 0;
    let mut check = |one: &[u32], other: &[u32], times: u64| {
        let together = [one, other].concat();
        let (apart, tolerance) = measured(scene, &together, one.len());
        // What is about as far as asked for may be told either way.
        if apart >= distance {
            return Ok(());
        }
        pairs += times;
        let has_contact = subsets(one).any(|one| {
            subsets(other).any(|other| {
                let [one, other] =
                    if one.len() > other.len() || (one.len() == other.len() && one < other) {
                        [&one, &other]
                    } else {
                        [&other, &one]
                    };
                let contact = listed.get(&key(one, other));
                contact.is_some_and(|(told, _)| (told - apart).abs() <= tolerance)
            })
        });
        match has_contact {
            true => Ok(()),
            false => Err(format!(
                "{one:?} and {other:?} are {apart:e} apart, and have no contact within {distance:e}"
            )),
        }
    };
    for (i, a) in surfaces.iter().enumerate() {
        for (j, b) in surfaces.iter().enumerate() {
            let own = &scene.objects()[i];
            if i == j && !own.has_self_collision() {
                continue;
            }
            let is_surface = scene.objects()[j].kind() == ElementKind::Triangle;
            for &vertex in &a.vertices {
                for (face, &uses) in b.faces.iter().filter(|(face, _)| !face.contains(&vertex)) {
                    let uses = if is_surface { uses.into() } else { 1 };
                    check(&[vertex], face, uses)?;
                }
            }
            for one in &a.edges {
                let others = b.edges.iter().filter(|other| one < *other);
                for other in others.filter(|other| one.iter().all(|v| !other.contains(v))) {
                    check(one, other, 1)?;
                }
            }
        }
    }
    let multiplicity = listed.values().map(|(_, multiplicity)| multiplicity).sum::<u64>();
    check_equal("pairs that contacts stand for", multiplicity, pairs)?;
    Ok(pairs)
}

/// The same for a random scene, with two distances and several numbers of threads.
pub fn check_random_near_contacts(search: &mut NearSearch, seed: u64) -> Result<u64, String> {
    let scene = random_scene(seed);
    let random = &mut SplitMix64::new(!seed);
    let size = scene.element_bounds().size().max_element().clamp(1e-300, 1e300);
    let mut pairs = 0;
    for distance in [size * random.magnitude(-5, 0), size * random.magnitude(-2, 1)] {
        let threads = 1 + random.below(3) as usize;
        pairs += check_near_contacts(search, &scene, distance, threads)?;
        let first = search.contacts().clone();
        let again = search.find(&scene, &NearQuery::within(distance).threads(4 - threads));
        let again = again.map_err(|error| error.to_string())?;
        check_equal("whether other threads find the same", *again == first, true)?;
    }
    Ok(pairs)
}

fn listed(contacts: &NearContacts) -> Listed {
    let mut listed = Listed::new();
    let mut add = |one: &[u32], other: &[u32], distance: f64, multiplicity: u32| {
        listed.entry(key(one, other)).or_insert((distance, 0)).1 += u64::from(multiplicity);
    };
    fn parts<const N: usize>(own: &NearContact<N>, first: usize) -> (&[u32], &[u32]) {
        own.vertices.split_at(first)
    }
    for own in &contacts.vertex_vertex {
        let (one, other) = parts(own, 1);
        // The greater first, as is told below.
        add(one, other, own.distance, own.multiplicity);
    }
    for own in &contacts.edge_vertex {
        let (one, other) = parts(own, 2);
        add(one, other, own.distance, own.multiplicity);
    }
    for own in contacts.edge_edge.iter().map(|own| &own.contact) {
        let (one, other) = parts(own, 2);
        add(one, other, own.distance, own.multiplicity);
    }
    for own in &contacts.face_vertex {
        let (one, other) = parts(own, 3);
        add(one, other, own.distance, own.multiplicity);
    }
    listed
}

/// Two features as one list of vertices, with a mark between them.
fn key(one: &[u32], other: &[u32]) -> Vec<u32> {
    let sorted = |own: &[u32]| {
        let mut own = own.to_vec();
        own.sort_unstable();
        own
    };
    [sorted(one), vec![u32::MAX], sorted(other)].concat()
}

/// The features of a feature, itself among them.
fn subsets(own: &[u32]) -> impl Iterator<Item = Vec<u32>> + '_ {
    (1u32..1 << own.len()).map(|bits| {
        let vertices = own.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
        vertices.map(|(_, &v)| v).collect()
    })
}

/// How far apart two features are, given by their vertices with or without a mark, and how well that is known.
fn measured(scene: &Scene, vertices: &[u32], first: usize) -> (f64, f64) {
    let mark = vertices.iter().position(|&v| v == u32::MAX);
    let (one, other) = match mark {
        Some(mark) => (&vertices[..mark], &vertices[mark + 1..]),
        None => vertices.split_at(first),
    };
    // A quarter, so that no difference leaves the number range.
    let at = |v: &u32| scene.vertices()[*v as usize] * 0.25;
    let [one, other]: [Vec<DVec3>; 2] = [one, other].map(|own| own.iter().map(at).collect());
    let [few, many] = if one.len() < other.len() { [&one, &other] } else { [&other, &one] };
    let distance = match (few.as_slice(), many.as_slice()) {
        (&[p], &[q]) => point_segment(p, &[q, q]).distance,
        (&[p], &[a, b]) => point_segment(p, &[a, b]).distance,
        (&[p], &[a, b, c]) => point_triangle(p, &[a, b, c]).distance,
        (&[a, b], &[c, d]) => segment_segment(&[a, b], &[c, d]).distance,
        _ => unreachable!("no such features are compared"),
    };
    let all = one.iter().chain(&other);
    let size = all.map(|p| (*p - one[0]).abs().element_sum()).fold(0.0, f64::max);
    (distance * 4.0, (distance + size) * 4.0 * 2f64.powi(-44) + f64::MIN_POSITIVE)
}
