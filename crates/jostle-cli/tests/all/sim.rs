//! `jostle sim` and `jostle play`: scenes move, are recorded, and play as they were.

use crate::common::{Folder, code, jostle, json, red, stderr, stdout};
use jostle_sim::recording::Player;
use jostle_sim::{SCENES, SceneFile, ShippedScene};
use std::fs;
use std::process::{Command, Stdio};

/// A ball that falls to the ground, and a crate beside it.
const SCENE: &str = r#"
title = "Jelly"
frames = 12

[[plane]]

[[solid]]
name = "jelly"
shape = { kind = "ball", radius = 0.5, resolution = 2 }
position = [0.0, 0.0, 0.51]
young = 3e4
self-collision = true

[[rigid]]
name = "crate"
shape = { kind = "box", size = [0.5, 0.5, 0.5], cells = [1, 1, 1] }
position = [1.5, 0.0, 0.3]
"#;

fn scene_file(folder: &Folder, name: &str, text: &str) -> String {
    let path = folder.path(name);
    fs::write(&path, text).unwrap();
    path
}

fn recorded(folder: &Folder) -> (String, String) {
    let (scene, recording) = (scene_file(folder, "jelly.toml", SCENE), folder.path("jelly.rec"));
    let output = jostle(&["sim", &scene, "--record", &recording, "--quiet"]);
    assert_eq!(
        (code(&output), stdout(&output), stderr(&output)),
        (0, String::new(), String::new())
    );
    (scene, recording)
}

