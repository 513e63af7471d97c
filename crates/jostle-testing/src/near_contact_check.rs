//! Comparison of near contacts with brute force.

use crate::impact_check::Surface;
use crate::{SplitMix64, check_equal, on_threads, random_scene};
use jostle::contact::{NearContact, NearContacts, NearQuery, NearSearch};
use jostle::geometry::distance::{point_segment, point_triangle, segment_segment};
use jostle::mesh::ElementKind;
use jostle::{DVec3, Scene};
use rayon::prelude::*;
use std::collections::HashMap;

/// Contacts by their features: distance and multiplicity.
type Listed = HashMap<Key, (f64, u64)>;

/// Two features of up to three vertices each, sorted within each; the larger first, of two as large the lower.
type Key = [Feature; 2];

/// The vertices of a feature, ascending, filled up with [`NONE`].
type Feature = [u32; 3];

const NONE: u32 = u32::MAX;

/// The features of a scene's surfaces of one kind, with their boxes.
#[derive(Default)]
struct Features {
    features: Vec<Feature>,
    /// How often each is there.
    uses: Vec<u64>,
    /// Lower and upper corners, a coordinate after the other.
    boxes: [Vec<f64>; 6],
}

/// Boxes that are compared at a time.
const LANES: usize = 8;

impl Features {
    fn add(&mut self, scene: &Scene, vertices: &[u32], uses: u64) {
        let mut feature = [NONE; 3];
        feature[..vertices.len()].copy_from_slice(vertices);
        self.features.push(feature);
        self.uses.push(uses);
        let at = |v: &u32| scene.vertices()[*v as usize];
        let least = vertices.iter().map(at).fold(DVec3::INFINITY, DVec3::min);
        let most = vertices.iter().map(at).fold(DVec3::NEG_INFINITY, DVec3::max);
        for x in 0..3 {
            self.boxes[x].push(least[x]);
            self.boxes[x + 3].push(most[x]);
        }
    }

    /// Shows the features, from one on, whose boxes are not certainly further away than a distance from the box of a
    /// feature.
    fn near(
        &self,
        from: usize,
        [least, most]: [DVec3; 2],
        distance: f64,
        mut show: impl FnMut(usize),
    ) {
        // Gaps are rounded.
        let reach = distance * (1.0 + 1e-12);
        let is_near = |i: usize| {
            let mut is_near = true;
            for x in 0..3 {
                is_near &= self.boxes[x][i] - most[x] <= reach;
                is_near &= least[x] - self.boxes[x + 3][i] <= reach;
            }
            is_near
        };
        let count = self.features.len();
        let mut begin = from;
        while begin < count {
            let end = count.min(begin + LANES);
            if (begin..end).fold(false, |any, i| any | is_near(i)) {
                (begin..end).filter(|&i| is_near(i)).for_each(&mut show);
            }
            begin = end;
        }
    }

    fn bounds(&self, i: usize) -> [DVec3; 2] {
        let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(|x| self.boxes[x][i]);
        [DVec3::new(a, b, c), DVec3::new(d, e, f)]
    }
}

/// Compares the near contacts of a scene with brute force over all its features, and returns how many pairs of these
/// are near. Every pair has a contact of features of its own that is as near as the pair, every contact is as far
/// apart as its features are, and all of them together have as many pairs as there are.
///
/// The boxes of all pairs are compared, and the distances of those that are not certainly further away than asked for.
pub fn check_near_contacts(
    search: &mut NearSearch,
    scene: &Scene,
    distance: f64,
    threads: usize,
) -> Result<u64, String> {
    let query = NearQuery::within(distance);
    let found = on_threads(threads, || search.find(scene, &query).cloned());
    let found = found.map_err(|error| error.to_string())?;
    let listed = listed(&found);
    for (&[one, other], (told, _)) in &listed {
        let (true_distance, tolerance) = measured(scene, vertices(&one), vertices(&other));
        if (told - true_distance).abs() > tolerance {
            return Err(format!(
                "{one:?} and {other:?} are told {told} apart, and are {true_distance}"
            ));
        }
    }
    let [corners, edges, faces] = features(scene);
    let is_compared = |one: &Feature, other: &Feature| {
        let [a, b] = [one[0], other[0]].map(|v| object_of(scene, v));
        (a != b || scene.objects()[a].has_self_collision())
            && !vertices(one).iter().any(|v| vertices(other).contains(v))
    };
    // The pairs of a feature with those of another kind, from one on.
    let check = |one: &Features, i: usize, others: &Features, from: usize| {
        let (mut pairs, mut error) = (0, None);
        others.near(from, one.bounds(i), distance, |j| {
            let (a, b) = (&one.features[i], &others.features[j]);
            if !is_compared(a, b) {
                return;
            }
            let (apart, tolerance) = measured(scene, vertices(a), vertices(b));
            // What is about as far as asked for may be told either way.
            if apart >= distance {
                return;
            }
            pairs += one.uses[i] * others.uses[j];
            let is_told = |key: Key| {
                listed.get(&key).is_some_and(|(told, _)| (told - apart).abs() <= tolerance)
            };
            if !subsets(a).any(|a| subsets(b).any(|b| is_told(key(a, b)))) {
                error.get_or_insert_with(|| {
                    format!("{a:?} and {b:?} are {apart:e} apart, and have no contact within {distance:e}")
                });
            }
        });
        error.map_or(Ok(pairs), Err)
    };
    let sum = |a: u64, b: u64| Ok::<u64, String>(a + b);
    let of_vertices = (0..corners.features.len()).into_par_iter();
    let of_vertices = of_vertices.map(|i| check(&corners, i, &faces, 0)).try_reduce(|| 0, sum)?;
    let of_edges = (0..edges.features.len()).into_par_iter();
    let of_edges = of_edges.map(|i| check(&edges, i, &edges, i + 1)).try_reduce(|| 0, sum)?;
    let multiplicity = listed.values().map(|(_, multiplicity)| multiplicity).sum::<u64>();
    check_equal("pairs that contacts stand for", multiplicity, of_vertices + of_edges)?;
    Ok(of_vertices + of_edges)
}

