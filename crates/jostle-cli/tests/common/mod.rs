//! What the tests of the command line share.
// Each test file is a program of its own and uses a part of this.
#![allow(dead_code)]

use jostle::Mesh;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for each test, removed when it ends.
pub struct Folder(PathBuf);

impl Folder {
    /// The name must be that of one test only.
    pub fn new(test: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("jostle-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn write(&self, name: &str, mesh: impl Into<Mesh>) -> String {
        let path = self.path(name);
        jostle_io::write(&path, &mesh.into(), &[], Default::default()).unwrap();
        path
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    pub fn as_path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn jostle(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jostle")).args(args).output().unwrap()
}

pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", stderr(output)))
}
