//! The command line as a gate: what was tested, by which names and numbers, and what is refused.

use crate::common::{Folder, code, jostle, json, stderr, stdout};
use jostle::mesh::shapes;
use jostle::{DVec3, Mesh, TriangleMesh};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A box of six quadrilaterals as an OBJ object, after so many vertices of others.
fn quad_box(name: &str, at: [f64; 3], size: f64, vertices_before: usize) -> String {
    let mut text = format!("o {name}\n");
    for corner in 0..8 {
        let [x, y, z] = [0, 1, 2].map(|axis| at[axis] + size * f64::from(corner >> axis & 1));
        text += &format!("v {x} {y} {z}\n");
    }
    for face in ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"] {
        let corner = |n: &str| (n.parse::<usize>().unwrap() + vertices_before).to_string();
        let corners: Vec<String> = face.split(' ').map(corner).collect();
        text += &format!("f {}\n", corners.join(" "));
    }
    text
}

fn write(folder: &Folder, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.path(name);
    fs::create_dir_all(Path::new(&path).parent().unwrap()).unwrap();
    fs::write(&path, content).unwrap();
    path
}

/// Two boxes that cross, in one file.
fn crossing(folder: &Folder) -> String {
    let both = quad_box("left", [0.0; 3], 1.0, 0) + &quad_box("right", [0.5, 0.3, 0.2], 1.0, 8);
    write(folder, "crossing.obj", both)
}

/// Two boxes a quarter apart, and one inside the first.
fn assembly(folder: &Folder) -> String {
    let all = [
        quad_box("left", [0.0; 3], 1.0, 0),
        quad_box("right", [1.25, 0.25, 0.25], 1.0, 8),
        quad_box("core", [0.25; 3], 0.5, 16),
    ];
    write(folder, "assembly.obj", all.concat())
}

#[test]
fn files_that_hold_no_elements_are_refused_by_what_they_look_like() {
    let folder = Folder::new("gate-empty");
    let bytes: Vec<u8> = (0..100u32).map(|i| (i * i * 37 % 251) as u8 | 0x80).collect();
    let ply = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n\
               element face 0\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n";
    let cases: [(&str, &[u8], &str); 9] = [
        ("random.stl", &bytes, "binary data of no known format"),
        ("page.obj", b"<!DOCTYPE html><html>404</html>", "a web page"),
        (
            "pointer.ply",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
            "a git-LFS pointer",
        ),
        ("hello.obj", b"hello world\n", "text that is no mesh"),
        ("points.obj", b"v 0 0 0\nv 1 0 0\n", "an OBJ file with 2 vertices and no faces"),
        ("points.ply", ply.as_bytes(), "a PLY file with 1 vertex and no faces"),
        (
            "empty.stl",
            b"solid empty\nendsolid empty\n",
            "an STL file with no vertices and no faces",
        ),
        ("mesh.obj.gz", b"\x1f\x8b\x08\x00rest", "compressed with gzip"),
        ("fluent.msh", b"(0 \"GAMBIT to Fluent File\")\n(2 3)\n", "a mesh of ANSYS Fluent"),
    ];
    for (name, content, expected) in cases {
        let file = write(&folder, name, content);
        for command in ["check", "info", "inspect"] {
            let output = jostle(&[command, &file]);
            assert_eq!(code(&output), 2, "{command} {name}");
            assert_eq!(stdout(&output), "", "{command} {name}");
            assert!(stderr(&output).contains(expected), "{name}: {}", stderr(&output));
        }
    }
    let points = folder.path("points.obj");
    assert_eq!(code(&jostle(&["info", &points, "--allow-empty"])), 0);
    let output = jostle(&["check", &points, "--allow-empty"]);
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).contains("NOTHING TESTED"), "{}", stdout(&output));
}

