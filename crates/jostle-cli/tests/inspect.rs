//! `jostle inspect` as scripts use it.

use jostle::Mesh;
use jostle::freeness::Certificate;
use jostle::mesh::shapes;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn folder(test: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("jostle-inspect-{test}-{}", std::process::id()));
    fs::create_dir_all(&path).unwrap();
    let meshes: [(&str, Mesh); 2] = [
        ("comb.ply", shapes::chazelle(8, 0.05).into()),
        ("sphere.ply", shapes::icosphere(2, 1.0).into()),
    ];
    for (name, mesh) in meshes {
        jostle_io::write(path.join(name), &mesh, &[], Default::default()).unwrap();
    }
    path
}

fn inspect(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jostle")).arg("inspect").args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn json_is_the_certificate() {
    let folder = folder("json");
    let file = folder.join("comb.ply");
    let output = inspect(&[file.to_str().unwrap(), "--json"]);
    let own = Certificate::of(&jostle_io::read(&file).unwrap().mesh).unwrap();
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(all.as_array().unwrap().len(), 1);
    assert_eq!(all[0]["name"], file.to_str().unwrap());
    assert_eq!(all[0]["elements"], own.elements());
    assert_eq!(all[0]["k"], own.k());
    assert_eq!(all[0]["k_printed"], own.k_printed());
    assert_eq!(all[0]["k_mean"], own.k_mean());
    assert_eq!(all[0]["k_printed_mean"], own.k_printed_mean());
    assert_eq!(all[0]["height"], own.height());
    assert_eq!(all[0]["q"], 3);
    assert_eq!(all[0]["pairs_bound"], own.pairs_bound(&own));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_folder_gives_a_row_a_mesh() {
    let folder = folder("folder");
    let path = folder.to_str().unwrap();
    let rows = text(&inspect(&[path, "--csv"]).stdout);
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(rows.len(), 3);
    assert!(rows[0].starts_with("name,elements,k,"));
    assert!(rows[1].contains("comb.ply\",204,"), "{}", rows[1]);
    assert!(rows[2].contains("sphere.ply\",320,"), "{}", rows[2]);
    // One file cannot show two meshes.
    let heat = folder.join("heat.ply");
    let refused = inspect(&[path, "--out", heat.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--out takes one mesh"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_table_a_histogram_and_the_worst() {
    let folder = folder("table");
    let heat = folder.join("heat.vtu");
    let file = folder.join("sphere.ply");
    let output = inspect(&[file.to_str().unwrap(), "--out", heat.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let report = text(&output.stdout);
    assert!(report.contains("pairs at most") && report.contains("worst element"), "{report}");
    assert!(text(&fs::read(heat).unwrap()).contains("Name=\"k_printed\""));
    fs::remove_dir_all(folder).unwrap();
}
