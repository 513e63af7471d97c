//! `jostle inspect` as scripts use it.

use crate::common::{Folder, code, jostle, json, stderr, stdout};
use jostle::freeness::Certificate;
use jostle::mesh::shapes;
use std::fs;

/// A folder with a comb and a sphere.
fn meshes(test: &str) -> (Folder, [String; 2]) {
    let folder = Folder::new(&format!("inspect-{test}"));
    let comb = folder.write("comb.ply", shapes::chazelle(8, 0.05));
    let sphere = folder.write("sphere.ply", shapes::icosphere(2, 1.0));
    (folder, [comb, sphere])
}

#[test]
fn json_is_the_certificate() {
    let (_folder, [comb, _]) = meshes("json");
    let all = json(&jostle(&["inspect", &comb, "--json"]));
    let own = Certificate::from_mesh(&jostle_io::read(&comb).unwrap().mesh).unwrap();
    assert_eq!(all.as_array().unwrap().len(), 1);
    assert_eq!(all[0]["name"], comb.as_str());
    assert_eq!(all[0]["elements"], own.elements());
    assert_eq!(all[0]["k"], own.k());
    assert_eq!(all[0]["k_printed"], own.k_printed());
    // Numbers that are read are rounded to one beside them now and then.
    let is_near = |name: &str, value: f64| {
        let read = all[0][name].as_f64().unwrap();
        assert!((read - value).abs() <= 1e-15 * value.abs(), "{name}: {read} and {value}");
    };
    is_near("k_mean", own.k_mean());
    is_near("k_printed_mean", own.k_printed_mean());
    is_near("height", own.height());
    assert_eq!(all[0]["q"], 3);
    assert_eq!(all[0]["pairs_bound"], own.pairs_bound(&own));
}

#[test]
fn a_folder_gives_a_row_a_mesh() {
    let (folder, _) = meshes("folder");
    let path = folder.as_path().to_str().unwrap();
    let rows = stdout(&jostle(&["inspect", path, "--csv"]));
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(rows.len(), 3);
    assert!(rows[0].starts_with("name,elements,k,"));
    assert!(rows[1].contains("comb.ply\",204,"), "{}", rows[1]);
    assert!(rows[2].contains("sphere.ply\",320,"), "{}", rows[2]);
    // One file cannot show two meshes.
    let refused = jostle(&["inspect", path, "--out", &folder.path("heat.ply")]);
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("--out takes one mesh"));
}

/// Rows come as meshes are certified: those before a bad file are there when it ends the command.
#[test]
fn meshes_are_read_one_at_a_time() {
    let (folder, _) = meshes("stream");
    fs::write(folder.path("middle.ply"), "ply\nnonsense\n").unwrap();
    let output = jostle(&["inspect", folder.as_path().to_str().unwrap(), "--csv"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("middle.ply"), "{}", stderr(&output));
    let rows = stdout(&output);
    assert!(rows.contains("comb.ply") && !rows.contains("sphere.ply"), "{rows}");
}

#[test]
fn a_table_a_histogram_and_the_worst() {
    let (folder, [_, sphere]) = meshes("table");
    let heat = folder.path("heat.vtu");
    let output = jostle(&["inspect", &sphere, "--out", &heat]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let report = stdout(&output);
    assert!(report.contains("pairs at most") && report.contains("worst element"), "{report}");
    assert!(!report.contains("note:"), "{report}");
    assert!(fs::read_to_string(heat).unwrap().contains("Name=\"k_printed\""));
}

#[test]
fn what_a_format_cannot_carry_is_said() {
    let (folder, [_, sphere]) = meshes("lost");
    let obj = folder.path("heat.obj");
    let expected = "cannot carry results (k, k_printed); use .ply or .vtu";
    let report = stdout(&jostle(&["inspect", &sphere, "--out", &obj]));
    assert!(report.contains("  note: ") && report.contains(expected), "{report}");
    let all = json(&jostle(&["inspect", &sphere, "--out", &obj, "--json"]));
    assert!(all[0]["notes"][0].as_str().unwrap().contains(expected), "{all}");
    let output = jostle(&["inspect", &sphere, "--out", &obj, "--csv"]);
    assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    assert_eq!(stdout(&output).lines().count(), 2);
}

#[test]
fn a_plot_has_a_box_for_each_count_of_elements() {
    let (folder, _) = meshes("plot");
    // Two bins further: 20,480 elements, and between them no mesh at all.
    folder.write("fine.ply", shapes::icosphere(5, 1.0));
    let path = folder.path("out.svg");
    let output = jostle(&["inspect", folder.as_path().to_str().unwrap(), "--plot", &path]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = fs::read_to_string(&path).unwrap();
    let svg = roxmltree::Document::parse(&text).unwrap();
    let boxes = svg.descendants().filter(|node| node.attribute("class") == Some("box"));
    assert_eq!(boxes.count(), 4, "two bins with meshes, two counts each");
    let words: Vec<&str> = svg.descendants().filter_map(|node| node.text()).collect();
    for word in ["200 to 500", "2 meshes", "500 to 1,000", "0 meshes", "20,000 to 50,000", "1 mesh"]
    {
        assert!(words.contains(&word), "{word} is missing from {words:?}");
    }
    let refused = jostle(&["inspect", &folder.path("comb.ply"), "--plot", "no/such/folder/x.svg"]);
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("check that the folder exists"), "{}", stderr(&refused));
}
