//! `jostle contacts`: curves along which surfaces cross, and features that are near each other.

use crate::common::{Folder, code, jostle, json, stderr, stdout};
use jostle::DVec3;
use jostle::mesh::shapes;
use std::fs;

#[test]
fn what_is_near_is_counted_and_written() {
    let folder = Folder::new("contacts-near");
    let floor = folder.write("floor.ply", shapes::cloth(4, 4, [4.0, 4.0]));
    let ball = shapes::icosphere(2, 0.5).translated(DVec3::new(0.3, 0.2, 0.51));
    let ball = folder.write("ball.ply", ball);
    let csv = folder.path("contacts.csv");
    let args = ["contacts", &floor, &ball, "--within", "0.02", "--json", "--out", &csv];
    let output = jostle(&args);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let report = json(&output);
    assert_eq!(report["verdict"], "near");
    assert!((report["least_distance"].as_f64().unwrap() - 0.01).abs() < 1e-9);
    let table = fs::read_to_string(&csv).unwrap();
    let mut rows = table.lines();
    assert!(rows.next().unwrap().starts_with("kind,object_a,object_b,i0,i1,i2,i3,distance,"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split(',').collect()).collect();
    assert_eq!(rows.len() as u64, report["contacts"].as_u64().unwrap());
    let face = rows.iter().find(|row| row[0] == "fv").expect("the lowest vertex is over a face");
    assert_eq!((face[1], face[2]), ("0", "1"), "the floor's face, and the ball's vertex");
    assert!((face[16].parse::<f64>().unwrap() - 1.0).abs() < 1e-9, "upwards: {face:?}");
    // Further apart than that nothing is.
    let output = jostle(&["contacts", &floor, &ball, "--within", "0.005"]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).contains("clear"), "{}", stdout(&output));
}

