//! The commands that the documentation shows are run as they stand.

use crate::common::{Folder, code, stderr, stdout};
use jostle::DVec3;
use jostle::mesh::shapes;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs a line of a shell in a folder, with `jostle` on the path.
fn shell(folder: &Path, line: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_jostle")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    Command::new("sh").args(["-c", line]).current_dir(folder).env("PATH", path).output().unwrap()
}

fn page(name: &str) -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    let text = fs::read_to_string(&path).unwrap();
    (path, text)
}

/// The files that the rows of the README name.
fn write_files(folder: &Folder) {
    let ball = || shapes::icosphere(2, 1.0);
    let moved = || ball().translated(DVec3::new(1.5, 0.1, 0.2));
    for name in ["a.ply", "a.stl", "shirt.obj", "bunny.ply", "assembly.obj", "soup.ply"] {
        folder.write(name, ball());
    }
    for name in ["b.ply", "b.stl"] {
        folder.write(name, moved());
    }
    folder.write("b.msh", shapes::ball_tets(2, 0.5).translated(DVec3::X * 3.0));
    for folder_name in ["parts", "frames"] {
        fs::create_dir(folder.path(folder_name)).unwrap();
    }
    folder.write("parts/bolt.stl", ball());
    folder.write("parts/nut.stl", moved());
    folder.write("parts/plate.stl", ball().translated(DVec3::Y * 9.0));
    folder.write("floor.ply", shapes::cloth(2, 2, [9.0, 9.0]));
    for frame in 0..3 {
        folder.write(&format!("frames/frame_{frame}.ply"), moved());
    }
}

#[test]
fn every_row_of_the_tour_in_the_readme_runs() {
    let folder = Folder::new("readme-tour");
    write_files(&folder);
    let (_, text) = page("README.md");
    let start = text.find("| to | type |").expect("the table of the tour");
    let rows: Vec<&str> =
        text[start..].lines().skip(2).take_while(|l| l.starts_with('|')).collect();
    assert!(rows.len() > 15);
    for row in rows {
        let cell = row.replace("\\|", "\u{1}");
        let cell = cell.split('|').nth(2).unwrap();
        let commands: Vec<String> =
            cell.split('`').skip(1).step_by(2).map(|own| own.replace('\u{1}', "|")).collect();
        assert!(!commands.is_empty(), "{row}");
        for command in commands {
            assert!(command.starts_with("jostle "), "{command}");
            let output = shell(folder.as_path(), &command);
            let said = stderr(&output);
            assert!(matches!(code(&output), 0 | 1), "{command}: {said}");
            // Drivers of GPUs say what they like.
            let uses_gpu = command.contains("gpu") || command.contains("auto");
            assert!(uses_gpu || said.is_empty(), "{command}: {said}");
        }
    }
}

/// Times differ from run to run, and so do the columns that hold them.
fn without_times(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for line in text.lines() {
        let parts: Vec<&str> = line.split_whitespace().collect();
        let mut line = Vec::new();
        for part in parts {
            match (part, line.last().and_then(|last: &&str| last.parse::<f64>().ok())) {
                ("µs" | "ms" | "s" | "µs," | "ms," | "s,", Some(_)) => {
                    line.pop();
                    line.push("TIME");
                }
                _ => line.push(part),
            }
        }
        words.push(line.join(" "));
    }
    words
}

/// With `UPDATE_TOUR=1` the page gets the output of today.
#[test]
fn the_tour_shows_what_is_printed() {
    let folder = Folder::new("docs-tour");
    let (path, text) = page("docs/tour.md");
    let update = std::env::var_os("UPDATE_TOUR").is_some();
    let mut written = String::new();
    let mut lines = text.lines().peekable();
    let (mut is_console, mut commands) = (false, 0);
    while let Some(line) = lines.next() {
        match line {
            "```console" => is_console = true,
            "```" => is_console = false,
            _ => {}
        }
        written += &format!("{line}\n");
        let Some(command) = line.strip_prefix("$ ").filter(|_| is_console) else { continue };
        let mut command = command.to_owned();
        while let Some(more) = lines.next_if(|line| line.starts_with("> ")) {
            written += &format!("{more}\n");
            command += &format!("\n{}", &more[2..]);
        }
        let mut shown = String::new();
        while let Some(more) = lines.next_if(|line| !line.starts_with("$ ") && *line != "```") {
            shown += &format!("{more}\n");
        }
        let output = shell(folder.as_path(), &command);
        let printed = stdout(&output) + &stderr(&output);
        commands += command.starts_with("jostle") as usize;
        if update {
            written += &printed;
        } else {
            written += &shown;
            assert_eq!(without_times(&shown), without_times(&printed), "{command}");
        }
    }
    assert!(commands >= 10);
    if update {
        fs::write(path, written).unwrap();
    }
}
