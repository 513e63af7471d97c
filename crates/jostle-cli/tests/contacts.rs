//! `jostle contacts`: features that are near each other.

mod common;

use common::{Folder, code, jostle, json, stderr, stdout};
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
        (vec!["contacts", &ball], "--within"),
        (vec!["contacts", &ball, "--within", "1", "--out", &ball], "overwritten"),
        (vec!["contacts", &ball, "--within", "1", "--out", "-", "--json"], "standard output"),
    ] {
        let output = jostle(&args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(stderr(&output).contains(word), "{args:?}: {}", stderr(&output));
    }
}
