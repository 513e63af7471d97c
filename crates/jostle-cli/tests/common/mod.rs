//! What the tests of the command line share.
// Each test file is a program of its own and uses a part of this.
#![allow(dead_code)]

use jostle::Mesh;
use jostle_testing::TemporaryFolder;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

/// A folder for the meshes and results of one test.
pub struct Folder(TemporaryFolder);

impl Folder {
    /// The name must be that of one test only.
    pub fn new(test: &str) -> Folder {
        Folder(TemporaryFolder::new(test))
    }

    /// Writes a mesh, and returns the path of its file.
    pub fn write(&self, name: &str, mesh: impl Into<Mesh>) -> String {
        let path = self.path(name);
        jostle_io::write(&path, &mesh.into(), &[], Default::default()).unwrap();
        path
    }

    /// The path of a file in the folder, as an argument.
    pub fn path(&self, name: &str) -> String {
        self.0.file(name).to_str().unwrap().to_owned()
    }

    pub fn as_path(&self) -> &Path {
        self.0.path()
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
