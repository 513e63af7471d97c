//! `jostle depth`: vertices that are inside other meshes.

use crate::common::{Folder, code, jostle, json, stderr, stdout};
use jostle::DVec3;
use jostle::mesh::shapes::{self, Split};
use std::fs;

fn pressed(folder: &Folder) -> [String; 2] {
    let slab = shapes::box_tets([8, 8, 2], DVec3::new(4.0, 4.0, 1.0), Split::Six, 0.0, 0);
    let ball = shapes::ball_tets(6, 1.0).translated(DVec3::Z * 1.3);
    [folder.write("slab.vtu", slab), folder.write("ball.msh", ball)]
}

#[test]
fn a_ball_in_a_slab_is_as_deep_as_it_was_pressed() {
    let folder = Folder::new("depth-pressed");
    let [slab, ball] = pressed(&folder);
    let csv = folder.path("depths.csv");
    let output = jostle(&["depth", &slab, &ball, "--json", "--out", &csv]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let report = json(&output);
    assert_eq!(
        (&report["verdict"], &report["method"]),
        (&"colliding".into(), &"consistent".into())
    );
    let pairs = report["pairs"].as_array().unwrap();
    let own = pairs.iter().find(|own| own["object"] == 1).unwrap();
    assert!((own["largest"].as_f64().unwrap() - 0.2).abs() < 1e-9);
    assert!((own["direction"][2].as_f64().unwrap() - 1.0).abs() < 1e-9);
    let table = fs::read_to_string(&csv).unwrap();
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("object,vertex,touched,depth,x,y,z,x_d,y_d,z_d,stage,layer"));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(report["points"], rows.len());
    for row in rows.iter().filter(|row| row[0] == "1") {
        let [depth, z] = [row[3], row[6]].map(|word| word.parse::<f64>().unwrap());
        assert!((depth - (0.5 - z)).abs() < 1e-9, "{row:?}");
        assert!(row[10] == "border" || row[10] == "propagated");
    }
    let output = jostle(&["depth", &slab, &ball, "--method", "closest"]);
    assert!(stdout(&output).contains("by the closest point"), "{}", stdout(&output));
}

#[test]
fn surfaces_are_solid_and_what_is_apart_is_clear() {
    let folder = Folder::new("depth-surfaces");
    let a = folder.write("a.ply", shapes::icosphere(2, 1.0));
    let b = folder.write("b.ply", shapes::icosphere(2, 1.0).translated(DVec3::X * 1.5));
    let far = folder.write("far.ply", shapes::icosphere(2, 1.0).translated(DVec3::X * 9.0));
    let output = jostle(&["depth", &a, &b]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stdout(&output).contains("colliding points"), "{}", stdout(&output));
    let output = jostle(&["depth", &a, &far]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("clear"));
}

#[test]
fn a_body_alone_is_looked_at_within() {
    let folder = Folder::new("depth-within");
    let ball = folder.write("ball.vtu", shapes::ball_tets(3, 1.0));
    let output = jostle(&["depth", &ball, "--json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(json(&output)["tested"]["within"], 1);
}

#[test]
fn meshes_without_an_inside_are_refused() {
    let folder = Folder::new("depth-refused");
    let ball = folder.write("ball.ply", shapes::icosphere(1, 0.5));
    let cloth = folder.write("cloth.ply", shapes::cloth(3, 3, [1.0, 1.0]));
    for (args, word) in [
        (vec!["depth", &ball, &cloth], "is open: a boundary loop of 12 edges"),
        (vec!["depth", &ball], "is a surface, and only tetrahedra"),
        (vec!["depth", &ball, "--out", &ball], "overwritten"),
        (vec!["depth", &ball, &ball, "--out", "-", "--json"], "standard output"),
        (vec!["depth", &ball, &ball, "--method", "guess"], "consistent"),
    ] {
        let output = jostle(&args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(stderr(&output).contains(word), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn a_picture_shows_arrows() {
    let folder = Folder::new("depth-picture");
    let [slab, ball] = pressed(&folder);
    let pictures = ["consistent", "closest"].map(|method| {
        let path = folder.path(&format!("{method}.png"));
        let drawn = ["depth", &slab, &ball, "--method", method, "--picture", &path];
        let output = jostle(&[&drawn[..], &["--size", "200x150"]].concat());
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        fs::read(path).unwrap()
    });
    // Of the same scene, but of other depths.
    assert!(pictures[0].starts_with(b"\x89PNG") && pictures[0] != pictures[1]);
    let refused = ["depth", &slab, &ball, "--colour", "pairs", "--picture", "a.png"];
    assert_eq!(code(&jostle(&refused)), 2);
}
