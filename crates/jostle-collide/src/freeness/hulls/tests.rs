use super::*;
use crate::freeness::near::{Nearness, diameters, nearness, smaller_first};
use crate::freeness::{Certificate, Count};
use crate::mesh::TriangleMesh;
use crate::mesh::shapes;
use jostle_support::random::SplitMix64;

fn brute_force(elements: &impl Elements) -> Vec<Count> {
    let diameters = diameters(elements);
    let mut counts = vec![Count { half: 1, quarter: 1, neighbours: 0 }; diameters.len()];
    for b in 0..diameters.len() as u32 {
        for a in 0..b {
            let (small, large) = smaller_first(&diameters, a, b);
            let nearness = nearness(elements, &diameters, small, large);
            let own = &mut counts[small as usize];
            own.half += (nearness != Nearness::Far) as u32;
            own.quarter += matches!(nearness, Nearness::Neighbour | Nearness::Quarter) as u32;
            own.neighbours += (nearness == Nearness::Neighbour) as u32;
        }
    }
    counts
}

/// Hulls of 3 or 4 to 12 points of sizes from `2^-10` to 1, some of which share vertices.
fn soup(least: usize, flat: f64, seed: u64) -> (Vec<DVec3>, Vec<Vec<u32>>) {
    let mut random = SplitMix64::new(seed);
    let mut unit = || random.unit();
    let (mut vertices, mut elements) = (Vec::new(), Vec::<Vec<u32>>::new());
    for e in 0..120 {
        let size = 2f64.powf(-10.0 * unit() * unit());
        let centre = DVec3::new(unit(), unit(), unit()) * 2.0;
        let first = vertices.len() as u32;
        let count = least + (unit() * 9.0) as usize;
        for _ in 0..count {
            vertices.push(centre + DVec3::new(unit(), unit(), unit() * flat) * size);
        }
        let mut own: Vec<u32> = (first..first + count as u32).collect();
        if e % 4 == 1 {
            own[0] = elements[e - 1][0];
        }
        elements.push(own);
    }
    (vertices, elements)
}

#[test]
fn polygons_and_polyhedra_count_as_brute_force_does() {
    for seed in 0..4 {
        let (vertices, polygons) = soup(3, 0.0, seed);
        let hulls = Hulls::<false>::new(&vertices, &polygons).unwrap();
        let certificate = Certificate::from_polygons(&vertices, &polygons).unwrap();
        assert_eq!(certificate.counts(), brute_force(&&hulls), "polygons");
        assert_eq!(certificate.plural(), "polygons");
        assert!(certificate.k() > 3 && certificate.neighbours_mean() > 0.1);
        let (vertices, polyhedra) = soup(4, 1.0, seed);
        let hulls = Hulls::<true>::new(&vertices, &polyhedra).unwrap();
        let certificate = Certificate::from_polyhedra(&vertices, &polyhedra).unwrap();
        assert_eq!(certificate.counts(), brute_force(&&hulls), "polyhedra");
        assert_eq!((certificate.covering_balls(), certificate.plural()), (12, "polyhedra"));
    }
}

#[test]
fn simplices_are_polygons_and_polyhedra() {
    let surfaces = [shapes::icosphere(3, 1.0), shapes::chazelle(12, 0.02)];
    for mesh in surfaces.into_iter().chain([shapes::torus_knot(2, 3, 0.3, 40, 8)]) {
        let [as_hulls, own] = [
            Certificate::from_polygons(&mesh.vertices, &mesh.elements).unwrap(),
            Certificate::from_mesh(&mesh.clone().into()).unwrap(),
        ];
        assert_eq!(as_hulls.counts(), own.counts());
        assert_eq!(as_hulls.diameters(), own.diameters());
        assert_eq!(as_hulls.pairs_bound(&own), own.pairs_bound(&own));
    }
    let ball = shapes::ball_tets(3, 1.0);
    let as_hulls = Certificate::from_polyhedra(&ball.vertices, &ball.elements).unwrap();
    let own = Certificate::from_mesh(&ball.into()).unwrap();
    assert_eq!(
        (as_hulls.counts(), as_hulls.covering_balls()),
        (own.counts(), own.covering_balls())
    );
}

