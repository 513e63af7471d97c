//! Comparison of the impacts of a step with brute force.

use crate::{SplitMix64, check_equal, on_threads, random_scene};
use jostle::candidates::{EdgeEdge, VertexFace};
use jostle::impact::{
    ImpactQuery, ImpactSearch, ImpactTime, Swept, TouchingFeatures, edge_edge_within_distance,
    vertex_face_within_distance,
};
use jostle::mesh::ElementKind;
use jostle::{DVec3, ElementId, Scene};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Impacts by their features, corners of faces sorted.
pub type ImpactTimes = BTreeMap<TouchingFeatures, ImpactTime>;

/// Where the vertices of a random scene end a step: where they are, where another one is, or somewhere
/// between. So much is still, parallel, in one plane, degenerate or at the ends of the number range.
pub fn random_end(scene: &Scene, random: &mut SplitMix64) -> Vec<DVec3> {
    let start = scene.vertices();
    let all_still = random.below(4);
    let place = |v: usize, random: &mut SplitMix64| match random.below(3 + all_still) {
        0 => start[random.below(start.len() as u64) as usize],
        1 => {
            let other = start[random.below(start.len() as u64) as usize];
            start[v] * 0.5 + other * 0.5
        }
        _ => start[v],
    };
    (0..start.len()).map(|v| place(v, random)).collect()
}

/// The vertices, edges and faces of an object's surface, each once.
#[derive(Default)]
pub(crate) struct Surface {
    pub vertices: BTreeSet<u32>,
    pub edges: BTreeSet<[u32; 2]>,
    /// With how often each is there.
    pub faces: BTreeMap<[u32; 3], u32>,
}

impl Surface {
    pub fn new(scene: &Scene, object: usize) -> Surface {
        let own = &scene.objects()[object];
        let mut surface = Surface::default();
        for element in own.elements() {
            let corners = scene.corner_indices(ElementId::new(element));
            let faces: &[[usize; 3]] = match own.kind() {
                ElementKind::Triangle => &[[0, 1, 2]],
                ElementKind::Tetrahedron => &[[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]],
            };
            for face in faces {
                let mut face = face.map(|corner| corners[corner]);
                face.sort_unstable();
                *surface.faces.entry(face).or_default() += 1;
            }
        }
        if own.kind() == ElementKind::Tetrahedron {
            surface.faces.retain(|_, uses| *uses % 2 == 1);
        }
        for &[a, b, c] in surface.faces.keys() {
            surface.vertices.extend([a, b, c]);
            surface.edges.extend([[a, b], [b, c], [a, c]]);
        }
        surface
    }
}

/// All impacts of a step, by testing every pair of features of objects that are compared; with a thickness, all that
/// come within it.
pub fn brute_force_impacts(scene: &Scene, end: &[DVec3], thickness: f64) -> ImpactTimes {
    let surfaces: Vec<Surface> =
        (0..scene.objects().len()).map(|object| Surface::new(scene, object)).collect();
    let mut found = ImpactTimes::new();
    for (i, a) in surfaces.iter().enumerate() {
        for (j, b) in surfaces.iter().enumerate() {
            if i == j && !scene.objects()[i].has_self_collision() {
                continue;
            }
            let faces: Vec<[u32; 3]> = b.faces.keys().copied().collect();
            found.par_extend(a.vertices.par_iter().flat_map_iter(|&vertex| {
                let own = swept(scene, end, [vertex]);
                let faces = faces.iter().filter(move |face| !face.contains(&vertex));
                faces.filter_map(move |&face| {
                    let other = swept(scene, end, face);
                    let time = vertex_face_within_distance(&own, &other, thickness, 0.0)?;
                    Some((TouchingFeatures::VertexFace(VertexFace { vertex, face }), time))
                })
            }));
            let edges: Vec<[u32; 2]> = b.edges.iter().copied().collect();
            found.par_extend(a.edges.par_iter().flat_map_iter(|&edge| {
                let own = swept(scene, end, edge);
                let after = &edges[edges.partition_point(|other| *other <= edge)..];
                let others =
                    after.iter().filter(move |other| !edge.iter().any(|v| other.contains(v)));
                others.filter_map(move |&other| {
                    let time =
                        edge_edge_within_distance(&own, &swept(scene, end, other), thickness, 0.0)?;
                    Some((TouchingFeatures::EdgeEdge(EdgeEdge { edges: [edge, other] }), time))
                })
            }));
        }
    }
    found
}

fn swept<const N: usize>(scene: &Scene, end: &[DVec3], vertices: [u32; N]) -> Swept<N> {
    let start = scene.vertices();
    Swept::new(vertices.map(|v| start[v as usize]), vertices.map(|v| end[v as usize]))
}

