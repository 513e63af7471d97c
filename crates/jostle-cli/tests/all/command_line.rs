//! The command line as scripts and people use it.

use crate::common::{Folder, code, jostle, json, stderr, stdout};
use jostle::mesh::shapes;
use jostle::{DVec3, Mesh};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Two spheres that cross, and one far away.
fn spheres(folder: &Folder) -> [String; 3] {
    let sphere = || shapes::icosphere(2, 1.0);
    [
        folder.write("a.ply", sphere()),
        folder.write("b.obj", sphere().translated(DVec3::new(1.5, 0.1, 0.2))),
        folder.write("far.off", sphere().translated(DVec3::X * 10.0)),
    ]
}

#[test]
fn without_arguments_a_newcomer_sees_a_report_and_what_to_do_next() {
    let output = jostle(&[]);
    assert_eq!(code(&output), 0);
    let text = stdout(&output);
    for part in ["COLLIDING", "within object 1", "wholly inside", "jostle check part.stl"] {
        assert!(text.contains(part), "{part:?} is missing from\n{text}");
    }
    assert_eq!(stderr(&output), "", "silence in a pipe");
}

#[test]
fn exit_codes_tell_clear_colliding_and_error() {
    let folder = Folder::new("codes");
    let [a, b, far] = spheres(&folder);
    assert_eq!(code(&jostle(&["check", &a, &far])), 0);
    assert_eq!(code(&jostle(&["check", &a, &b])), 1);
    assert_eq!(code(&jostle(&["check", &a, &b, "--first"])), 1);
    assert_eq!(code(&jostle(&["check", &a, "--self"])), 0);
    assert_eq!(code(&jostle(&["check", &a, "--no-such-option"])), 2);
    let missing = jostle(&["check", &a, &folder.path("missing.ply")]);
    assert_eq!(code(&missing), 2);
    assert!(stderr(&missing).contains("missing.ply"), "{}", stderr(&missing));
    assert_eq!(stdout(&missing), "");
}

#[test]
fn one_mesh_alone_is_tested_against_itself() {
    let folder = Folder::new("alone");
    let mut folded = shapes::cloth(8, 8, [2.0, 1.0]);
    for v in &mut folded.vertices {
        *v = DVec3::new(v.x * v.x, v.y, v.x * (v.x * v.x - 0.5));
    }
    let file = folder.write("folded.ply", folded);
    let output = jostle(&["check", &file]);
    assert_eq!(code(&output), 1, "{}", stdout(&output));
    assert!(stdout(&output).contains("tested: 0 pairs of objects, 1 within"));
    let [a, _, far] = spheres(&folder);
    let output = jostle(&["check", &a, &far, &file]);
    assert!(stdout(&output).contains("tested: 3 pairs of objects, 0 within"));
    let report = json(&jostle(&["check", &a, &far, "--self", "--json"]));
    assert_eq!(report["tested"], serde_json::json!({ "pairs_of_objects": 1, "within": 2 }));
    assert_eq!(report["verdict"], "clear");
}

#[test]
fn what_was_not_asked_for_is_null() {
    let folder = Folder::new("null");
    let [a, b, _] = spheres(&folder);
    let report = |mode: &str| json(&jostle(&["check", &a, &b, "--json", mode]));
    let set = report("--set");
    assert!(set["pairs"].is_null() && set["hash"].is_null() && set["first"].is_null());
    assert!(set["objects"][0]["colliding"].as_u64().unwrap() > 0);
    let count = report("--count");
    assert!(count["pairs"].as_u64().unwrap() > 0 && count["objects"][0]["colliding"].is_null());
    let first = report("--first");
    assert!(first["pairs"].is_null() && first["pairs_by_objects"].is_null());
    assert_eq!(
        (&first["first"][0]["object"], &first["first"][1]["object"]),
        (&0.into(), &1.into())
    );
    let all = report("--self");
    let groups = all["pairs_by_objects"].as_array().unwrap();
    assert_eq!(groups.len(), 1);
    assert_eq!(
        (&groups[0]["objects"], &groups[0]["pairs"]),
        (&serde_json::json!([0, 1]), &all["pairs"])
    );
}

