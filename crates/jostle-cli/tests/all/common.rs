//! What the tests of the command line share.

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

/// How many pixels of a picture are red, without the legend, and the columns they are in.
pub fn red(path: &str) -> (usize, [usize; 2]) {
    let file = std::fs::File::open(path).unwrap();
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let width = reader.next_frame(&mut pixels).unwrap().width as usize;
    let is_red = |p: &[u8]| i32::from(p[0]) > 70 + i32::from(p[1].max(p[2]));
    let all = pixels.chunks(3).enumerate().filter(|(i, p)| *i > 60 * width && is_red(p));
    let columns: Vec<usize> = all.map(|(i, _)| i % width).collect();
    let ends = [columns.iter().min(), columns.iter().max()].map(|end| end.copied().unwrap_or(0));
    (columns.len(), ends)
}
