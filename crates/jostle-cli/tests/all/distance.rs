//! `jostle distance` as scripts and people use it.

use crate::common::{Folder, code, jostle, json, stderr, stdout};
use jostle::DVec3;
use jostle::mesh::shapes;

fn cube(x: f64) -> jostle::TriangleMesh {
    shapes::box_surface(DVec3::splat(2.0), [4, 4, 4]).translated(DVec3::X * x)
}

#[test]
fn meshes_apart_have_nearest_points() {
    let folder = Folder::new("distance-apart");
    let a = folder.write("a.ply", cube(0.0));
    let b = folder.write("b.msh", shapes::ball_tets(3, 1.0).translated(DVec3::X * 4.0));
    let output = jostle(&["distance", &a, &b]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    for part in ["APART: 2", " ± ", "from  (1, ", "on triangle", "on tetrahedron", "to measure"] {
        assert!(text.contains(part), "{part:?} is missing from\n{text}");
    }
    let report = json(&jostle(&["distance", &a, &b, "--json", "--threads", "2"]));
    let distance = report["distance"].as_f64().unwrap();
    let error = report["error"].as_f64().unwrap();
    assert!((distance - 2.0).abs() < 0.1 && error > 0.0 && error < 1e-12, "{report}");
    assert_eq!((&report["overlap"], &report["penetration"]), (&false.into(), &().into()));
    let point = |i: usize, axis: usize| report["nearest"][i]["point"][axis].as_f64().unwrap();
    let square: f64 = (0..3).map(|axis| (point(0, axis) - point(1, axis)).powi(2)).sum();
    assert!((square.sqrt() - distance).abs() < 1e-12);
    assert_eq!(report["nearest"][1]["object"], 1);
    assert_eq!(report["objects"][1]["kind"], "tetrahedron");
    // The other way round it is as far.
    let back = json(&jostle(&["distance", &b, &a, "--json"]));
    assert!((back["distance"].as_f64().unwrap() - distance).abs() <= error);
}

#[test]
fn overlapping_meshes_have_a_depth() {
    let folder = Folder::new("distance-overlap");
    let a = folder.write("a.ply", cube(0.0));
    let b = folder.write("b.ply", cube(1.75));
    let output = jostle(&["distance", &a, &b]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("OVERLAPPING in ") && text.contains("at most 0.25"), "{text}");
    assert!(text.contains("b.ply) by (0.25"), "{text}");
    assert!(text.contains("deepest pair") && text.contains("deepest vertex"), "{text}");
    let report = json(&jostle(&["distance", &a, &b, "--json"]));
    assert_eq!((&report["overlap"], &report["distance"]), (&true.into(), &0.0.into()));
    let bound = |key: &str| report["penetration"][key].as_f64().unwrap();
    let (least, most) = (bound("depth_at_least"), bound("depth_at_most"));
    assert!(0.2475 < least && least <= 0.25 && (0.25..0.25 + 1e-12).contains(&most), "{report}");
    assert_eq!(report["penetration"]["direction"], serde_json::json!([1.0, 0.0, 0.0]));
    assert_eq!(report["penetration"]["is_closed"], true);
    assert_eq!(report["penetration"]["inside"], serde_json::Value::Null);
    let check = json(&jostle(&["check", &a, &b, "--json"]));
    assert_eq!(report["penetration"]["pairs"], check["pairs"]);

    let pebble = folder.write("pebble.ply", shapes::icosphere(2, 0.125));
    let output = jostle(&["distance", &pebble, &a]);
    assert_eq!(code(&output), 1);
    let text = stdout(&output);
    assert!(text.contains("wholly inside object 1") && text.contains("deepest vertex"), "{text}");
}

#[test]
fn a_box_in_itself_is_as_deep_as_it_is_wide() {
    let folder = Folder::new("distance-itself");
    let a = folder.write("a.ply", cube(0.0));
    let report = json(&jostle(&["distance", &a, &a, "--json"]));
    let most = report["penetration"]["depth_at_most"].as_f64().unwrap();
    assert!((2.0..2.0 + 1e-12).contains(&most), "{report}");
    let rough = json(&jostle(&["distance", &a, &a, "--json", "--tolerance", "1"]));
    assert_eq!(rough["penetration"]["is_closed"], true);
    let output = jostle(&["distance", &a, &a, "--tolerance", "1.5"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("tolerance of 1.5"), "{}", stderr(&output));
}

#[test]
fn errors_name_what_is_wrong() {
    let folder = Folder::new("distance-errors");
    let a = folder.write("a.ply", cube(0.0));
    let empty = folder.write("empty.off", jostle::TriangleMesh::default());
    let output = jostle(&["distance", &a, &empty]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("empty.off") && stderr(&output).contains("no element"));
    assert_eq!(stdout(&output), "");
    let allowed = jostle(&["distance", &a, &empty, "--allow-empty"]);
    assert_eq!(code(&allowed), 2, "there is no distance to nothing");
    assert_eq!(code(&jostle(&["distance", &a])), 2);
    assert_eq!(code(&jostle(&["distance", &a, &folder.path("missing.ply")])), 2);
}