#[test]
fn results_never_replace_what_they_are_the_results_of() {
    let folder = Folder::new("overwrite");
    let [a, b, _] = spheres(&folder);
    let before = fs::read(&a).unwrap();
    // The same file by another path.
    let other = folder.as_path().join(".").join("a.ply");
    for option in ["--out", "--pairs"] {
        let output = jostle(&["check", &a, &b, option, other.to_str().unwrap()]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("give another name"), "{}", stderr(&output));
    }
    assert_eq!(fs::read(&a).unwrap(), before);
    let out = folder.path("out.ply");
    let output = jostle(&["check", &a, &b, "--out", &out]);
    assert!(stdout(&output).contains(&format!("wrote: {out}")), "{}", stdout(&output));
}

#[test]
fn what_an_open_surface_holds_is_said_not_to_be_tested() {
    let folder = Folder::new("open");
    let mut bowl = shapes::icosphere(2, 1.0);
    bowl.elements.pop();
    let bowl = folder.write("bowl.ply", bowl);
    let pebble = folder.write("pebble.ply", shapes::icosphere(1, 0.1));
    let output = jostle(&["check", &bowl, &pebble]);
    let text = stdout(&output);
    assert_eq!(code(&output), 0);
    assert!(text.contains("is open (1 boundary loop, the first of 3 edges"), "{text}");
    let closed = folder.write("closed.ply", shapes::icosphere(2, 1.0));
    let output = jostle(&["check", &closed, &pebble]);
    assert_eq!(code(&output), 1);
    let text = stdout(&output);
    assert!(text.contains("COLLIDING: 1 object inside.") && !text.contains("is open"), "{text}");
}

#[test]
fn manners_of_threads_and_silence() {
    let folder = Folder::new("manners");
    let [a, b, _] = spheres(&folder);
    let output = jostle(&["check", &a, &b, "--quiet"]);
    assert_eq!(
        (code(&output), stdout(&output), stderr(&output)),
        (1, String::new(), String::new())
    );
    let text = stdout(&jostle(&["check", &a, &b, "--threads", "1000"]));
    assert!(text.contains("1,000 threads asked for"), "{text}");
}

#[test]
fn verdicts_are_coloured_if_asked_or_on_a_terminal() {
    let folder = Folder::new("colour");
    let [a, b, far] = spheres(&folder);
    let text = |args: &[&str]| stdout(&jostle(args));
    assert!(!text(&["check", &a, &b]).contains('\x1b'), "not in a pipe");
    assert!(text(&["check", &a, &b, "--color", "always"]).contains("\x1b[1;31mCOLLIDING\x1b[0m:"));
    assert!(text(&["check", &a, &far, "--color=always"]).contains("\x1b[1;32mCLEAR\x1b[0m:"));
    assert!(!text(&["check", &a, &b, "--color", "never"]).contains('\x1b'));
}

#[test]
fn shells_and_the_manual_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = stdout(&jostle(&["completions", shell]));
        assert!(script.contains("distance") && script.contains("weld"), "{shell}");
    }
    let refused = jostle(&["completions", "csh"]);
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("fish"), "{}", stderr(&refused));
    let page = stdout(&jostle(&["man"]));
    for part in [".TH jostle", "check", "\\-\\-weld", "\\-\\-resolution"] {
        assert!(page.contains(part), "{part:?} is missing");
    }
}

/// Formats that share vertices and formats that repeat them.
#[test]
fn elements_that_are_in_a_file_twice_are_reported_whatever_the_format() {
    let folder = Folder::new("twice");
    let mut mesh = shapes::torus(1.0, 0.25, 12, 8);
    for name in ["once.stl", "once.ply", "once.obj", "once.vtu"] {
        let output = jostle(&["check", &folder.write(name, mesh.clone())]);
        assert_eq!(code(&output), 0, "{name}");
    }
    let [a, b, c] = mesh.elements[5];
    mesh.elements.push([b, c, a]);
    for name in ["twice.stl", "twice.ply", "twice.obj", "twice.vtu"] {
        let file = folder.write(name, mesh.clone());
        let output = jostle(&["check", &file]);
        assert_eq!(code(&output), 1, "{name}");
        let text = stdout(&output);
        assert!(text.contains("COLLIDING: 1 element repeats another."), "{text}");
        assert!(text.contains("192 has the corners of 5"), "{text}");
        let report = json(&jostle(&["check", &file, "--self", "--json"]));
        let expected = serde_json::json!([{ "object": 0, "element": 192, "of": 5 }]);
        assert_eq!(report["duplicates"], expected, "{name}");
    }
    let tets = shapes::ball_tets(2, 1.0);
    let mut twice = tets.clone();
    twice.elements.push(twice.elements[3]);
    assert_eq!(code(&jostle(&["check", &folder.write("once.msh", tets)])), 0);
    assert_eq!(code(&jostle(&["check", &folder.write("twice.msh", twice)])), 1);
}