#[test]
fn one_mesh_is_compared_with_itself() {
    let folder = Folder::new("contacts-self");
    let ball = folder.write("ball.ply", shapes::icosphere(2, 0.5));
    let output = jostle(&["contacts", &ball, "--within", "0.2", "--out", "-"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stdout(&output).lines().count() > 100);
    assert!(stderr(&output).contains("near"), "the report is beside the table");
}

#[test]
fn distances_and_results_that_cannot_be_are_refused() {
    let folder = Folder::new("contacts-refused");
    let ball = folder.write("ball.ply", shapes::icosphere(1, 0.5));
    for (args, word) in [
        (vec!["contacts", &ball, "--within", "0"], "above zero"),
        (vec!["contacts", &ball, "--within", "-1"], "-1"),
        (vec!["contacts", &ball, "--within", "nan"], "nan"),
        (vec!["contacts", &ball, "--mollified"], "--within"),
        (vec!["contacts", &ball, "--limit", "5"], "--within"),
        (vec!["contacts", &ball, "--within", "1", "--limit", "5"], "more than 5 pairs"),
        (vec!["contacts", &ball, "--within", "1", "--out", "contacts.ply"], ".csv, .json or .vtu"),
        (vec!["contacts", &ball, "--colour", "pairs", "--picture", "a.png"], "no effect"),
        (vec!["contacts", &ball, "--within", "1", "--out", &ball], "overwritten"),
        (vec!["contacts", &ball, "--within", "1", "--out", "-", "--json"], "standard output"),
    ] {
        let output = jostle(&args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(stderr(&output).contains(word), "{args:?}: {}", stderr(&output));
    }
}

/// Every pair of edges of two meshes is nearer than that; it is known before any is looked at.
#[test]
fn distances_beyond_the_scene_end_at_once() {
    let folder = Folder::new("contacts-far");
    let ball = shapes::icosphere(5, 1.0);
    let names = ["a.ply", "b.ply"].map(|name| folder.write(name, ball.clone()));
    let output = jostle(&["contacts", &names[0], &names[1], "--within", "1e300"]);
    assert_eq!(code(&output), 2);
    let expected = "more than 10,000,000 pairs of features are nearer than 1e300";
    assert!(stderr(&output).contains(expected), "{}", stderr(&output));
}

#[test]
fn curves_and_patches_are_listed_and_written() {
    let folder = Folder::new("contacts-curves");
    let cube = |at: DVec3| shapes::box_surface(DVec3::splat(2.0), [1; 3]).translated(at);
    let a = folder.write("a.ply", cube(DVec3::ZERO));
    let b = folder.write("b.ply", cube(DVec3::new(1.0, 1.25, 1.5)));
    let output = jostle(&["contacts", &a, &b, "--json"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let report = json(&output);
    assert_eq!(report["verdict"], "colliding");
    assert_eq!((&report["curves"], &report["closed_curves"]), (&1.into(), &1.into()));
    let patch = &report["patches"][0];
    assert_eq!(patch["objects"], serde_json::json!([0, 1]));
    // The common part is 1 by 0.75 by 0.5.
    assert!((patch["length"].as_f64().unwrap() - 4.5).abs() < 1e-12, "{patch}");
    let area = DVec3::new(0.75 * 0.5, 0.5, 0.75).length();
    assert!((patch["area"].as_f64().unwrap() - area).abs() < 1e-12, "{patch}");
    assert!((patch["normal"][2].as_f64().unwrap() - 0.75 / area).abs() < 1e-12, "{patch}");
    let pairs = report["pairs"].as_u64().unwrap() as usize;
    let text = stdout(&jostle(&["contacts", &a, &b]));
    assert!(text.contains("1, closed") && text.contains("centroid"), "{text}");

    let csv = folder.path("curves.csv");
    assert_eq!(code(&jostle(&["contacts", &a, &b, "--out", &csv])), 1);
    let table = fs::read_to_string(&csv).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|row| row.split(',').collect()).collect();
    assert_eq!(rows.iter().filter(|row| row[0] == "crossing").count(), pairs);
    // Each starts where the one before it ends, and the first where the last does.
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(row[10..13], rows[(i + 1) % rows.len()][7..10]);
    }
    let file = folder.path("curves.json");
    assert_eq!(code(&jostle(&["contacts", &a, &b, "--out", &file])), 1);
    let written: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(written["curves"][0]["points"].as_array().unwrap().len(), pairs);
    assert_eq!(written["curves"][0]["closed"], true);
    let vtu = folder.path("curves.vtu");
    assert_eq!(code(&jostle(&["contacts", &a, &b, "--out", &vtu])), 1);
    let head = fs::read_to_string(&vtu).unwrap();
    assert!(head.contains(&format!("NumberOfPoints=\"{pairs}\" NumberOfCells=\"1\"")), "{head}");
    let picture = folder.path("curves.png");
    let output = jostle(&["contacts", &a, &b, "--picture", &picture, "--size", "200x150"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn what_does_not_cross_is_told_from_what_touches() {
    let folder = Folder::new("contacts-touching");
    let sheet = shapes::cloth(2, 2, [1.0, 1.0]);
    let a = folder.write("a.ply", sheet.clone());
    let b = folder.write("b.ply", sheet.clone().translated(DVec3::X));
    let c = folder.write("c.ply", sheet.translated(DVec3::Z));
    let output = jostle(&["contacts", &a, &b, "--json"]);
    assert_eq!(code(&output), 1, "edge to edge");
    let report = json(&output);
    assert_eq!(report["curves"], 0);
    assert!(report["touching"]["segment"].as_u64().unwrap() > 0, "{report}");
    let output = jostle(&["contacts", &a, &c]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).contains("clear"), "{}", stdout(&output));
    // One mesh is compared with itself.
    assert_eq!(code(&jostle(&["contacts", &a])), 0);
    // Near contacts go to viewers as lines.
    let vtu = folder.path("near.vtu");
    let args = ["contacts", &a, &c, "--within", "1.1", "--out", &vtu, "--json"];
    let output = jostle(&args);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let lines = json(&output)["contacts"].as_u64().unwrap();
    let head = fs::read_to_string(&vtu).unwrap();
    assert!(head.contains(&format!("NumberOfCells=\"{lines}\"")), "{head}");
    assert!(head.contains("Name=\"distance\""));
    let file = folder.path("near.json");
    assert_eq!(code(&jostle(&["contacts", &a, &c, "--within", "1.1", "--out", &file])), 1);
    let written: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(written.as_array().unwrap().len() as u64, lines);
}