/// Compares the impacts of a step with others: features, times, and which is the first.
pub fn check_impacts(
    search: &mut ImpactSearch,
    scene: &Scene,
    end: &[DVec3],
    threads: usize,
    expected: &ImpactTimes,
) -> Result<(), String> {
    let find = |search: &mut ImpactSearch, query: ImpactQuery| {
        let found = on_threads(threads, || search.find(scene, end, &query));
        found.cloned().map_err(|error| error.to_string())
    };
    let impacts = find(search, ImpactQuery::all())?;
    let found: Vec<(TouchingFeatures, ImpactTime)> = impacts
        .all()
        .iter()
        .map(|impact| (with_sorted_face(impact.features), impact.time))
        .collect();
    // Faces that are there twice have an impact each.
    check_equal("impacts", &found.iter().copied().collect::<ImpactTimes>(), expected)?;
    let least = expected.values().map(|time| time.lower).reduce(f64::min);
    check_equal("the first time", impacts.first().map(|first| first.time.lower), least)?;
    check_equal("whether the step is free", impacts.is_free(), expected.is_empty())?;
    let at_start = expected.values().any(ImpactTime::at_start);
    check_equal("contact at the start", impacts.starts_in_contact(), at_start)?;
    let first = find(search, ImpactQuery::first())?;
    check_equal("the first impact", first.first(), impacts.first())?;
    // What is free in part of the step is so by itself, where that can be said in numbers: time is halved
    // without rounding if the step is.
    let loose = find(search, ImpactQuery::all().tolerance(1e-3))?;
    let features = |all: &[jostle::impact::Impact]| -> Vec<TouchingFeatures> {
        all.iter().map(|impact| impact.features).collect()
    };
    check_equal("features at a loose tolerance", features(loose.all()), features(impacts.all()))?;
    for (impact, loose) in impacts.all().iter().zip(loose.all()) {
        let is_within =
            loose.time.lower <= impact.time.upper && impact.time.lower <= loose.time.upper;
        check_equal("whether intervals of time agree", is_within, true)?;
    }
    Ok(())
}

fn with_sorted_face(features: TouchingFeatures) -> TouchingFeatures {
    match features {
        TouchingFeatures::VertexFace(VertexFace { vertex, mut face }) => {
            face.sort_unstable();
            TouchingFeatures::VertexFace(VertexFace { vertex, face })
        }
        edges => edges,
    }
}

/// Compares the features that come within a thickness in a step, and when, with others; all and the first.
pub fn check_near_impacts(
    search: &mut ImpactSearch,
    scene: &Scene,
    end: &[DVec3],
    thickness: f64,
    threads: usize,
    expected: &ImpactTimes,
) -> Result<(), String> {
    let mut find = |query: ImpactQuery| {
        let query = query.thickness(thickness);
        let found = on_threads(threads, || search.find(scene, end, &query));
        found.cloned().map_err(|error| error.to_string())
    };
    let impacts = find(ImpactQuery::all())?;
    let found = impacts.all().iter().map(|own| (with_sorted_face(own.features), own.time));
    check_equal("near impacts", &found.collect::<ImpactTimes>(), expected)?;
    let least = expected.values().map(|time| time.lower).reduce(f64::min);
    check_equal("the first time", impacts.first().map(|first| first.time.lower), least)?;
    let first = find(ImpactQuery::first())?;
    check_equal("the first near impact", first.first(), impacts.first())
}

/// Compares a random step of a random scene with brute force, at a random thickness. Returns how many impacts there
/// are.
pub fn check_random_near_impacts(search: &mut ImpactSearch, seed: u64) -> Result<usize, String> {
    let scene = random_scene(seed);
    let random = &mut SplitMix64::new(!seed);
    let end = random_end(&scene, random);
    let some = ElementId::new(random.below(scene.element_count() as u64) as usize);
    let size = scene.element(some).bounds().size().max_element().min(1e300);
    let thickness = (size * random.magnitude(-20, 0)).max(f64::MIN_POSITIVE);
    let expected = brute_force_impacts(&scene, &end, thickness);
    for threads in [1, 2] {
        check_near_impacts(search, &scene, &end, thickness, threads, &expected)?;
    }
    Ok(expected.len())
}

/// Compares the impacts of a random step of a random scene with brute force. Returns how many there are.
pub fn check_random_impacts(search: &mut ImpactSearch, seed: u64) -> Result<usize, String> {
    let scene = random_scene(seed);
    let end = random_end(&scene, &mut SplitMix64::new(!seed));
    let expected = brute_force_impacts(&scene, &end, 0.0);
    for threads in [1, 2] {
        check_impacts(search, &scene, &end, threads, &expected)?;
    }
    Ok(expected.len())
}