/// All keys of a value, at any depth.
fn keys(value: &serde_json::Value, all: &mut std::collections::BTreeSet<String>) {
    match value {
        serde_json::Value::Object(map) => {
            for (key, value) in map {
                all.insert(key.clone());
                keys(value, all);
            }
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| keys(value, all)),
        _ => {}
    }
}

#[test]
fn every_key_of_every_report_is_explained() {
    let folder = Folder::new("keys");
    let [a, b, far] = spheres(&folder);
    let tets = folder.write("ball.msh", shapes::ball_tets(2, 0.1));
    let mut twice = shapes::icosphere(0, 1.0);
    twice.elements.push(twice.elements[0]);
    let twice = folder.write("twice.ply", twice);
    let queries = folder.path("queries.csv");
    std::fs::write(&queries, "0,1,0,1,1,1,0\n".repeat(8)).unwrap();
    let moved = folder.write("moved.ply", shapes::icosphere(2, 1.0).translated(DVec3::X * 0.9));
    let recording = folder.path("tower.rec");
    let recorded = ["sim", "tower-static", "--frames", "2", "--record", &recording];
    let commands: [&[&str]; 19] = [
        &recorded,
        &["play", &recording, "--check"],
        &["depth", &a, &b, &tets],
        &["impact", &a, &moved, "--with", &far],
        &["impact", &a, &moved, "--with", &b],
        &["impact", "--queries", &queries, "--kind", "vf"],
        &["ray", &a, "--from", "-5,0.1,0.2", "--direction", "1,0,0", "--all"],
        &["closest", &a, "--point", "5,0,0"],
        &["check", &twice],
        &["check", &a, &far, "--within", "100"],
        &["check", "--sequence", &a, &b, "--with", &far],
        &["check", &a, &b, &tets, "--self"],
        &["check", &a, &b, "--first"],
        &["distance", &a, &b],
        &["distance", &a, &far],
        &["distance", &a, &tets],
        &["info", &a, &tets],
        &["inspect", &a],
        &["gpu"],
    ];
    let page = include_str!("../../../../docs/json.md");
    for command in commands {
        let mut all = std::collections::BTreeSet::new();
        keys(&json(&jostle(&[command, &["--json"]].concat())), &mut all);
        assert!(all.len() > 3);
        for key in all {
            assert!(page.contains(&format!("`{key}`")), "{key} of {}", command[0]);
        }
    }
}

#[test]
fn json_holds_the_whole_report() {
    let folder = Folder::new("json");
    let [a, b, far] = spheres(&folder);
    let pebble = folder.write("pebble.vtu", shapes::ball_tets(2, 0.1));
    let pairs = folder.path("pairs.csv");
    let output = jostle(&["check", &a, &b, &far, &pebble, "--self", "--json", "--pairs", &pairs]);
    let report = json(&output);
    let table = fs::read_to_string(&pairs).unwrap();
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("object_a,element_a,object_b,element_b"));
    let rows: Vec<Vec<u32>> =
        lines.map(|line| line.split(',').map(|n| n.parse().unwrap()).collect()).collect();
    assert!(rows.is_sorted() && rows.iter().all(|row| row[0] == 0 && row[2] == 1));
    assert_eq!(report["pairs"], rows.len());
    assert_eq!(report["self_pairs"], 0);
    assert_eq!(report["inside"], serde_json::json!([{ "object": 3, "inside": 0 }]));
    let object = &report["objects"][0];
    assert_eq!(object["name"], a.as_str());
    assert_eq!((&object["kind"], &object["elements"]), (&"triangle".into(), &320.into()));
    let touched: std::collections::BTreeSet<u32> = rows.iter().map(|row| row[1]).collect();
    assert_eq!(object["colliding"], touched.len());
    assert_eq!(report["objects"][3]["kind"], "tetrahedron");
    assert!(report["seconds"]["load"].as_f64().unwrap() > 0.0);
    assert!(report["seconds"]["query"].as_f64().unwrap() > 0.0);
    let statistics = &report["statistics"];
    let candidates = statistics["candidates"].as_u64().unwrap();
    assert!(candidates >= rows.len() as u64);
    assert_eq!(statistics["duplicates"], 0);
    let exact = statistics["exact_candidates"].as_u64().unwrap();
    assert_eq!(statistics["exact_share"], exact as f64 / candidates as f64);
    // The hash is of the pairs alone, so the other objects do not change it.
    let two = json(&jostle(&["check", &a, &b, "--json"]));
    assert_eq!(two["hash"], report["hash"]);
    assert_eq!(two["hash"].as_str().unwrap().len(), 16);
}

