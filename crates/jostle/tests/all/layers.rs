//! The layers of ARCHITECTURE.md: a module knows the modules below it and none above.

use std::fs;
use std::path::{Path, PathBuf};

/// Modules of the library from the top down, whichever of its crates they are in.
const MODULES: [&str; 15] = [
    "contact",
    "distance",
    "volume",
    "impact",
    "collide",
    "freeness",
    "session",
    "candidates",
    "broad",
    "narrow",
    "convex",
    "raster",
    "mesh",
    "geometry",
    "conditions",
];

/// Where other queries ask a discrete question, and which: whatever queries have in common is in `session`.
const DISCRETE_QUESTIONS: [(&str, &str); 7] = [
    ("contact/curves/search.rs", "which elements collide: their faces cross along curves"),
    ("distance/mod.rs", "whether two objects touch or hold each other, and where"),
    ("distance/depth.rs", "the same answer, which it measures"),
    ("distance/parting/mod.rs", "the same, before and after a translation"),
    ("volume/exact/mod.rs", "which faces of two surfaces touch"),
    ("impact/view_search.rs", "whether a surface is free of collisions at the start of a step"),
    ("impact/view/object.rs", "the same, of one object"),
];

/// Macros that crates of the library export for those above.
const EXPORTED_MACROS: [&str; 1] = ["with_lanes"];

/// Crates from the top down; those of one row do not know each other.
const CRATES: [&[&str]; 13] = [
    // The wheel carries the command.
    &["jostle-python"],
    &["jostle-cli", "jostle-studio"],
    &["jostle-scenes", "jostle-sim"],
    &["jostle-gpu", "jostle-io", "jostle-picture"],
    &["jostle"],
    &["jostle-contact"],
    &["jostle-impact", "jostle-distance"],
    &["jostle-collide"],
    &["jostle-search"],
    &["jostle-narrow"],
    &["jostle-mesh"],
    &["jostle-geometry"],
    &["jostle-support"],
];

/// The crates that the library is made of.
const PARTS: [&str; 8] = [
    "jostle-contact",
    "jostle-impact",
    "jostle-distance",
    "jostle-collide",
    "jostle-search",
    "jostle-narrow",
    "jostle-mesh",
    "jostle-geometry",
];

#[test]
fn modules_use_only_modules_below() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut offenders = Vec::new();
    for part in PARTS {
        let source = crates.join(part).join("src");
        let files = rust_files(&source);
        assert!(!files.is_empty(), "{part} has no source");
        offenders.extend(files.iter().flat_map(|file| offences(&source, file)));
    }
    assert!(offenders.is_empty(), "arrows that point up:\n{}", offenders.join("\n"));
}

/// Every `crate::module` in the file that is not below the file's own module.
fn offences(source: &Path, file: &Path) -> Vec<String> {
    let path = file.strip_prefix(source).unwrap();
    let module = path.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned();
    if module == "lib" || module == "conditions" {
        return Vec::new();
    }
    let text = fs::read_to_string(file).unwrap();
    let Some(layer) = MODULES.iter().position(|m| *m == module) else {
        return vec![format!("{}: '{module}' is not in the list of layers", path.display())];
    };
    mentions(&text)
        .into_iter()
        .filter(|(_, used)| {
            let below = MODULES.iter().position(|m| m == used).is_some_and(|used| used > layer);
            // Exported macros stand at the root of their crate, wherever they are written.
            !below && *used != module && !EXPORTED_MACROS.contains(&&used[..])
        })
        .map(|(line, used)| format!("{}:{line}: {module} uses crate::{used}", path.display()))
        .collect()
}

/// The line and the first name of every path that starts at the crate, grouped or not, outside
/// comments.
fn mentions(text: &str) -> Vec<(usize, String)> {
    let code: String =
        text.lines().map(|line| line.split("//").next().unwrap().to_owned() + "\n").collect();
    let name = |rest: &str| {
        rest.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let mut found: Vec<(usize, String)> = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let line = code[..at].matches('\n').count() + 1;
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            None => found.push((line, name(rest))),
            Some(group) => {
                // Names at depth one of the braces, up to the one that closes the group.
                let mut depth = 1;
                let mut begins = true;
                for (i, c) in group.char_indices() {
                    if begins && depth == 1 && !c.is_whitespace() {
                        found.push((line, name(&group[i..])));
                        begins = false;
                    }
                    match c {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' => begins = depth == 1,
                        _ => (),
                    }
                    if depth == 0 {
                        break;
                    }
                }
            }
        }
    }
    found.retain(|(_, name)| !name.is_empty());
    found
}

/// Tests may compare with discrete queries.
#[test]
fn other_queries_use_collide_for_discrete_questions_only() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let peers = &MODULES[..MODULES.iter().position(|own| *own == "collide").unwrap()];
    let mut found = Vec::new();
    for source in PARTS.map(|part| crates.join(part).join("src")) {
        let folders = peers.iter().map(|peer| source.join(peer)).filter(|folder| folder.is_dir());
        for file in folders.flat_map(|folder| rust_files(&folder)) {
            let path = file.strip_prefix(&source).unwrap().to_str().unwrap().to_owned();
            let text = fs::read_to_string(&file).unwrap();
            let is_test = path.contains("/tests");
            if !is_test && mentions(&text).iter().any(|(_, used)| used == "collide") {
                found.push(path);
            }
        }
    }
    found.sort_unstable();
    let mut expected = DISCRETE_QUESTIONS.map(|(path, _)| path.to_owned());
    expected.sort_unstable();
    assert_eq!(found, expected, "name what is asked in DISCRETE_QUESTIONS, or use `session`");
}

#[test]
fn an_arrow_up_would_be_seen() {
    let code = "use crate::geometry::Aabb;\nuse crate::{mesh::{Scene, shapes}, collide};\n\
                fn f() { crate::broad::g() } // crate::impact";
    let names: Vec<(usize, String)> = mentions(code);
    let expected = [(1, "geometry"), (2, "mesh"), (2, "collide"), (3, "broad")];
    assert_eq!(names, expected.map(|(line, name)| (line, name.to_owned())));
}

#[test]
fn crates_depend_only_on_crates_below() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for (layer, row) in CRATES.iter().enumerate() {
        for name in *row {
            let Ok(manifest) = fs::read_to_string(crates.join(name).join("Cargo.toml")) else {
                assert_eq!(*name, "jostle-studio", "the only one that is not built yet");
                continue;
            };
            let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default();
            let dependencies = dependencies.split("\n[").next().unwrap();
            for above in CRATES[..=layer].iter().copied().flatten() {
                let depends = |line: &str| line.split([' ', '.', '=']).next() == Some(above);
                assert!(!dependencies.lines().any(depends), "{name} depends on {above}");
            }
        }
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}
