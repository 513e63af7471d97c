//! `jostle bench` measures every method on every scene, and all exact ones agree.

use crate::common::{Folder, jostle, json, stderr, stdout};
use std::collections::BTreeMap;
use std::fs;
use std::process::Output;

/// The header of a CSV file, and its rows by column, as pandas reads them with `comment='#'`.
fn read_csv(text: &str) -> (BTreeMap<String, String>, Vec<BTreeMap<String, String>>) {
    let header = text
        .lines()
        .filter_map(|line| line.strip_prefix("# ")?.split_once(", "))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let rows = lines.map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), names.len(), "{line}");
        names.iter().zip(cells).map(|(n, c)| (n.to_string(), c.to_owned())).collect()
    });
    (header, rows.collect())
}

#[test]
fn every_scene_and_method_agree_at_the_lowest_resolution() {
    let folder = Folder::new("bench-all");
    let out = folder.path("out");
    let started = ["bench", "all", "-r", "0", "-c", "all", "-n", "1", "--frames", "4"];
    let output = jostle(&[&started[..], &["--no-stages", "-d", &out]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let mut hashes: BTreeMap<String, BTreeMap<String, (String, String)>> = BTreeMap::new();
    for file in fs::read_dir(&out).unwrap() {
        let (header, rows) = read_csv(&fs::read_to_string(file.unwrap().path()).unwrap());
        assert_eq!(rows.len(), 4);
        let hash = (header["pairs hash"].clone(), header["elements hash"].clone());
        let scene_hashes = hashes.entry(header["scene"].clone()).or_default();
        assert!(scene_hashes.insert(header["algorithm"].clone(), hash).is_none());
    }
    assert_eq!(hashes.len(), jostle_scenes::ALL.len());
    for (scene, method_hashes) in hashes {
        assert_eq!(method_hashes.len(), 15, "{scene}");
        let (pairs, elements) = method_hashes["brute"].clone();
        for (method, (own_pairs, own_elements)) in method_hashes {
            assert_eq!(own_elements, elements, "{scene} {method}");
            let promised = if method == "kdet-set" { "none" } else { &pairs };
            assert_eq!(own_pairs, promised, "{scene} {method}");
        }
    }
}

/// A recording is a scene like any other: all methods agree on it, and find what 'jostle play --check' finds.
#[test]
fn recordings_are_measured_as_scenes() {
    let folder = Folder::new("bench-recording");
    let [tower, drape, out, page, picture] =
        ["tower.rec", "drape.rec", "out", "page.html", "tower.png"].map(|name| folder.path(name));
    for (scene, frames, file) in [("tower-dynamic-1", "40", &tower), ("drape", "12", &drape)] {
        let output = jostle(&["sim", scene, "--frames", frames, "--record", file, "-q"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    let started = ["bench", &tower, &drape, "flag", "-r", "0", "-c", "all", "-n", "1", "-f", "3"];
    let more = ["--no-stages", "-d", &out, "--report", &page, "--picture", &picture];
    let output = jostle(&[&started[..], &more, &["--size", "160x120"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let played = json(&jostle(&["play", &tower, "--check", "--json"]));
    let mut methods = 0;
    for file in fs::read_dir(&out).unwrap() {
        let path = file.unwrap().path();
        let (header, rows) = read_csv(&fs::read_to_string(&path).unwrap());
        if header["scene"] != "tower" {
            continue;
        }
        methods += 1;
        assert_eq!((&*header["resolution"], &*header["#bodies"]), ("recorded", "8"));
        assert_eq!(header["source"], format!("the recording {tower}"));
        let numbers: Vec<&str> = rows.iter().map(|row| row["frame"].as_str()).collect();
        assert_eq!(numbers, ["0", "20", "40"]);
        for row in rows.iter().filter(|_| header["algorithm"] != "kdet-set") {
            let frame = &played["frames"][row["frame"].parse::<usize>().unwrap()];
            let pairs = frame["pairs"].as_u64().unwrap() + frame["self_pairs"].as_u64().unwrap();
            assert_eq!(row["pairs"], pairs.to_string());
        }
    }
    assert_eq!(methods, 15);
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("<h2>tower</h2>") && page.contains("<h2>drape</h2>"));
    assert_eq!(png(&folder.path("tower-tower-recorded.png")).0, [160, 120]);
    // Cloth has steps to measure, crates have not.
    let steps = stdout(&jostle(&["bench", &drape, "--steps", "-n", "1"]));
    assert!(steps.contains("drape") && steps.contains("2,048"), "{steps}");
    let wrong: [(&[&str], &str); 5] = [
        (&[&tower, "--steps"], "--steps has no effect"),
        (&[&tower, "--surfaces"], "--surfaces has no effect with a recording"),
        (&[&tower, "--elements", "500"], "--elements has no effect with a recording"),
        (&["missing.rec"], "'missing.rec' cannot be read"),
        (&[&out], "cannot be read"),
    ];
    for (args, expected) in wrong {
        let output = jostle(&[&["bench"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
}

/// The example of Tetrahedral kDet (2023, sec. A.1.3) with our names, on fewer frames.
#[test]
fn the_example_of_the_paper_runs() {
    let folder = Folder::new("bench-example");
    let out = folder.path("out");
    let example = ["bench", "buddha-and-armadillo", "-r", "2", "-n", "5", "-c", "brute-pairs"];
    let output = jostle(&[&example[..], &["-o", "sat", "-d", &out, "--frames", "3"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let file = format!("{out}/falling-2_brute-pairs_sat_self-scene.csv");
    let (header, rows) = read_csv(&fs::read_to_string(file).unwrap());
    let expected = [
        ("scene", "falling"),
        ("resolution", "2"),
        ("algorithm", "brute-pairs"),
        ("overlap test", "sat"),
        ("hashing algorithm", "none"),
        ("#frames", "3"),
        ("total runs for benchmark", "5"),
        ("#bodies", "2"),
    ];
    for (key, value) in expected {
        assert_eq!(header[key], value, "{key}");
    }
    let last = &rows[2];
    assert_eq!(last["frame"], "159");
    let number = |column: &str| last[column].parse::<f64>().unwrap();
    for column in ["host_ms", "box_ms", "find_ms", "narrow_ms", "pairs", "elements_a_to_b"] {
        assert!(number(column) > 0.0, "{column}");
    }
    assert_eq!(last["device_ms"], "", "there is no device");
    assert!(number("host_ms_min") <= number("host_ms") && number("candidates") > number("pairs"));
}

#[test]
fn hash_functions_tests_and_self_are_combined() {
    let folder = Folder::new("bench-combined");
    let out = folder.path("out");
    let report = folder.path("page.html");
    let output = jostle(&[
        "bench",
        "rod",
        "-r",
        "0",
        "-c",
        "kdet-hashed,uniform-hash",
        "-H",
        "all",
        "-o",
        "all",
        "-s",
        "yes,no",
        "-n",
        "1",
        "--frames",
        "3",
        "-d",
        &out,
        "--report",
        &report,
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(fs::read_dir(&out).unwrap().count(), 2 * 5 * 5 * 2);
    let text = stdout(&output);
    for word in ["sat-no-edges", "sat-mtv", "gjk", "missed", "false", "fnv-1a", "result hash"] {
        assert!(text.contains(word), "{word} is missing from\n{text}");
    }
    for file in fs::read_dir(&out).unwrap() {
        let (header, rows) = read_csv(&fs::read_to_string(file.unwrap().path()).unwrap());
        let differing =
            |column: &str| rows.iter().map(|row| row[column].clone()).collect::<Vec<_>>();
        let (missed, false_pairs) = (differing("missed_pairs"), differing("false_pairs"));
        match (header["overlap test"].as_str(), header["self collisions"].as_str()) {
            ("exact", _) => assert!(missed.iter().chain(&false_pairs).all(String::is_empty)),
            // Right about each pair of which neither shares a vertex with the other.
            ("gjk" | "sat-mtv", "no") => assert_eq!([missed, false_pairs], [["0"; 3]; 2]),
            ("sat-no-edges", _) => assert_eq!(missed.len(), 3),
            _ => assert!(false_pairs.iter().all(|n| n == "0"), "{header:?}"),
        }
    }
    let page = fs::read_to_string(report).unwrap();
    // Self-contained: nothing is fetched and nothing runs.
    let (words, pictures) = split_page(&page);
    for outside in ["http", "<script", "<link", "url(", "@import", "src="] {
        assert!(!words.contains(outside), "{outside}");
    }
    assert_eq!(pictures.len(), 1, "one a scene");
    for word in ["missed, false", "fnv-1a", "<dt>test</dt>", "<dt>hash</dt>", "<dt>self</dt>"] {
        assert!(words.contains(word), "{word}");
    }
    assert!(page.contains("<svg") && page.contains("prefers-color-scheme: dark"));
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
}

/// A page without its pictures, and these.
fn split_page(page: &str) -> (String, Vec<&str>) {
    let mut parts = page.split("src=\"data:image/png;base64,");
    let mut words = parts.next().unwrap().to_owned();
    let mut pictures = Vec::new();
    for part in parts {
        let (picture, rest) = part.split_once('"').unwrap();
        pictures.push(picture);
        words += rest;
    }
    (words, pictures)
}

#[test]
fn a_page_names_the_machine_shows_the_scene_and_explains_its_words() {
    let folder = Folder::new("bench-page");
    let report = folder.path("page.html");
    let started = ["bench", "flag", "pass-through", "-r", "0", "-c", "kdet,bvh", "-n", "1"];
    let output = jostle(&[&started[..], &["--frames", "3", "--report", &report]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let page = fs::read_to_string(report).unwrap();
    let (words, pictures) = split_page(&page);
    assert_eq!(pictures.len(), 2, "one a scene");
    for picture in pictures {
        assert!(picture.starts_with("iVBORw0KGgo"), "a PNG file");
        assert!(picture.len() > 10_000 && picture.len() % 4 == 0);
    }
    let cores = std::thread::available_parallelism().unwrap();
    for machine in ["<dt>processor</dt><dd>", &format!("<dd>{cores} core"), "<dt>system</dt>"] {
        assert!(words.contains(machine), "{machine}");
    }
    if let Ok(cpuinfo) = fs::read_to_string("/proc/cpuinfo") {
        let name =
            cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split(' ').nth(1));
        assert!(words.contains(name.unwrap_or_default()), "{name:?}");
    }
    assert!(!words.contains("<dt>GPU</dt>"), "none was used");
    let explained = [
        "All of them found the same.",
        "<dt>kdet</dt><dd>Sorts elements into nested grids",
        "<dt>bvh</dt><dd>A tree of boxes",
        "<dt>narrow</dt><dd>tests each candidate",
        "<dt>result hash</dt>",
        "boxes: puts a box around each element",
        "in which the most elements collide",
    ];
    for words_of_page in explained {
        assert!(words.contains(words_of_page), "{words_of_page}");
    }
    for unused in ["uniform-hash", "missed, false"] {
        assert!(!words.contains(unused), "{unused} was not measured");
    }
}

#[test]
fn steps_are_measured_by_all_methods() {
    let output =
        jostle(&["bench", "sleeve", "--elements", "400", "--steps", "-n", "1", "-f", "12"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for word in ["clusters", "aabb", "16dop", "normal-cones", "view", "V+", "over 16dop", "sleeve"]
    {
        assert!(text.contains(word), "{word}: {text}");
    }
    let output = jostle(&["bench", "falling", "--steps"]);
    assert!(stderr(&output).contains("--steps all"), "{}", stderr(&output));
}

#[test]
fn two_files_are_compared() {
    let folder = Folder::new("bench-compared");
    let out = folder.path("out");
    let output = jostle(&[
        "bench",
        "flag",
        "-r",
        "0",
        "-c",
        "kdet,bvh,kdet-set",
        "-n",
        "1",
        "--frames",
        "3",
        "-d",
        &out,
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let file = |method: &str| format!("{out}/flag-0_{method}_exact_self-scene.csv");
    for other in ["bvh", "kdet-set"] {
        let output = jostle(&["bench", "--compare", &file("kdet"), &file(other)]);
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(text.contains("algorithm differs: kdet before"), "{text}");
        assert!(
            text.contains("whole query") && text.contains("the answers are the same"),
            "{text}"
        );
    }
    let output = jostle(&["bench", "--compare", &file("kdet"), &folder.path("none.csv")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("none.csv' cannot be read"), "{}", stderr(&output));
}

#[test]
fn the_list_has_every_scene_and_method() {
    let text = stdout(&jostle(&["bench", "--list"]));
    for entry in jostle_scenes::ALL {
        assert!(text.contains(entry.summary) && text.contains(entry.name), "{}", entry.name);
    }
    for word in ["kdet-hashed-map", "brute-loop", "about 1,500 elements", "Breaking Buddha"] {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
fn a_wrong_value_says_which_values_exist() {
    let wrong = [
        (vec!["-c", "octree"], "kdet-clusters, kdet, kdet-set, kdet-hashed"),
        (vec!["-o", "epa"], "exact, sat, sat-no-edges, sat-mtv, gjk, all"),
        (vec!["-H", "md5"], "djb2, fnv-1a, simple, morton, xor-primes, all"),
        (vec!["-r", "9"], "0, 1, 2, 3, 4, 5, all"),
        (vec!["-s", "maybe"], "scene, yes, no, all"),
        (vec!["--backend", "abacus"], "cpu"),
    ];
    for (option, values) in wrong {
        let output = jostle(&[&["bench", "flag"], &option[..]].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(values), "{option:?}: {}", stderr(&output));
    }
    let output = jostle(&["bench", "teapot"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("there is no scene 'teapot'; there are pass-through, pressed")
    );
    let output = jostle(&["bench", "flag", "-r", "0", "--mesh", "hat=x.obj"]);
    assert!(stderr(&output).contains("no body 'hat'"), "{}", stderr(&output));
}

/// Width and height of a PNG file, and how many of its pixels are red.
fn png(path: &str) -> ([u32; 2], usize) {
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let shape = reader.next_frame(&mut pixels).unwrap();
    let is_red = |p: &&[u8]| i32::from(p[0]) > 60 + i32::from(p[1].max(p[2]));
    ([shape.width, shape.height], pixels.chunks(3).filter(is_red).count())
}

/// `bench` of one run at the lowest resolution, with pictures of 160 x 120 pixels.
fn drawn(more: &[&str]) -> Output {
    jostle(&[&["bench", "-r", "0", "-n", "1", "--no-stages", "--size", "160x120"], more].concat())
}

#[test]
fn a_picture_shows_the_first_colliding_frame_or_the_one_asked_for() {
    let folder = Folder::new("bench-picture");
    let path = folder.path("out.png");
    let red = |more: &[&str]| {
        let output = drawn(&[&["pass-through", "--picture", &path], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stdout(&output).contains(&format!("wrote {path}")), "{}", stdout(&output));
        let (size, red) = png(&path);
        assert_eq!(size, [160, 120]);
        red
    };
    assert_eq!(red(&["--frame", "0"]), 0, "they are apart");
    let (first, deepest) = (red(&[]), red(&["--frame", "60"]));
    assert!(0 < first && first < deepest, "{first} and {deepest}");
    assert!(red(&["--frames", "3"]) > first, "the first of those that are measured");

    let clear = folder.path("clear.png");
    let output = drawn(&["pass-through", "--picture", &clear, "--frames", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(png(&clear).1, 0, "nothing collides in the first frame, nor in the last");
}

#[test]
fn every_scene_and_size_has_a_picture_of_its_own() {
    let folder = Folder::new("bench-gallery");
    let path = folder.path("of.png");
    let scenes = ["flag", "rod", "-s", "no,yes", "-c", "kdet,bvh", "--frames", "2"];
    let output = drawn(&[&scenes[..], &["--frame", "119", "--picture", &path]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let mut names: Vec<String> = fs::read_dir(folder.as_path())
        .unwrap()
        .map(|f| f.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let expected = ["flag-self-no", "flag-self-yes", "rod-self-no", "rod-self-yes"];
    assert_eq!(names, expected.map(|name| format!("of-{name}.png")));
    assert_eq!(png(&folder.path("of-rod-self-no.png")).1, 0);
    assert!(png(&folder.path("of-rod-self-yes.png")).1 > 50);
}

#[test]
fn an_animation_has_all_measured_frames() {
    let folder = Folder::new("bench-animation");
    let (gif, frames) = (folder.path("out.gif"), folder.path("frames"));
    for path in [&gif, &frames] {
        let output = drawn(&["pass-through", "--frames", "7", "--animation", path]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    let mut decoder = gif::DecodeOptions::new().read_info(fs::File::open(&gif).unwrap()).unwrap();
    assert_eq!((decoder.width(), decoder.height()), (160, 120));
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    assert_eq!(delays.len(), 7);
    assert!((60..80).contains(&delays[0]), "as long as all 120 frames: {delays:?}");
    assert_eq!(fs::read_dir(&frames).unwrap().count(), 7);
    // The camera stands still: the body that does too is where it was, far from the one that moves.
    let red: Vec<usize> = (0..7).map(|i| png(&format!("{frames}/frame-000{i}.png")).1).collect();
    assert!(red[0] == 0 && red[3] > 100 && red[6] == 0, "{red:?}");
}

#[test]
fn pictures_and_animations_may_frame_what_collides() {
    let folder = Folder::new("bench-zoom");
    let red = |more: &[&str]| {
        let (picture, frames) = (folder.path("out.png"), folder.path("frames"));
        let started = ["pass-through", "--frame", "26", "--frames", "7", "--picture", &picture];
        let output = drawn(&[&started[..], &["--animation", &frames], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let frame = |i: usize| png(&format!("{frames}/frame-000{i}.png")).1;
        [png(&picture).1, (0..7).map(frame).sum()]
    };
    let (scene, collisions) = (red(&["--zoom", "scene"]), red(&["--zoom", "collisions"]));
    assert_eq!(scene, red(&[]), "the default");
    assert!(collisions[0] > scene[0] && collisions[1] > scene[1], "{scene:?} {collisions:?}");
}

#[test]
fn pictures_that_cannot_be_drawn_are_refused_before_anything_is_measured() {
    let folder = Folder::new("bench-refused");
    let wrong = [
        (vec!["--picture", "out.jpg"], ".png"),
        (vec!["--picture", "no/such/folder/out.png"], "check that the folder exists"),
        (vec!["--animation", "out.mp4"], ".gif"),
        (vec!["--frame", "3"], "--picture"),
    ];
    for (more, way_out) in wrong {
        let output = drawn(&[&["flag"], &more[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert!(stderr(&output).contains(way_out), "{more:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
    let output = drawn(&["flag", "--picture", &folder.path("out.png"), "--frame", "120"]);
    let message = stderr(&output);
    assert!(message.contains("no frame 120 of 'flag'; there are 120, counted from 0"), "{message}");
}

#[test]
fn about_as_many_elements_as_wanted() {
    let folder = Folder::new("bench-elements");
    let out = folder.path("out");
    let sizes = ["bench", "rod", "--elements", "2000,4000", "-n", "1", "--frames", "2"];
    let output = jostle(&[&sizes[..], &["-c", "kdet", "--no-stages", "-d", &out]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for wanted in [2000, 4000] {
        let file = format!("{out}/rod-{wanted}_kdet_exact_self-scene.csv");
        let (header, rows) = read_csv(&fs::read_to_string(file).unwrap());
        assert_eq!(header["resolution"], format!("~{wanted}"));
        let elements: usize = rows[0]["elements"].parse().unwrap();
        assert!((wanted * 3 / 4..wanted * 3 / 2).contains(&elements), "{elements} of {wanted}");
        assert!(rows[0]["levels"].parse::<u32>().unwrap() > 0);
    }
    let output = jostle(&["bench", "rod", "--elements", "5", "-n", "1"]);
    assert!(stderr(&output).contains("100..=100000000"), "{}", stderr(&output));
}