/// A recording has the start and what the library steps to, to the last bit, whatever the number of threads.
#[test]
fn what_is_recorded_is_what_the_library_steps_to() {
    let folder = Folder::new("sim-recorded");
    let (scene, recording) = recorded(&folder);
    let mut file = SceneFile::read(&scene).unwrap();
    let mut player = Player::open(&recording).unwrap();
    assert_eq!((player.frames(), player.is_cut_off()), (13, false));
    for frame in 0..13 {
        assert!(
            player.frame(frame).unwrap().vertices() == file.world.scene().vertices(),
            "{frame}"
        );
        file.world.step().unwrap();
    }
    let bytes = fs::read(&recording).unwrap();
    for threads in ["1", "2"] {
        let other = folder.path("other.rec");
        let output = jostle(&["sim", &scene, "--record", &other, "--threads", threads, "-q"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(fs::read(&other).unwrap() == bytes);
    }
    // To standard output, the report goes elsewhere.
    let output = jostle(&["sim", &scene, "--record", "-"]);
    assert!(output.stdout == bytes);
    assert!(stderr(&output).contains("12 frames in"), "{}", stderr(&output));
}

#[test]
fn reports_tell_every_frame() {
    let folder = Folder::new("sim-reports");
    let scene = scene_file(&folder, "jelly.toml", SCENE);
    let report = json(&jostle(&["sim", &scene, "--frames", "30", "--json"]));
    assert_eq!(report["title"], "Jelly");
    assert_eq!((&report["objects"], &report["steps"]), (&2.into(), &30.into()));
    assert_eq!(report["elements"], 160 + 12);
    let frames = report["frames"].as_array().unwrap();
    assert_eq!(frames.len(), 31);
    assert!(frames[0]["contacts"].is_null() && frames[30]["rigid_contacts"].as_u64().unwrap() > 0);
    assert!((frames[30]["time"].as_f64().unwrap() - 0.5).abs() < 1e-9);
    assert!(frames[30]["kinetic_energy"].as_f64().unwrap() > 0.0);
    let share = report["collision_share"].as_f64().unwrap();
    assert!(share > 0.0 && share < 1.0);
    assert!(report["frames_per_second"].as_f64().unwrap() > 0.0);
    let table = stdout(&jostle(&["sim", &scene, "--frames", "30", "--csv"]));
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 32);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    let column = rows[0].iter().position(|name| *name == "deepest").unwrap();
    assert_eq!(rows[31][column].parse::<f64>().unwrap(), frames[30]["deepest"].as_f64().unwrap());
    let text = stdout(&jostle(&["sim", "tower-static", "--frames", "3"]));
    for word in
        ["Static tower: 8 objects", "contacts", "deepest", "energy", "3 frames in", "in collision"]
    {
        assert!(text.contains(word), "{word} is missing from\n{text}");
    }
    let list = stdout(&jostle(&["sim", "--list"]));
    for scene in SCENES {
        assert!(list.contains(scene.name) && list.contains(&scene.summary()), "{}", scene.name);
    }
}

#[test]
fn scenes_that_are_wrong_are_told_with_file_line_and_key() {
    let folder = Folder::new("sim-wrong");
    let ball = "[[solid]]\nshape = { kind = \"ball\" }\n";
    let cases = [
        (
            "[world]\nstpe = 0.01\n".to_owned(),
            "line 2: 'stpe' is not known here; did you mean 'step'?",
        ),
        ("[world]\nstep = 0\n".to_owned(), "line 2: 'step' must be above zero, but is 0"),
        ("[world]\nstep = nan\n".to_owned(), "line 2: 'step' must be finite, but is NaN"),
        (
            format!("{ball}vertex-mass = -1\n"),
            "line 3: 'vertex-mass' must be above zero, but is -1",
        ),
        (
            format!("{ball}position = [0, inf, 0]\n"),
            "line 3: 'position' must be finite, but has inf",
        ),
        ("[[solid]]\nmesh = \"missing.vtk\"\n".to_owned(), "line 2: 'mesh' 'missing.vtk'"),
        ("[[cloht]]\n".to_owned(), "line 1: 'cloht' is not known here; did you mean 'cloth'?"),
        ("frames = 3\n[world\n".to_owned(), "line 2: not TOML"),
    ];
    for (text, expected) in cases {
        let path = scene_file(&folder, "wrong.toml", &text);
        let output = jostle(&["sim", &path]);
        let said = stderr(&output);
        assert_eq!((code(&output), stdout(&output)), (2, String::new()), "{text}");
        assert!(said.contains("wrong.toml") && said.contains(expected), "{said}\nfor {expected}");
    }
    let said = stderr(&jostle(&["sim", "bolide"]));
    assert!(said.contains("there is no scene 'bolide'; did you mean 'boldie'?"), "{said}");
    assert!(SCENES.iter().all(|scene| said.contains(scene.name)), "{said}");
    assert!(stderr(&jostle(&["sim", "nowhere.toml"])).contains("nowhere.toml cannot be read"));
    let said = stderr(&jostle(&["sim", "boldie", "--resolution", "2"]));
    assert!(said.contains("--resolution has no effect"), "{said}");
    // Explicit steps that are too long end in an error, with what to do.
    let stiff = "frames = 400\n[world]\nintegrator = \"explicit-euler\"\nsubsteps = 1\n[[solid]]\nyoung = 1e9\n\
                 shape = { kind = \"ball\", resolution = 2 }\nvelocity = [1, 0, 0]\nposition = [0, 0, 1]\n[[plane]]\n";
    let output = jostle(&["sim", &scene_file(&folder, "stiff.toml", stiff)]);
    let said = stderr(&output);
    assert!(
        code(&output) == 2 && said.contains("left all bounds") && said.contains("substeps"),
        "{said}"
    );
}

#[test]
fn results_do_not_replace_each_other_or_the_scene() {
    let folder = Folder::new("sim-results");
    let (scene, recording) = recorded(&folder);
    let wrong: [&[&str]; 7] = [
        &["sim", &scene, "--record", &scene],
        &["sim", &scene, "--picture", "x.png", "--animation", "x.gif", "--record", "x.gif"],
        &["sim", &scene, "--record", "-", "--csv"],
        &["sim", &scene, "--picture", "x.png", "--zoom", "collisions"],
        &["sim", &scene, "--record", &folder.path("no/such/folder.rec")],
        &["play", &recording, "--out", &recording],
        &["play", &recording, "--out", "-"],
    ];
    let before = fs::read(&recording).unwrap();
    for args in wrong {
        let output = jostle(args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(!stderr(&output).is_empty() && output.stdout.is_empty(), "{args:?}");
    }
    assert!(
        fs::read(&recording).unwrap() == before && fs::read_to_string(&scene).unwrap() == SCENE
    );
}

#[test]
fn recordings_are_played_checked_and_written() {
    let folder = Folder::new("play");
    let (_, recording) = recorded(&folder);
    let output = jostle(&["play", &recording]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).contains("13 of 13 frames played"), "{}", stdout(&output));
    let report = json(&jostle(&["play", &recording, "--check", "--json"]));
    assert_eq!((&report["verdict"], &report["recorded"]), (&"clear".into(), &13.into()));
    let frames = report["frames"].as_array().unwrap();
    assert!(frames[0]["moved"].is_null() && frames[5]["moved"].as_f64().unwrap() > 0.0);
    // The ground is none of the objects.
    let tower = folder.path("tower.rec");
    let made = jostle(&["sim", "tower-static", "--frames", "40", "--record", &tower, "-q"]);
    assert_eq!(code(&made), 0);
    let output = jostle(&["play", &tower, "--check", "--frame", "30-40", "--every", "5", "--json"]);
    let report = json(&output);
    assert_eq!((code(&output), &report["verdict"]), (1, &"colliding".into()));
    let numbers: Vec<u64> = report["frames"]
        .as_array()
        .unwrap()
        .iter()
        .map(|own| own["frame"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [30, 35, 40]);
    let text = stdout(&jostle(&["play", &tower, "--check"]));
    assert!(
        text.contains("COLLIDING in") && text.contains("of 41 frames: first in frame"),
        "{text}"
    );
    // As meshes, one a frame.
    let out = folder.path("tower.ply");
    let output = jostle(&["play", &tower, "--frame", "9-11", "--out", &out, "-q"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let mut player = Player::open(&tower).unwrap();
    for frame in [9, 10, 11] {
        let read = jostle_io::read(folder.path(&format!("tower_{frame:02}.ply"))).unwrap();
        let mesh = read.into_joined().mesh;
        assert_eq!(mesh.element_count(), player.frame(frame).unwrap().element_count());
        assert_eq!(mesh.vertices(), player.frame(frame).unwrap().vertices());
    }
    // Tetrahedra by their boundary, beside triangles.
    let jelly = folder.path("jelly.ply");
    assert_eq!(code(&jostle(&["play", &recording, "--frame", "3", "--out", &jelly])), 0);
    assert_eq!(jostle_io::read(&jelly).unwrap().into_joined().mesh.element_count(), 80 + 12);
    // From standard input.
    let file = fs::File::open(&recording).unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_jostle")).args(["play", "-"]).stdin(file).output();
    assert!(stdout(&output.unwrap()).contains("13 of 13"));
    for (frame, expected) in
        [("13", "has 13 frames, so that frame 13"), ("4-20", "frame 20"), ("x", "whole number")]
    {
        let output = jostle(&["play", &recording, "--frame", frame]);
        assert!(code(&output) == 2 && stderr(&output).contains(expected), "{}", stderr(&output));
    }
}

/// Points have no elements to compare, and are not called clear.
#[test]
fn what_is_not_tested_is_not_clear() {
    let folder = Folder::new("play-untested");
    let text = "frames = 2\n[[points]]\nshape = { kind = \"ball\", resolution = 1 }\n";
    let (scene, recording) = (scene_file(&folder, "alone.toml", text), folder.path("alone.rec"));
    jostle(&["sim", &scene, "--record", &recording, "-q"]);
    let output = jostle(&["play", &recording, "--check"]);
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).contains("NOTHING TESTED"), "{}", stdout(&output));
}

#[test]
fn recordings_play_up_to_their_last_whole_frame() {
    let folder = Folder::new("play-cut");
    let (_, recording) = recorded(&folder);
    let bytes = fs::read(&recording).unwrap();
    let cut = folder.path("cut.rec");
    let mut seen = 13;
    for end in [bytes.len() - 1, bytes.len() / 2, bytes.len() / 3, 4000, 600, 200, 8, 7, 0] {
        fs::write(&cut, &bytes[..end]).unwrap();
        let whole = Player::open(&cut).map(|player| player.frames()).unwrap_or(0);
        assert!(whole <= seen);
        seen = whole;
        let output = jostle(&["play", &cut, "--json"]);
        if whole == 0 {
            assert_eq!(code(&output), 2, "{end}");
            let said = stderr(&output);
            assert!(said.contains("no whole frame") || said.contains("is no recording"), "{said}");
            continue;
        }
        let report = json(&output);
        assert_eq!((code(&output), &report["recorded"]), (0, &whole.into()), "{end}");
        assert!(report["notes"][0].as_str().unwrap().contains("last whole frame"), "{report}");
    }
    assert_eq!(seen, 0);
    assert!(stderr(&jostle(&["play", &folder.path("jelly.toml")])).contains("is no recording"));
    assert!(stderr(&jostle(&["play", &folder.path("missing.rec")])).contains("cannot be read"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let output = jostle(&["sim", "tower-static", "--frames", "3", "--record", "/dev/full"]);
    assert_eq!(code(&output), 2);
    let said = stderr(&output);
    assert!(said.contains("frame 0 of '/dev/full' could not be written"), "{said}");
    let folder = Folder::new("play-full");
    let (_, recording) = recorded(&folder);
    let output = jostle(&["play", &recording, "--frame", "0", "--out", "/dev/full"]);
    assert_eq!(code(&output), 2);
}

/// An interrupt leaves all frames that were recorded, and no part of an animation.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_the_frames_before_it() {
    let folder = Folder::new("sim-interrupt");
    let (recording, animation) = (folder.path("mixed.rec"), folder.path("mixed.gif"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_jostle"))
        .args([
            "sim",
            "mixed",
            "--frames",
            "100000",
            "--record",
            &recording,
            "--animation",
            &animation,
        ])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let frames = || Player::open(&recording).map(|player| player.frames()).unwrap_or(0);
    while frames() < 5 {
        assert!(child.try_wait().unwrap().is_none(), "it takes longer than this test waits");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut world = ShippedScene::find("mixed").unwrap().load().unwrap().world;
    let mut player = Player::open(&recording).unwrap();
    assert!(player.frames() >= 5);
    for frame in 0..5 {
        assert!(player.frame(frame).unwrap().vertices() == world.scene().vertices());
        world.step().unwrap();
    }
    let left: Vec<_> =
        fs::read_dir(folder.as_path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["mixed.rec"]);
}

/// Whoever reads rows may have seen enough; files are written all the same.
#[cfg(unix)]
#[test]
fn a_reader_that_closes_early_loses_no_file() {
    let folder = Folder::new("sim-pipe");
    let (scene, recording) = (scene_file(&folder, "jelly.toml", SCENE), folder.path("jelly.rec"));
    let line = format!(
        "'{}' sim '{scene}' --csv --record '{recording}' | head -n 2",
        env!("CARGO_BIN_EXE_jostle")
    );
    let output = Command::new("sh").args(["-c", &line]).output().unwrap();
    assert_eq!((stdout(&output).lines().count(), stderr(&output)), (2, String::new()));
    assert_eq!(Player::open(&recording).unwrap().frames(), 13);
}

#[test]
fn frames_are_drawn() {
    let folder = Folder::new("sim-drawn");
    let scene = scene_file(&folder, "jelly.toml", SCENE);
    let [picture, gif, frames, recording] =
        ["jelly.png", "jelly.gif", "frames", "jelly.rec"].map(|name| folder.path(name));
    let small = ["--size", "160x120"];
    let drawn = ["--picture", &picture, "--animation", &gif, "--record", &recording];
    let output = jostle(&[&["sim", &scene][..], &drawn, &small].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(red(&picture).0, 0);
    assert_eq!(gif_frames(&gif), (7, 3), "every other one of 13, for 30 ms each");
    let every = ["--every", "6", "--animation", &frames];
    assert_eq!(code(&jostle(&[&["sim", &scene][..], &every, &small].concat())), 0);
    assert_eq!(fs::read_dir(&frames).unwrap().count(), 3);
    let tower = folder.path("tower.rec");
    jostle(&["sim", "tower-static", "--frames", "30", "--record", &tower, "-q"]);
    let played =
        ["play", &tower, "--frame", "20-30", "--check", "--picture", &picture, "--animation", &gif];
    let output = jostle(&[&played[..], &["--rate", "10"], &small].concat());
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(red(&picture).0 > 0, "what collides is red");
    assert_eq!(gif_frames(&gif), (11, 10));
    let output = jostle(&["play", &tower, "--picture", &picture, "--colour", "pairs"]);
    assert!(stderr(&output).contains("add --check"), "{}", stderr(&output));
}

/// How many frames an animation has, and the hundredths of a second of each.
fn gif_frames(path: &str) -> (usize, u16) {
    let mut decoder = gif::DecodeOptions::new().read_info(fs::File::open(path).unwrap()).unwrap();
    let (mut frames, mut delay) = (0, 0);
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        frames += 1;
        delay = frame.delay;
    }
    (frames, delay)
}

/// One object alone is tested within, as `jostle check` does with one file; one in another is said to be so.
#[test]
fn an_object_alone_is_tested_within_and_one_inside_another_is_told() {
    let folder = Folder::new("play-alone");
    let alone = SCENE.split("[[rigid]]").next().unwrap().replace("self-collision = true", "");
    let inside = r#"
[world]
gravity = [0.0, 0.0, 0.0]
[[rigid]]
name = "outer"
shape = { kind = "box", size = [4.0, 4.0, 4.0], cells = [1, 1, 1] }
collides-as = "mesh"
fixed = true
[[rigid]]
name = "inner"
shape = { kind = "ball", radius = 0.5, resolution = 1 }
collides-as = "mesh"
fixed = true
"#;
    let checked = |name: &str, text: &str| {
        let (scene, recording) = (scene_file(&folder, name, text), folder.path("out.rec"));
        let output = jostle(&["sim", &scene, "-f", "2", "--record", &recording, "--quiet"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        jostle(&["play", &recording, "--check"])
    };
    let output = checked("alone.toml", &alone);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert!(stdout(&output).contains("CLEAR in all of 3 frames."), "{}", stdout(&output));
    let output = checked("inside.toml", inside);
    assert_eq!(code(&output), 1, "{}", stdout(&output));
    let told = "COLLIDING in 3 of 3 frames: first in frame 0; objects are inside others, and no two elements meet.";
    assert!(stdout(&output).contains(told), "{}", stdout(&output));
}