/// The vertices, edges and faces of all surfaces.
fn features(scene: &Scene) -> [Features; 3] {
    let mut all: [Features; 3] = Default::default();
    for object in 0..scene.objects().len() {
        let surface = Surface::new(scene, object);
        let is_surface = scene.objects()[object].kind() == ElementKind::Triangle;
        surface.vertices.iter().for_each(|&v| all[0].add(scene, &[v], 1));
        surface.edges.iter().for_each(|edge| all[1].add(scene, edge, 1));
        for (face, &uses) in &surface.faces {
            all[2].add(scene, face, if is_surface { uses.into() } else { 1 });
        }
    }
    all
}

fn object_of(scene: &Scene, vertex: u32) -> usize {
    scene.objects().partition_point(|own| own.vertices().end <= vertex as usize)
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
        let query = NearQuery::within(distance);
        let again = on_threads(4 - threads, || search.find(&scene, &query));
        let again = again.map_err(|error| error.to_string())?;
        check_equal("whether other threads find the same", *again == first, true)?;
    }
    Ok(pairs)
}

fn listed(contacts: &NearContacts) -> Listed {
    let mut listed = Listed::new();
    let mut add = |one: &[u32], other: &[u32], distance: f64, multiplicity: u32| {
        let key = key(sorted(one), sorted(other));
        listed.entry(key).or_insert((distance, 0)).1 += u64::from(multiplicity);
    };
    fn parts<const N: usize>(own: &NearContact<N>, first: usize) -> (&[u32], &[u32]) {
        own.vertices.split_at(first)
    }
    for own in &contacts.vertex_vertex {
        let (one, other) = parts(own, 1);
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

fn sorted(vertices: &[u32]) -> Feature {
    let mut feature = [NONE; 3];
    feature[..vertices.len()].copy_from_slice(vertices);
    feature.sort_unstable();
    feature
}

/// The vertices of a feature.
fn vertices(feature: &Feature) -> &[u32] {
    let count = feature.iter().position(|&v| v == NONE).unwrap_or(3);
    &feature[..count]
}

fn key(one: Feature, other: Feature) -> Key {
    let [sizes, back] = [[one, other], [other, one]].map(|own| own.map(|f| vertices(&f).len()));
    match sizes[0] > sizes[1] || sizes == back && one < other {
        true => [one, other],
        false => [other, one],
    }
}

/// The features of a feature, itself among them.
fn subsets(own: &Feature) -> impl Iterator<Item = Feature> + '_ {
    let own = vertices(own);
    (1u32..1 << own.len()).map(|bits| {
        let (mut subset, mut count) = ([NONE; 3], 0);
        for (i, &v) in own.iter().enumerate() {
            if bits >> i & 1 == 1 {
                subset[count] = v;
                count += 1;
            }
        }
        subset
    })
}

/// How far apart two features are, given by their vertices, and how well that is known.
fn measured(scene: &Scene, one: &[u32], other: &[u32]) -> (f64, f64) {
    // A quarter, so that no difference leaves the number range.
    let at = |v: u32| scene.vertices()[v as usize] * 0.25;
    let [few, many] = if one.len() < other.len() { [one, other] } else { [other, one] };
    let distance = match (few, many) {
        (&[p], &[q]) => point_segment(at(p), &[at(q); 2]).distance,
        (&[p], &[a, b]) => point_segment(at(p), &[a, b].map(at)).distance,
        (&[p], &[a, b, c]) => point_triangle(at(p), &[a, b, c].map(at)).distance,
        (&[a, b], &[c, d]) => segment_segment(&[a, b].map(at), &[c, d].map(at)).distance,
        _ => unreachable!("no such features are compared"),
    };
    let all = one.iter().chain(other).map(|&v| at(v));
    let size = all.map(|p| (p - at(one[0])).abs().element_sum()).fold(0.0, f64::max);
    (distance * 4.0, (distance + size) * 4.0 * 2f64.powi(-44) + f64::MIN_POSITIVE)
}
