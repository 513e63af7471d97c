//! `jostle impact`: steps between frames, and single queries.

use crate::common::{Folder, code, jostle, json, red, stderr, stdout};
use jostle::DVec3;
use jostle::mesh::shapes;
use std::fs;

/// A ball above a floor, on the way through it and below, and the floor.
fn falling_ball(folder: &Folder) -> [String; 4] {
    let ball = |z: f64| shapes::icosphere(2, 0.5).translated(DVec3::new(0.3, 0.2, z));
    [
        folder.write("ball_2.ply", ball(2.0)),
        folder.write("ball_9.ply", ball(1.0)),
        folder.write("ball_10.ply", ball(-1.0)),
        folder.write("floor.ply", shapes::cloth(4, 4, [4.0, 4.0])),
    ]
}

#[test]
fn what_passes_through_between_frames_is_found() {
    let folder = Folder::new("impact-frames");
    let [first, second, third, floor] = falling_ball(&folder);
    // Neither frame touches the floor.
    let output = jostle(&["check", &second, &third, "--join"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    let csv = folder.path("impacts.csv");
    let output =
        jostle(&["impact", &first, &third, &second, "--with", &floor, "--json", "--impacts", &csv]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let report = json(&output);
    assert_eq!(report["colliding_steps"], 1);
    assert_eq!(report["first_step"], 1, "frames are in the order of their numbers");
    let step = &report["steps"][1];
    let first_impact = &step["first"];
    assert_eq!(first_impact["kind"], "vf");
    assert_eq!(first_impact["objects"], serde_json::json!([0, 1]));
    let time = first_impact["t_lo"].as_f64().unwrap();
    assert!((time - 0.25).abs() < 1e-12, "{time}");
    assert!(step["free_step"].as_f64().unwrap() < time);
    assert!(first_impact["normal"][2].as_f64().unwrap() > 0.99);
    // The table has a row an impact.
    let table = fs::read_to_string(&csv).unwrap();
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("step,kind,object_a,object_b,i0,i1,i2,i3,t_lo,t_hi"));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len() as u64, step["impacts"].as_u64().unwrap());
    let kinds = ["vf", "ee"].map(|kind| rows.iter().filter(|row| row[1] == kind).count() as u64);
    assert_eq!(kinds.map(Some), ["vertex_face", "edge_edge"].map(|key| step[key].as_u64()));
    for row in &rows {
        let [low, high] = [row[8], row[9]].map(|cell| cell.parse::<f64>().unwrap());
        assert!(row[0] == "1" && (0.25 - 1e-12..=0.75 + 1e-12).contains(&low) && low <= high);
    }
    assert_eq!(report["written"][0].as_str(), Some(&csv[..]));
}

#[test]
fn the_free_step_is_a_number_a_line() {
    let folder = Folder::new("impact-free");
    let [first, second, third, floor] = falling_ball(&folder);
    let output = jostle(&["impact", &first, &second, &third, "--with", &floor, "--free-step"]);
    let steps: Vec<f64> = stdout(&output).lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!((code(&output), steps.len(), steps[0]), (1, 2, 1.0));
    assert!(steps[1] < 0.25 && steps[1] > 0.2499);
    // The other way the order is as given.
    let output = jostle(&["impact", &third, &first, "--with", &floor, "--first"]);
    let text = stdout(&output);
    assert!(text.contains("COLLIDING") && text.contains("of object 0"), "{text}");
    let output = jostle(&["impact", &first, &second, "--with", &floor, "--quiet"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (0, ""));
}

#[test]
fn one_object_is_tested_against_itself() {
    let folder = Folder::new("impact-self");
    let sheet = shapes::cloth(6, 6, [1.0, 1.0]);
    let mut folded = sheet.clone();
    // One half goes over the other, and through it.
    for v in &mut folded.vertices {
        if v.x > 0.0 {
            *v = DVec3::new(-v.x, v.y + 0.011, -0.2 * v.x);
        }
    }
    let mut lifted = sheet.clone();
    for v in &mut lifted.vertices {
        v.z = if v.x > 0.0 { v.x * 0.5 } else { 0.0 };
    }
    let files = [folder.write("a.ply", lifted), folder.write("b.ply", folded)];
    let output = jostle(&["impact", &files[0], &files[1]]);
    assert_eq!(code(&output), 1, "{}", stdout(&output));
}

#[test]
fn methods_say_the_same() {
    let folder = Folder::new("impact-methods");
    let ball = shapes::icosphere(3, 1.0);
    let mut dented = ball.clone();
    // Pressed in, until the top is below the bottom.
    dented.vertices.iter_mut().filter(|v| v.z > 0.5).for_each(|v| v.z = 0.4 - 3.4 * (v.z - 0.5));
    let smaller = folder.write("frame_0.ply", ball.clone().scaled(DVec3::splat(0.9)));
    let frames = [smaller, folder.write("frame_1.ply", ball), folder.write("frame_2.ply", dented)];
    let find = |method: &str| {
        let frames = frames.each_ref().map(String::as_str);
        json(&jostle(&[&["impact", "--json", "--method", method], &frames[..]].concat()))
    };
    let full = find("clusters");
    assert_eq!(full["first_step"], 1);
    for method in ["aabb", "16dop", "normal-cones", "view"] {
        let own = find(method);
        for step in 0..2 {
            for key in ["verdict", "impacts", "first", "free_step"] {
                assert_eq!(own["steps"][step][key], full["steps"][step][key], "{method} {key}");
            }
            assert_eq!(own["steps"][step]["view"].is_null(), method != "view");
        }
    }
    let seen = &find("view")["steps"];
    assert_eq!(seen[0]["view"]["positive"], 1280);
    assert_eq!((&seen[0]["view"]["proven"], &seen[1]["view"]["colliding"]), (&1.into(), &1.into()));
    let frames = frames.each_ref().map(String::as_str);
    let text = stdout(&jostle(&[&["impact", "--method", "view"], &frames[..]].concat()));
    assert!(text.contains("V+ / V- / V0 / Vv") && text.contains("1,280 / 0 / 0 / 0"), "{text}");
}

#[test]
fn frames_that_do_not_fit_are_refused() {
    let folder = Folder::new("impact-wrong");
    let [first, second, ..] = falling_ball(&folder);
    let other = folder.write("other.ply", shapes::icosphere(1, 0.5));
    let mut swapped = shapes::icosphere(2, 0.5);
    swapped.elements.swap(3, 4);
    let swapped = folder.write("swapped.ply", swapped);
    for (args, words) in [
        (vec![first.as_str()], "two frames"),
        (vec![&first, &other], "42 vertices and not 162"),
        (vec![&first, &swapped], "element 3 has other vertices"),
        (vec![&first, &second, "--ignore", "x", "y"], "no such object"),
        (vec![&first, &second, "--impacts", &first], "overwritten"),
        (vec![&first, &second, "--kind", "vf"], "--queries"),
        (vec!["--queries", &first], "--kind"),
        (vec![&first, &second, "--thickness", "-1"], "not negative"),
        (vec![&first, &second, "--thickness", "inf"], "finite"),
        (vec![&first, &second, "--tolerance", "-1"], "a time is a number"),
        (vec!["--queries", &first, "--kind", "vf", "--thickness", "1"], "cannot be used"),
        (vec![&first, &second, "--picture", "impact.txt"], "extension .png"),
        (vec![&first, &second, "--picture", "no/such/folder.png"], "cannot be written"),
        (vec![&first, &second, "--picture", "a.png", "--impacts", "a.png"], "another result"),
        (vec![&first, &second, "--picture", "a.png", "--colour", "pairs"], "no effect"),
    ] {
        let output = jostle(&[&["impact"], &args[..]].concat());
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(stderr(&output).contains(words), "{args:?}: {}", stderr(&output));
    }
}

/// Rows of a vertex that falls by so much onto a triangle of size 4 from a height of 1, the x in thirds of
/// three.
fn query(fall: &str, truth: u8) -> String {
    let row = |x: i32, y: i32, z: &str| format!("{},3,{y},1,{z},{truth}\n", 3 * x);
    let triangle = row(0, 0, "0,1") + &row(4, 0, "0,1") + &row(0, 4, "0,1");
    row(1, 1, "1,1") + &triangle + &row(1, 1, fall) + &triangle
}

#[test]
fn queries_are_compared_with_the_truth() {
    let folder = Folder::new("impact-queries");
    // Onto the triangle exactly; short of it by the least there is; a lie.
    let least = "1,".to_owned() + &(2f64.powi(60) as u64).to_string();
    let text = query("0,7", 1) + &query(&least, 0) + &query("-1,2", 0);
    let path = folder.path("queries.csv");
    fs::write(&path, &text).unwrap();
    let out = folder.path("verdicts.txt");
    let output = jostle(&["impact", "--queries", &path, "--kind", "vf", "--json", "--out", &out]);
    let report = json(&output);
    assert_eq!(
        (code(&output), &report["queries"], &report["missed"], &report["false"]),
        (1, &3.into(), &0.into(), &1.into())
    );
    assert_eq!(fs::read_to_string(&out).unwrap(), "1\n0\n1\n");
    let output = jostle(&["impact", "--queries", &path, "--kind", "ee"]);
    assert!(stdout(&output).contains("3 queries:"), "{}", stdout(&output));
    fs::write(folder.path("one.csv"), query("0,7", 1)).unwrap();
    let output = jostle(&["impact", "--queries", &folder.path("one.csv"), "--kind", "vf"]);
    assert!(stdout(&output).contains("1 query: 0 missed"), "{}", stdout(&output));
    for (bad, words) in [
        (text.replace("0,7,", "1,7,"), "line 5: 1/7 is no double"),
        (query("0,1", 1) + "1,1,1,1,1,1,1\n", "8 rows"),
        (String::new(), "there is no query"),
        ("some words\nand more\n".to_owned(), "there is no query"),
        ("a,b\n1,2,3\n".to_owned(), "line 2"),
        (query("0,0", 1), "denominator is zero"),
    ] {
        fs::write(&path, &bad).unwrap();
        let output = jostle(&["impact", "--queries", &path, "--kind", "vf"]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(words), "{words}: {}", stderr(&output));
    }
}

/// The ball stays above the floor by 1/2.
#[test]
fn what_comes_within_a_thickness_is_near() {
    let folder = Folder::new("impact-thickness");
    let [first, second, third, floor] = falling_ball(&folder);
    let near = |thickness: &str, more: &[&str]| {
        let words = ["impact", &first, &second, "--with", &floor, "--thickness", thickness];
        jostle(&[&words, more].concat())
    };
    assert_eq!(code(&near("0", &[])), 0);
    let output = near("0.4", &[]);
    assert!(code(&output) == 0 && stdout(&output).contains("CLEAR: nothing comes within 0.4"));
    let output = near("0.75", &[]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("NEAR: something comes within 0.75"), "{}", stdout(&output));
    let report = json(&near("0.75", &["--json"]));
    assert_eq!((&report["verdict"], &report["thickness"]), (&"near".into(), &0.75.into()));
    let first_impact = &report["steps"][0]["first"];
    let time = first_impact["t_lo"].as_f64().unwrap();
    assert!(time <= 0.75 && time > 0.75 - 1e-5, "{time}");
    assert!(first_impact["t_hi"] == time && first_impact["normal"][2].as_f64().unwrap() > 0.99);
    let free: f64 = stdout(&near("0.75", &["--free-step"])).trim().parse().unwrap();
    assert!(free < time && free > time - 1e-9);
    // Where it passes through, it is near before.
    let output =
        jostle(&["impact", &second, &third, "--with", &floor, "--thickness", "0.1", "--json"]);
    let time = json(&output)["steps"][0]["first"]["t_lo"].as_f64().unwrap();
    assert!(time <= 0.2 && time > 0.2 - 1e-5, "{time}");
}

#[test]
fn pictures_show_the_first_impact() {
    let folder = Folder::new("impact-picture");
    let [first, second, third, floor] = falling_ball(&folder);
    let out = folder.path("impact.png");
    let drawn = |files: [&str; 2], more: &[&str]| {
        let words = ["impact", files[0], files[1], "--with", &floor];
        let style = ["--camera", "20,15", "--size", "320x240", "--picture", &out];
        let output = jostle(&[&words, &style[..], more].concat());
        assert!(code(&output) < 2, "{}", stderr(&output));
        red(&out)
    };
    let (whole, _) = drawn([&second, &third], &[]);
    let (close, [left, right]) = drawn([&second, &third], &["--zoom", "collisions"]);
    assert!(whole > 20 && 4 * close > 5 * whole, "{whole} and {close}");
    assert!(left < 160 && right > 160, "in the middle: {left} to {right}");
    let (near, _) = drawn([&first, &second], &["--thickness", "0.75"]);
    assert!(near > 20, "{near}");
    let (none, _) = drawn([&first, &second], &[]);
    assert_eq!(none, 0, "nothing touches");
    // It is a result as others are.
    let output =
        jostle(&["impact", &second, &third, "--with", &floor, "--picture", &out, "--json"]);
    assert_eq!(json(&output)["written"][0].as_str(), Some(&out[..]));
}

#[test]
fn what_is_not_compared_is_not_clear() {
    let folder = Folder::new("impact-untested");
    let [first, second, _, floor] = falling_ball(&folder);
    let words = ["impact", &first, &second, "--with", &floor, "--ignore", "*", "*"];
    let output = jostle(&words);
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).contains("NOTHING TESTED"), "{}", stdout(&output));
    let report = json(&jostle(&[&words[..], &["--json"]].concat()));
    assert_eq!(report["verdict"], "nothing tested");
    assert_eq!(report["tested"]["pairs_of_objects"], 0);
    let empty = folder.path("empty.obj");
    fs::write(&empty, "").unwrap();
    let output = jostle(&["impact", &empty, &empty, "--allow-empty"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
}

/// STL has no vertices of its own: those in one place are one.
#[test]
fn frames_in_which_vertices_meet_are_explained() {
    let folder = Folder::new("impact-stl");
    let sheets = |z: f64| {
        let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
        let at = |z: f64| corners.map(|[x, y]| format!("vertex {x} {y} {z}\n")).concat();
        let facet =
            |z: f64| format!("facet normal 0 0 1\nouter loop\n{}endloop\nendfacet\n", at(z));
        format!(
            "solid s\n{}{}endsolid s\n",
            facet(0.0),
            facet(z).replacen(" 0 0 1\nouter", " 0 0 0\nouter", 1)
        )
    };
    let files = [("a.stl", 1.0), ("b.stl", 0.0)].map(|(name, z)| {
        let path = folder.path(name);
        fs::write(&path, sheets(z)).unwrap();
        path
    });
    let output = jostle(&["impact", &files[0], &files[1]]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stderr(&output).contains("STL joins those in one place"), "{}", stderr(&output));
}
