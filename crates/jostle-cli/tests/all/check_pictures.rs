//! `jostle check --picture` shows where meshes meet, and as close as wanted.

use crate::common::{Folder, jostle, red, stderr};
use std::fs;

/// A box of twelve triangles as OBJ.
fn cube(corner: [f64; 3], side: f64) -> String {
    let mut text = String::new();
    for i in 0..8 {
        let at = [0, 1, 2].map(|axis| corner[axis] + side * f64::from(i >> axis & 1));
        text += &format!("v {} {} {}\n", at[0], at[1], at[2]);
    }
    let faces = "1 3 4|1 4 2|5 6 8|5 8 7|1 2 6|1 6 5|3 7 8|3 8 4|1 5 7|1 7 3|2 4 8|2 8 6";
    text + &faces.split('|').map(|face| format!("f {face}\n")).collect::<String>()
}

#[test]
fn coarse_meshes_have_a_curve_and_collisions_can_be_framed() {
    let folder = Folder::new("check-pictures");
    let meshes = [
        ("left", cube([0.0; 3], 1.0)),
        ("right", cube([0.9, 0.9, 0.9], 1.0)),
        ("far", cube([6.0, 0.0, 0.0], 1.0)),
    ];
    let files = meshes.map(|(name, text)| {
        let path = folder.path(&format!("{name}.obj"));
        fs::write(&path, text).unwrap();
        path
    });
    let out = folder.path("out.png");
    let drawn = |more: &[&str]| {
        let mut words = vec!["check", "--camera", "front", "--size", "320x240", "--picture", &out];
        words.extend(files.iter().map(String::as_str));
        words.extend(more);
        let output = jostle(&words);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        red(&out)
    };
    let (curve, [_, right]) = drawn(&[]);
    let (faces, _) = drawn(&["--set"]);
    assert!(0 < curve && 4 * curve < faces, "{curve} and {faces}: without pairs, faces are red");
    assert!(right < 160, "the far one is at the right");
    let (close, [left, right]) = drawn(&["--zoom", "collisions"]);
    assert!(close > 2 * curve, "{close} and {curve}");
    assert!(left > 80 && right < 240, "in the middle: {left} to {right}");
    let output = jostle(&["check", "--demo", "--zoom", "in"]);
    assert!(stderr(&output).contains("scene, collisions"), "{}", stderr(&output));
}