#[test]
fn parts_of_a_file_are_objects_of_their_own_name() {
    let folder = Folder::new("gate-parts");
    let file = crossing(&folder);
    let names = |args: &[&str]| -> Vec<String> {
        let report = json(&jostle(args));
        let objects = report.get("objects").unwrap_or(&report).as_array().unwrap().clone();
        objects.iter().map(|own| own["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&["check", &file, "--json"]), ["left", "right"]);
    assert_eq!(names(&["info", &file, "--json"]), ["left", "right"]);
    assert_eq!(names(&["inspect", &file, "--json"]), ["left", "right"]);
    assert_eq!(names(&["check", &file, "--join", "--json"]), [file.as_str()]);
    assert_eq!(names(&["info", &file, "--join", "--json"]), [file.as_str()]);
    let other = write(
        &folder,
        "other.obj",
        quad_box("left", [9.0; 3], 1.0, 0) + &quad_box("x", [99.0; 3], 1.0, 8),
    );
    let both = ["check", &file, &other, "--json"];
    assert_eq!(
        names(&both),
        [format!("{file}:left"), "right".into(), format!("{other}:left"), "x".into()]
    );
    assert_eq!(code(&jostle(&["check", &file])), 1);
    let report = json(&jostle(&["check", &file, "--json"]));
    assert_eq!(report["tested"], serde_json::json!({ "pairs_of_objects": 1, "within": 2 }));
    assert_eq!(
        (&report["objects"][1]["file"], &report["objects"][1]["part"]),
        (&file.clone().into(), &"right".into())
    );

    // Components of a file without names.
    let mut two = shapes::icosphere(1, 1.0);
    let (count, far) =
        (two.vertices.len() as u32, shapes::icosphere(1, 1.0).translated(DVec3::X * 5.0));
    two.vertices.extend(far.vertices);
    two.elements.extend(far.elements.iter().map(|t| t.map(|v| v + count)));
    let two = folder.write("two.ply", two);
    assert_eq!(
        names(&["check", &two, "--split", "--json"]),
        [format!("{two}:0"), format!("{two}:1")]
    );
    assert_eq!(names(&["check", &two, "--json"]), [two.as_str()]);
    assert_eq!(
        code(&jostle(&["check", &two, "--split", "--join"])),
        2,
        "they contradict each other"
    );

    // `distance` measures the nearest parts.
    let report = json(&jostle(&["distance", &other, &two, "--json"]));
    assert_eq!(report["nearest"][0]["object"], 0);
    assert_eq!(report["objects"][2]["name"], two.as_str());
    let vector = report["vector"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap());
    let length = vector.map(|x| x * x).sum::<f64>().sqrt();
    assert!((length - report["distance"].as_f64().unwrap()).abs() < 1e-9);
}

/// Nodes of a scene are moved as the file says; the fixture is of trimesh.
#[test]
fn nodes_of_a_scene_are_moved_and_named() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../jostle-io/tests/fixtures/trimesh-scene.glb");
    let report = json(&jostle(&["check", file.to_str().unwrap(), "--json"]));
    let mut names: Vec<&str> = report["objects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|own| own["name"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["body", "spare wheel", "third", "wheel"]);
    assert_eq!(report["tested"]["pairs_of_objects"], 6);
}

#[test]
fn elements_have_the_numbers_of_the_file() {
    let folder = Folder::new("gate-numbers");
    let file = crossing(&folder);
    let pairs = |args: &[&str]| -> Vec<Vec<u32>> {
        let table = folder.path("pairs.csv");
        jostle(&[&["check", &file, "--pairs", &table], args].concat());
        let text = fs::read_to_string(table).unwrap();
        text.lines().skip(1).map(|l| l.split(',').map(|n| n.parse().unwrap()).collect()).collect()
    };
    // Faces 1, 3 and 5 of the first box meet faces 0, 2 and 4 of the second, which are 6, 8 and 10 of the file.
    let by_face = pairs(&[]);
    assert!(
        by_face.iter().all(|row| [1, 3, 5].contains(&row[1]) && [6, 8, 10].contains(&row[3])),
        "{by_face:?}"
    );
    assert!(by_face.windows(2).all(|two| two[0] < two[1]), "each pair of faces once");
    let by_piece = pairs(&["--elements"]);
    assert!(by_piece.len() > by_face.len() && by_piece.iter().any(|row| row[1] > 6));
    let report = json(&jostle(&["check", &file, "--json"]));
    assert_eq!(report["pairs"], by_face.len());
    assert_eq!(report["objects"][0]["colliding"], 3);
    assert_eq!(
        (&report["objects"][0]["elements"], &report["objects"][0]["numbers"]),
        (&12.into(), &6.into())
    );
    assert_eq!(json(&jostle(&["check", &file, "--json", "--count"]))["pairs"], by_face.len());
    assert_eq!(json(&jostle(&["check", &file, "--json", "--set"]))["objects"][0]["colliding"], 3);
    let first = json(&jostle(&["check", &file, "--json", "--first"]))["first"].clone();
    assert_eq!(
        (&first[0]["element"], &first[1]["element"]),
        (&by_face[0][1].into(), &by_face[0][3].into())
    );
    let out = folder.path("out.vtu");
    jostle(&["check", &file, "--out", &out]);
    let text = String::from_utf8_lossy(&fs::read(&out).unwrap()).into_owned();
    assert!(text.contains("Name=\"element\""));

    // Cells of a file of pyvista: a wedge and a pyramid beside others, by its own numbers.
    let mixed =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../jostle-io/tests/fixtures/pyvista-mixed.vtu");
    let report = json(&jostle(&[
        "check",
        mixed.to_str().unwrap(),
        mixed.to_str().unwrap(),
        "--json",
        "--first",
    ]));
    assert_eq!(report["first"][0]["element"], 1, "cell 0 is a line");
    assert_eq!(report["objects"][0]["numbers"], 4);
}

#[test]
fn clearances_are_reported_with_their_distances() {
    let folder = Folder::new("gate-within");
    let file = assembly(&folder);
    assert_eq!(code(&jostle(&["check", &file, "--ignore", "core", "left"])), 0);
    let near = jostle(&["check", &file, "--ignore", "core", "left", "--within", "0.25"]);
    assert_eq!(code(&near), 1);
    assert!(stdout(&near).contains("NEAR: "), "{}", stdout(&near));
    assert!(stdout(&near).contains("within 0.25; the nearest are 0.25 apart"), "{}", stdout(&near));
    let clear = jostle(&["check", &file, "--ignore", "core", "left", "--within", "0.2499"]);
    assert_eq!(code(&clear), 0);
    assert!(stdout(&clear).contains("CLEAR: nothing is within 0.2499."), "{}", stdout(&clear));
    let report = json(&jostle(&["check", &file, "--within", "0.3", "--json"]));
    assert_eq!((&report["verdict"], &report["within"]), (&"colliding".into(), &0.3.into()));
    let groups = report["pairs_by_objects"].as_array().unwrap();
    assert_eq!(groups.len(), 2);
    for group in groups {
        assert!((group["distance"].as_f64().unwrap() - 0.25).abs() < 1e-15);
    }
    assert!((report["distance"].as_f64().unwrap() - 0.25).abs() < 1e-15);
    let table = folder.path("pairs.csv");
    jostle(&["check", &file, "--between", "left", "right", "--within", "0.3", "--pairs", &table]);
    let table = fs::read_to_string(table).unwrap();
    assert!(table.starts_with("object_a,element_a,object_b,element_b,distance\n"));
    assert!(
        table
            .lines()
            .skip(1)
            .all(|line| line.rsplit(',').next().unwrap().parse::<f64>().unwrap() > 0.2499)
    );
    // Zero asks for what an ordinary check does.
    let file = crossing(&folder);
    let [plain, zero] =
        [&["check", &file, "--json"][..], &["check", &file, "--json", "--within", "0"]]
            .map(|args| json(&jostle(args)));
    assert_eq!(
        (&plain["pairs"], &plain["hash"], &plain["verdict"]),
        (&zero["pairs"], &zero["hash"], &zero["verdict"])
    );
    for bad in ["-1", "nan", "inf", "wide"] {
        let output = jostle(&["check", &file, &format!("--within={bad}")]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("finite and not negative"), "{}", stderr(&output));
    }
}

#[test]
fn filters_choose_which_objects_are_compared() {
    let folder = Folder::new("gate-filters");
    let file = assembly(&folder);
    let tested = |args: &[&str]| -> (i32, u64, u64) {
        let output = jostle(&[&["check", &file, "--json"], args].concat());
        let report = json(&output);
        let number = |key: &str| report["tested"][key].as_u64().unwrap();
        (code(&output), number("pairs_of_objects"), number("within"))
    };
    assert_eq!(tested(&[]), (1, 3, 3), "of one file all is asked");
    assert_eq!(tested(&["--between", "left", "right"]), (0, 1, 0));
    assert_eq!(tested(&["--between", "left", "core"]), (1, 1, 0));
    assert_eq!(tested(&["--between", "*r*", "left"]), (1, 2, 0));
    assert_eq!(tested(&["--between", "*", "*"]), (1, 3, 0));
    assert_eq!(tested(&["--ignore", "core", "*"]), (0, 1, 0));
    assert_eq!(tested(&["--ignore", "core", "left", "--ignore", "left", "right"]), (0, 1, 0));
    assert_eq!(tested(&["--self", "--ignore", "left", "left"]), (1, 3, 2));
    assert_eq!(tested(&["--ignore", "assembly.obj", "*"]), (2, 0, 0));
    let unknown = jostle(&["check", &file, "--ignore", "bolt", "left"]);
    assert_eq!(code(&unknown), 2);
    assert!(stderr(&unknown).contains("there are 'left', 'right', 'core'"), "{}", stderr(&unknown));
}

/// A box that falls onto a floor, a file a frame; in the last it is inside.
fn falling(folder: &Folder) -> (String, String) {
    for frame in 0..12 {
        let at = [0.0, 0.0, 2.0 - 0.4 * f64::from(frame)];
        write(folder, &format!("frames/f{frame}.obj"), quad_box("box", at, 1.0, 0));
    }
    (
        folder.path("frames"),
        write(folder, "floor.obj", quad_box("floor", [-5.0, -5.0, -11.0], 10.0, 0)),
    )
}

#[test]
fn sequences_are_checked_frame_by_frame() {
    let folder = Folder::new("gate-sequence");
    let (frames, floor) = falling(&folder);
    let output = jostle(&["check", "--sequence", &frames, "--with", &floor]);
    let text = stdout(&output);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(text.contains("COLLIDING in 4 of 12 frames: first in frame 8"), "{text}");
    assert!(
        text.find("f9.obj").unwrap() < text.find("f10.obj").unwrap(),
        "numbers by value: {text}"
    );
    assert_eq!(text.matches("note:").count(), 1, "said once: {text}");
    let report = json(&jostle(&[
        "check",
        "--sequence",
        &format!("{frames}/f*.obj"),
        "--with",
        &floor,
        "--json",
    ]));
    let all = report["frames"].as_array().unwrap();
    assert_eq!(
        (all.len(), &report["first_frame"], &report["colliding_frames"]),
        (12, &8.into(), &4.into())
    );
    for (frame, own) in all.iter().enumerate() {
        let alone = [format!("{frames}/f{frame}.obj"), floor.clone()];
        let alone = json(&jostle(&["check", &alone[0], &alone[1], "--json"]));
        for key in [
            "verdict",
            "pairs",
            "self_pairs",
            "hash",
            "inside",
            "objects",
            "tested",
            "pairs_by_objects",
        ] {
            assert_eq!(own[key], alone[key], "{key} of frame {frame}");
        }
    }
    let output = jostle(&["check", "--sequence", &frames, "--with", &floor, "--csv"]);
    let rows: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    assert_eq!(
        rows[0],
        "frame,file,verdict,pairs,self_pairs,inside,duplicates,colliding,distance,seconds"
    );
    assert_eq!(rows.len(), 13);
    assert!(rows[12].contains(",colliding,0,0,1,0,0,,"), "{}", rows[12]);
    let (table, animation) = (folder.path("pairs.csv"), folder.path("fall.gif"));
    let output = jostle(&[
        "check",
        "--sequence",
        &frames,
        "--with",
        &floor,
        "--pairs",
        &table,
        "--animation",
        &animation,
        "--size",
        "64x48",
        "--quiet",
    ]);
    assert_eq!((code(&output), stdout(&output)), (1, String::new()), "{}", stderr(&output));
    let table = fs::read_to_string(table).unwrap();
    assert!(table.starts_with("frame,object_a,element_a,object_b,element_b\n8,0,"), "{table}");
    assert!(fs::read(animation).unwrap().starts_with(b"GIF89a"));
    assert_eq!(code(&jostle(&["check", "--sequence", &format!("{frames}/g*.obj")])), 2);
    assert_eq!(code(&jostle(&["check", &floor, "--sequence", &frames])), 2);
}

/// Another topology in each frame, even another number of parts.
#[test]
fn sequences_may_change_topology() {
    let folder = Folder::new("gate-topology");
    let (mut files, mut expected) = (Vec::new(), Vec::new());
    for frame in 0..6 {
        let parts = 1 + frame % 3;
        let part = |i: usize| {
            quad_box(&format!("p{i}"), [0.4 * i as f64; 3], 1.0 + 0.1 * frame as f64, 8 * i)
        };
        let file =
            write(&folder, &format!("t{frame}.obj"), (0..parts).map(part).collect::<String>());
        expected.push(json(&jostle(&["check", &file, "--json"]))["hash"].clone());
        files.push(file);
    }
    let args: Vec<&str> = ["check", "--json", "--sequence"]
        .into_iter()
        .chain(files.iter().map(String::as_str))
        .collect();
    let report = json(&jostle(&args));
    let found: Vec<Value> =
        report["frames"].as_array().unwrap().iter().map(|own| own["hash"].clone()).collect();
    assert_eq!(found, expected);
}

#[test]
fn folders_and_patterns_stand_for_their_files() {
    let folder = Folder::new("gate-folders");
    for (i, name) in ["parts/b10.stl", "parts/b9.stl", "parts/a.ply"].into_iter().enumerate() {
        fs::create_dir_all(folder.path("parts")).unwrap();
        folder.write(name, shapes::icosphere(1, 1.0).translated(DVec3::X * (3.0 * i as f64)));
    }
    write(&folder, "parts/readme.txt", "no mesh");
    let names = |args: &[&str]| -> Vec<String> {
        let report = json(&jostle(args));
        let objects = report.get("objects").unwrap_or(&report).as_array().unwrap().clone();
        let name = |own: &Value| {
            Path::new(own["name"].as_str().unwrap())
                .file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned()
        };
        objects.iter().map(name).collect()
    };
    let (all, pattern) = (folder.path("parts"), folder.path("parts/b*.stl"));
    for command in ["check", "info", "inspect"] {
        assert_eq!(names(&[command, &all, "--json"]), ["a.ply", "b9.stl", "b10.stl"], "{command}");
        assert_eq!(names(&[command, &pattern, "--json"]), ["b9.stl", "b10.stl"], "{command}");
        let output = jostle(&[command, &folder.path("parts/*.obj")]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("names no mesh file"), "{}", stderr(&output));
    }
}

#[test]
fn many_files_are_summed_up() {
    let folder = Folder::new("gate-many");
    fs::create_dir_all(folder.path("parts")).unwrap();
    for i in 0..60 {
        let at =
            [3.0 * f64::from(i / 2), 0.0, 0.6 * f64::from(i % 2) + f64::from(i.min(40) % 2) * 5.0];
        write(&folder, &format!("parts/{i}.obj"), quad_box("box", at, 1.0, 0));
    }
    let output = jostle(&["check", &folder.path("parts")]);
    let text = stdout(&output);
    assert!(
        text.contains("60 objects of 60 files, 480 vertices, 720 triangles, 20 collide"),
        "{text}"
    );
    assert!(text.contains("quadrilaterals split into triangles: 360 in 60 files"), "{text}");
    assert!(text.lines().count() < 60, "{text}");
    assert_eq!(
        json(&jostle(&["check", &folder.path("parts"), "--json"]))["objects"]
            .as_array()
            .unwrap()
            .len(),
        60
    );
}

#[test]
fn standard_streams_are_named_by_a_dash() {
    let folder = Folder::new("gate-streams");
    let file = crossing(&folder);
    let run = |args: &[&str], input: &[u8]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_jostle"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program that refuses its arguments does not read.
        let _ = child.stdin.take().unwrap().write_all(input);
        child.wait_with_output().unwrap()
    };
    let content = fs::read(&file).unwrap();
    let output = run(&["check", "-", "--json"], &content);
    assert_eq!((code(&output), &json(&output)["objects"][0]["file"]), (1, &"-".into()));
    assert_eq!(code(&run(&["info", "-"], &content)), 0);
    assert_eq!(code(&run(&["check", "-", "-"], &content)), 2);
    let output = run(&["check", "-", "--pairs", "-"], &content);
    assert!(stdout(&output).starts_with("object_a,") && stderr(&output).contains("COLLIDING"));
    let output = run(&["check", "-", "--out", "-"], &content);
    let mesh = jostle_io::read_bytes("out.ply", &output.stdout).unwrap().mesh;
    assert!(matches!(&mesh, Mesh::Triangles(all) if all.elements.len() == 24));
    let output = run(&["check", "-", "--picture", "-", "--size", "64x48"], &content);
    assert!(output.stdout.starts_with(b"\x89PNG"), "{}", stderr(&output));
    assert_eq!(code(&run(&["check", "-", "--pairs", "-", "--json"], &content)), 2);
    assert_eq!(code(&run(&["check", "-", "--pairs", "-", "--out", "-"], &content)), 2);
}

#[test]
fn rays_and_points_are_answered_by_the_numbers_of_the_file() {
    let folder = Folder::new("gate-rays");
    let file = assembly(&folder);
    // Through the diagonal of each quadrilateral, where two triangles meet.
    let ray = ["ray", &file, "--from", "-1,0.5,0.5", "--direction", "1,0,0", "--json"];
    let hits = |args: &[&str]| json(&jostle(args))["rays"][0]["hits"].as_array().unwrap().clone();
    let first = hits(&ray);
    assert_eq!((first.len(), &first[0]["element"], &first[0]["t"]), (1, &4.into(), &1.0.into()));
    let all = hits(&[&ray[..], &["--all"]].concat());
    let found: Vec<(u64, u64)> = all
        .iter()
        .map(|hit| (hit["object"].as_u64().unwrap(), hit["element"].as_u64().unwrap()))
        .collect();
    assert_eq!(found, [(0, 4), (2, 16), (2, 17), (0, 5), (1, 10), (1, 11)]);
    let rays = write(&folder, "rays.csv", "x,y,z,dx,dy,dz\n-1,0.5,0.5,1,0,0\n\n9,9,9,1,0,0\n");
    let text = stdout(&jostle(&["ray", &file, "--rays", &rays]));
    assert_eq!(text, "ray,t,x,y,z,object,element,side\n0,1.0,0.0,0.5,0.5,0,4,front\n");
    let points = write(&folder, "points.csv", "0.125,0.5,0.5\n-3,0.5,0.5\n");
    let text = stdout(&jostle(&["closest", &file, "--points", &points]));
    let rows: Vec<&str> = text.lines().collect();
    assert!(
        rows[1].starts_with("0,-0.125,") && rows[2].starts_with("1,3.0,0.0,0.5,0.5,0,4"),
        "{text}"
    );
    for (args, expected) in [
        (&["ray", &file][..], "--from"),
        (&["ray", &file, "--from", "1,2"], "three finite numbers"),
        (&["ray", &file, "--from", "0,0,0"], "--direction"),
        (&["ray", &file, "--from", "0,0,0", "--direction", "0,0,0"], "the direction not zero"),
        (&["ray", &file, "--rays", &points], "line 1: a row has 6 finite numbers"),
        (&["closest", &file, "--points", &folder.path("none.csv")], "cannot be read"),
    ] {
        let output = jostle(args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(stderr(&output).contains(expected), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn soups_are_told_to_be_welded() {
    let folder = Folder::new("gate-soup");
    let ball = shapes::icosphere(1, 1.0);
    let vertices: Vec<DVec3> =
        ball.elements.iter().flatten().map(|&v| ball.vertices[v as usize]).collect();
    let elements = (0..ball.elements.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    let soup = TriangleMesh::new(vertices.clone(), elements);
    let file = folder.write("soup.ply", soup.clone());
    let output = jostle(&["check", &file]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("--weld makes vertices"), "{}", stdout(&output));
    assert!(stdout(&jostle(&["info", &file])).contains("--weld makes vertices"));
    assert_eq!(code(&jostle(&["check", &file, "--weld"])), 0);
    // Repeated with errors.
    let mut rough = soup;
    for (i, v) in rough.vertices.iter_mut().enumerate() {
        *v += DVec3::splat(1e-9 * (i % 7) as f64);
    }
    let file = folder.write("rough.ply", rough);
    assert_eq!(code(&jostle(&["check", &file, "--weld"])), 1);
    let output = jostle(&["check", &file, "--weld=1e-6"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert!(
        stdout(&output).contains("vertices welded to one within 1e-6: 198"),
        "{}",
        stdout(&output)
    );
    assert_eq!(code(&jostle(&["check", &file, "--weld=-1"])), 2);
}

#[test]
fn options_without_effect_are_errors() {
    let folder = Folder::new("gate-options");
    let file = crossing(&folder);
    let cases: [&[&str]; 9] = [
        &["--camera", "front"],
        &["--size", "64x48"],
        &["--csv"],
        &["--with", "floor.obj"],
        &["--stats", "--json"],
        &["--color", "always", "--json"],
        &["--gpu", "0"],
        &["--split", "--join"],
        &["--animation", "out.gif"],
    ];
    for args in cases {
        let output = jostle(&[&["check", &file], args].concat());
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(stderr(&output).contains("--"), "{args:?}: {}", stderr(&output));
    }
}

/// An interrupt while a file is written leaves neither it nor a part of it.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_partial_file() {
    let folder = Folder::new("gate-interrupt");
    let (frames, floor) = falling(&folder);
    let results = folder.path("results");
    fs::create_dir(&results).unwrap();
    let (pairs, animation) = (format!("{results}/pairs.csv"), format!("{results}/fall.gif"));
    let mut files: Vec<String> = Vec::new();
    for _ in 0..200 {
        files.extend((0..12).map(|frame| format!("{frames}/f{frame}.obj")));
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_jostle"))
        .args([
            "check",
            "--with",
            &floor,
            "--pairs",
            &pairs,
            "--animation",
            &animation,
            "--sequence",
        ])
        .args(&files)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let is_empty = || fs::read_dir(&results).unwrap().next().is_none();
    while is_empty() {
        assert!(child.try_wait().unwrap().is_none(), "it takes longer than this test waits");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(
        is_empty(),
        "{:?}",
        fs::read_dir(&results).unwrap().map(|e| e.unwrap().path()).collect::<Vec<_>>()
    );
}

/// Of one file all is asked, whether it has parts or not: no part may cross itself unseen.
#[test]
fn a_part_that_crosses_itself_is_found_in_a_file_of_several() {
    let folder = Folder::new("gate-own");
    let crossed =
        "o x\nv 0 0 0\nv 2 0 0\nv 0 2 0\nv 0.5 0.5 -1\nv 0.5 0.5 1\nv 3 3 1\nf 1 2 3\nf 4 5 6\n";
    let alone = write(&folder, "s/f0.obj", crossed);
    let both = write(&folder, "s/f1.obj", crossed.to_owned() + &quad_box("far", [50.0; 3], 1.0, 6));
    for file in [&alone, &both] {
        let report = json(&jostle(&["check", file, "--json"]));
        assert_eq!(
            (&report["verdict"], &report["self_pairs"]),
            (&"colliding".into(), &1.into()),
            "{file}"
        );
    }
    let report = json(&jostle(&["check", "--sequence", &folder.path("s"), "--json"]));
    assert_eq!(report["colliding_frames"], 2);
    // A grouped mesh is one, and says so.
    let grouped = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\ng left\nf 1 2 3\ng right\nf 1 3 4\n";
    let grouped = write(&folder, "grouped.obj", grouped);
    let output = jostle(&["check", &grouped]);
    assert!(
        stdout(&output).contains("vertices that parts share, where they touch; --join"),
        "{}",
        stdout(&output)
    );
    assert_eq!(code(&jostle(&["check", &grouped, "--join"])), 0);
}

#[test]
fn small_answers_are_consistent() {
    let folder = Folder::new("gate-small");
    let big = write(&folder, "big.obj", quad_box("big", [0.0; 3], 4.0, 0));
    let small = write(&folder, "small.obj", quad_box("small", [1.0; 3], 1.0, 0));
    let text = stdout(&jostle(&["check", &big, &small, "--set"]));
    assert!(text.contains("COLLIDING: 1 object inside."), "{text}");
    let near = json(&jostle(&["check", &big, &small, "--within", "2", "--first", "--json"]));
    assert!(near["distance"].is_null(), "the first is not the nearest");
    let same = jostle(&["check", &big, &small, "--pairs", "x.csv", "--out", "x.csv"]);
    assert_eq!(code(&same), 2);
    assert!(stderr(&same).contains("another result"), "{}", stderr(&same));
    let gone = jostle(&["check", &big, &small, "--weld=100"]);
    assert_eq!(code(&gone), 2);
    assert!(stderr(&gone).contains("no elements left after welding"), "{}", stderr(&gone));
    // Open surfaces are noted whatever is asked.
    let mut bowl = shapes::icosphere(2, 1.0);
    bowl.elements.pop();
    let bowl = folder.write("bowl.ply", bowl);
    let pebble = folder.write("pebble.ply", shapes::icosphere(1, 0.1));
    for mode in ["--first", "--set", "--count"] {
        assert!(stdout(&jostle(&["check", &bowl, &pebble, mode])).contains("is open"), "{mode}");
    }
    // Whoever closes the pipe gets the exit code of the answer.
    let program = env!("CARGO_BIN_EXE_jostle");
    let line =
        format!("'{program}' check '{big}' '{small}' --json | true; echo ${{PIPESTATUS[0]}}");
    let output = Command::new("bash").args(["-c", &line]).output().unwrap();
    assert_eq!(stdout(&output), "1\n");
}