#[test]
fn statistics_say_what_was_met_twice_and_what_needed_exact_arithmetic() {
    let folder = Folder::new("stats");
    let box_file = folder.write("box.ply", shapes::box_surface(DVec3::ONE, [3, 3, 3]));
    let output = jostle(&["check", &box_file, &box_file, "--stats"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let row = |name: &str| -> Vec<String> {
        let line = text.lines().find(|line| line.trim_start().starts_with(name));
        let line = line.unwrap_or_else(|| panic!("no '{name}' in {text}")).trim_start();
        line[name.len()..].split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(row("met twice"), ["0"]);
    let exact = row("with exact arithmetic");
    assert_ne!(exact[0], "0,", "faces in one plane: {exact:?}");
    assert_eq!(exact[2], "%");
}

#[test]
fn a_gpu_finds_what_the_cpu_finds() {
    let folder = Folder::new("gpu");
    let files = spheres(&folder);
    let hash = |backend: &str| {
        let output = jostle(&["check", &files[0], &files[1], "--json", "--backend", backend]);
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        json(&output)["hash"].clone()
    };
    assert_eq!(hash("gpu"), hash("cpu"));
    assert_eq!(hash("auto"), hash("cpu"));
    let output = jostle(&["check", &files[0], "--backend", "gpu", "--gpu", "no such GPU"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("there is no GPU named 'no such GPU'"), "{}", stderr(&output));
    let listed = jostle(&["gpu"]);
    assert_eq!(code(&listed), 0, "{}", stderr(&listed));
    assert!(stdout(&listed).contains("all as on the CPU"), "{}", stdout(&listed));
}

#[test]
fn the_first_pair_is_the_first_of_all() {
    let folder = Folder::new("first");
    let [a, b, _] = spheres(&folder);
    let (all, first) = (folder.path("all.csv"), folder.path("first.csv"));
    jostle(&["check", &a, &b, "--pairs", &all]);
    jostle(&["check", &a, &b, "--first", "--pairs", &first]);
    let (all, first) = (fs::read_to_string(all).unwrap(), fs::read_to_string(first).unwrap());
    assert_eq!(first.lines().count(), 2);
    assert!(all.starts_with(&first));
}

#[test]
fn coloured_meshes_carry_the_result_of_each_element() {
    let folder = Folder::new("out");
    let [a, b, _] = spheres(&folder);
    let report = json(&jostle(&["check", &a, &b, "--json", "--out", &folder.path("out.ply")]));
    let written = fs::read(folder.path("out.ply")).unwrap();
    let header = String::from_utf8_lossy(&written[..800]).into_owned();
    for property in ["object", "element", "colliding", "pairs", "red"] {
        assert!(
            header.lines().any(|l| l.starts_with("property") && l.ends_with(property)),
            "{property}: {header}"
        );
    }
    let mesh = jostle_io::read(folder.path("out.ply")).unwrap().mesh;
    assert_eq!(mesh.element_count(), 640);
    assert_eq!(report["notes"], serde_json::json!([]));

    // Tetrahedra stay whole where the format holds them, and show their boundary elsewhere.
    let ball = folder.write("ball.msh", shapes::ball_tets(3, 1.0));
    let other = folder.write("other.mesh", shapes::ball_tets(3, 1.0).translated(DVec3::X));
    jostle(&["check", &ball, &other, "--out", &folder.path("tets.vtu")]);
    let mesh = jostle_io::read(folder.path("tets.vtu")).unwrap().mesh;
    assert!(matches!(&mesh, Mesh::Tets(tets) if tets.elements.len() == 2 * 540));
    let report = json(&jostle(&["check", &ball, &a, "--json", "--out", &folder.path("mix.vtu")]));
    let file = jostle_io::read(folder.path("mix.vtu")).unwrap();
    assert!(matches!(&file.mesh, Mesh::Tets(tets) if tets.elements.len() == 540));
    assert_eq!(file.report.surface_elements_skipped, 320);
    assert_eq!(report["notes"], serde_json::json!([]));
    let report = json(&jostle(&["check", &ball, &a, "--json", "--out", &folder.path("mix.ply")]));
    let mesh = jostle_io::read(folder.path("mix.ply")).unwrap().mesh;
    assert!(matches!(&mesh, Mesh::Triangles(all) if all.elements.len() == 180 + 320));
    assert!(report["notes"][0].as_str().unwrap().contains("boundary"));
    // A format that cannot carry results says so, and a wrong extension says which ones can.
    let report = json(&jostle(&["check", &a, &b, "--json", "--out", &folder.path("out.obj")]));
    assert!(report["notes"][0].as_str().unwrap().contains("use .ply or .vtu"), "{report}");
    let refused = jostle(&["check", &a, &b, "--out", &folder.path("out.docx")]);
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains(".ply"), "{}", stderr(&refused));
}

#[test]
fn pictures_have_the_size_asked_for_and_show_what_collides() {
    let folder = Folder::new("picture");
    let [a, b, far] = spheres(&folder);
    let red = |files: [&str; 2], more: &[&str]| {
        let path = folder.path("out.png");
        let mut args = vec!["check", files[0], files[1], "--picture", &path, "--size", "200x150"];
        args.extend(more);
        let output = jostle(&args);
        assert_ne!(code(&output), 2, "{}", stderr(&output));
        let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(&path).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let shape = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((shape.width, shape.height), (200, 150));
        let is_red = |p: &&[u8]| i32::from(p[0]) > 60 + i32::from(p[1].max(p[2]));
        pixels.chunks(3).filter(is_red).count()
    };
    assert!(red([&a, &b], &[]) > 300);
    assert!(red([&a, &b], &["--camera", "-30,10,1.5", "--projection", "orthographic"]) > 100);
    assert_eq!(red([&a, &far], &["--up", "y"]), 0);
    assert!(red([&a, &b], &["--first"]) < red([&a, &b], &["--set"]));
    red([&a, &b], &["--colour", "pairs"]);

    for (option, value, choice) in [
        ("--camera", "behind", "front, back, left"),
        ("--camera", "1,100", "-90 to 90"),
        ("--projection", "fisheye", "orthographic"),
        ("--size", "9x9", "16 to 8192"),
        ("--size", "big", "1280x960"),
        ("--picture", "out.jpg", ".png"),
        ("--picture", "no/such/folder/out.png", "check that the folder exists"),
    ] {
        let output = jostle(&["check", &a, &b, option, value]);
        assert_eq!(code(&output), 2, "{option} {value}");
        assert!(stderr(&output).contains(choice), "{}", stderr(&output));
    }
}

#[test]
fn vertices_that_a_file_repeats_can_be_welded() {
    let folder = Folder::new("weld");
    let mesh = shapes::icosphere(1, 1.0);
    let soup = jostle::TriangleMesh::new(
        (0..mesh.elements.len()).flat_map(|t| mesh.corners(t)).collect(),
        (0..mesh.elements.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect(),
    );
    let file = folder.write("soup.ply", soup);
    assert_eq!(code(&jostle(&["check", &file, "--self"])), 1, "neighbours touch");
    assert_eq!(code(&jostle(&["check", &file, "--self", "--weld"])), 0);
    let info = json(&jostle(&["info", &file, "--weld", "--json"]));
    assert_eq!(info[0]["surface"]["closed"], true);
}

#[test]
fn info_describes_a_mesh() {
    let folder = Folder::new("info");
    let mut mesh = shapes::torus(1.0, 0.25, 12, 8);
    mesh.elements.push(mesh.elements[5]);
    let file = folder.write("torus.stl", mesh.clone());
    let report = json(&jostle(&["info", &file, "--json"]));
    assert_eq!(report[0]["duplicate"], serde_json::json!([[192, 5]]));
    mesh.elements.pop();
    mesh.elements.pop();
    let file = folder.write("torus.ply", mesh);
    let text = stdout(&jostle(&["info", &file]));
    for part in ["191", "no: 3 boundary edges in 1 loop\n", "(-1.25, -1.25, -0.25) to"] {
        assert!(text.contains(part), "{part:?} is missing from\n{text}");
    }
    let tets = folder.write("box.mesh", shapes::beam_tets(4.0, 1.0, 2, shapes::Split::Six));
    let report = json(&jostle(&["info", &tets, "--json"]));
    assert_eq!((&report[0]["kind"], &report[0]["inverted"]), (&"tetrahedron".into(), &0.into()));
    assert_eq!(report[0]["surface"]["genus"], 0);
}

#[test]
fn a_reader_that_closes_early_is_no_error() {
    let binary = Path::new(env!("CARGO_BIN_EXE_jostle"));
    let script =
        format!("set -o pipefail; {} info --help | head -n 1; {0} | true", binary.display());
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
}