#[test]
fn what_is_no_polygon_or_polyhedron_is_named() {
    let corners =
        TriangleMesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z], vec![]).vertices;
    let error = |elements: &[&[u32]]| {
        Certificate::from_polyhedra(&corners, elements).unwrap_err().to_string()
    };
    let good: &[u32] = &[0, 1, 2, 3];
    assert!(error(&[good, &[0, 1, 2]]).starts_with("polyhedron 1 has 3 corners, but it takes 4"));
    assert!(
        error(&[&[0, 1, 2, 4]]).starts_with("polyhedron 0 refers to vertex 4, but there are 4")
    );
    assert!(error(&[&[0, 1, 2, 1]]).starts_with("polyhedron 0 names vertex 1 more than once"));
    let polygon = Certificate::from_polygons(&corners, &[[0u32, 1]]).unwrap_err().to_string();
    assert!(polygon.starts_with("polygon 0 has 2 corners, but it takes 3"), "{polygon}");
    let infinite = [DVec3::ZERO, DVec3::X * f64::INFINITY, DVec3::Y];
    let error = Certificate::from_polygons(&infinite, &[[0u32, 1, 2]]).unwrap_err();
    assert!(error.to_string().starts_with("vertex 1 is at (inf"), "{error}");
}

#[test]
fn eight_balls_cover_a_thick_disc() {
    // One in the middle and seven round it, of the radius at which these leave no gap.
    let turn = std::f64::consts::TAU / 7.0;
    let covered = 1.0 / (1.0 + 2.0 * turn.cos());
    let reach = 2.0 * covered * (turn / 2.0).cos();
    let mut centres: Vec<DVec3> = vec![DVec3::ZERO];
    centres.extend((0..7).map(|i| {
        let angle = turn * f64::from(i);
        DVec3::new(angle.cos(), angle.sin(), 0.0) * reach
    }));
    // Of a disc of radius 1 and the thickness, in diameters.
    let height = THICKNESS * 0.5 * 2.0;
    for ring in 0..=200 {
        for step in 0..700 {
            let (r, angle) = (f64::from(ring) / 200.0, turn * f64::from(step) / 100.0);
            let p = DVec3::new(r * angle.cos(), r * angle.sin(), height);
            assert!(centres.iter().any(|c| c.distance(p) <= 0.5), "{p}");
        }
    }
}

#[test]
fn thick_polygons_are_not_flat() {
    let round = |height: f64| {
        let corner = |i: u32| {
            let angle = std::f64::consts::TAU * f64::from(i) / 30.0;
            DVec3::new(angle.cos(), angle.sin(), if i.is_multiple_of(2) { height } else { 0.0 })
        };
        let corners: Vec<DVec3> = (0..30).map(corner).collect();
        Certificate::from_polygons(&corners, &[(0..30).collect::<Vec<u32>>()])
            .unwrap()
            .covering_balls()
    };
    assert_eq!((round(0.0), round(1e-9), round(0.05)), (8, 8, 8));
    assert_eq!(round(0.6), 21);
}

#[test]
fn twenty_one_balls_cover_a_ball() {
    // Where 20 of them are seen from the centre of the ball, which the last one is round.
    #[rustfmt::skip]
    const DIRECTIONS: [[i32; 3]; 20] = [
        [-686, 723, 83], [-982, -54, 181], [-752, 233, -617], [102, 107, 989], [-308, -300, -903],
        [687, 527, 500], [102, -763, -638], [-752, -618, -231], [983, 47, -178], [102, 447, -889],
        [598, 751, -281], [190, -723, 664], [-187, -976, 110], [-187, 899, -396], [-496, 366, 787],
        [637, -755, -155], [108, 892, 440], [780, -279, 560], [610, -62, -790], [-518, -500, 693],
    ];
    let directions = DIRECTIONS.map(|own| DVec3::from(own.map(f64::from)).normalize());
    // What is furthest from all of them is the middle of three with no other one nearer.
    let mut furthest = 0f64;
    for a in 0..20 {
        for b in 0..a {
            for c in 0..b {
                let [a, b, c] = [a, b, c].map(|i| directions[i]);
                let axis = (b - a).cross(c - a).normalize();
                for middle in [axis, -axis] {
                    let along = middle.dot(a);
                    if directions.iter().all(|d| middle.dot(*d) <= along + 1e-12) {
                        furthest = furthest.max(along.acos());
                    }
                }
            }
        }
    }
    assert!((29.0..29.9).contains(&furthest.to_degrees()), "{}", furthest.to_degrees());
    // A ball of radius 1/2, its centre at `3^(1/2) / 2`, reaches from the middle one to the surface.
    let (sine, cosine) = furthest.sin_cos();
    let (middle, half) = (0.75f64.sqrt() * cosine, (0.25 - 0.75 * sine * sine).sqrt());
    assert!(middle - half <= 0.5 && middle + half >= 1.0);
}
