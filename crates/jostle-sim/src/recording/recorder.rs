//! Writing a recording.

use super::block::{self, BlockKind, MAGIC};
use super::{KEY_FRAMES, RecordingError};
use jostle::Scene;
use jostle::mesh::ElementKind;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Writes frames one after the other, each of them at once: what was written stays, whatever comes after.
pub struct Recorder<W> {
    target: W,
    file: String,
    frames: u32,
    /// The topologies of the last scene block.
    topologies: Vec<(u64, bool)>,
    before: Vec<u64>,
    words: Vec<u64>,
    bytes: Vec<u8>,
    has_failed: bool,
}

impl Recorder<File> {
    /// A new recording in a file; one that is there is replaced.
    pub fn create(path: impl AsRef<Path>) -> Result<Recorder<File>, RecordingError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        match File::create(path) {
            Ok(target) => Recorder::new(target, file),
            Err(source) => Err(RecordingError::Write { file, frame: 0, source }),
        }
    }
}

impl<W: Write> Recorder<W> {
    /// A recording into anything that can be written to; `file` is its name in messages.
    pub fn new(mut target: W, file: impl Into<String>) -> Result<Recorder<W>, RecordingError> {
        let file = file.into();
        if let Err(source) = target.write_all(MAGIC) {
            return Err(RecordingError::Write { file, frame: 0, source });
        }
        Ok(Recorder {
            target,
            file,
            frames: 0,
            topologies: Vec::new(),
            before: Vec::new(),
            words: Vec::new(),
            bytes: Vec::new(),
            has_failed: false,
        })
    }

    /// Adds the scene as it is as a frame. After an error no more frames are taken: part of one may have been written.
    pub fn record(&mut self, scene: &Scene) -> Result<(), RecordingError> {
        let written = if self.has_failed {
            Err(std::io::Error::other("a frame before it could not be written"))
        } else {
            self.write(scene)
        };
        written.map_err(|source| {
            self.has_failed = true;
            RecordingError::Write { file: self.file.clone(), frame: self.frames, source }
        })?;
        self.frames += 1;
        Ok(())
    }

    /// How many frames it has.
    pub fn frames(&self) -> u32 {
        self.frames
    }

    /// What it was written to.
    pub fn into_target(self) -> W {
        self.target
    }

    fn write(&mut self, scene: &Scene) -> std::io::Result<()> {
        let topology =
            |object: &jostle::mesh::Object| (object.topology_id(), object.has_self_collision());
        let is_new = !scene.objects().iter().map(topology).eq(self.topologies.iter().copied());
        if is_new {
            self.topologies = scene.objects().iter().map(topology).collect();
            let block = block::to_bytes(BlockKind::Scene, self.frames, &scene_content(scene))?;
            self.target.write_all(&block)?;
        }
        self.words.clear();
        let positions = scene.vertices().iter().flat_map(|v| v.to_array());
        self.words.extend(positions.map(f64::to_bits));
        let is_key = is_new || self.frames.is_multiple_of(KEY_FRAMES);
        let kind = if is_key {
            block::interleave(&self.words, &mut self.bytes);
            BlockKind::KeyFrame
        } else {
            let changes: Vec<u64> =
                self.words.iter().zip(&self.before).map(|(now, before)| now ^ before).collect();
            block::interleave(&changes, &mut self.bytes);
            BlockKind::Frame
        };
        let block = block::to_bytes(kind, self.frames, &self.bytes)?;
        self.target.write_all(&block)?;
        self.target.flush()?;
        std::mem::swap(&mut self.before, &mut self.words);
        Ok(())
    }
}

/// Objects, each as the length of its name, its name, flags, and its counts of vertices and elements, then its elements.
fn scene_content(scene: &Scene) -> Vec<u8> {
    let mut content = Vec::new();
    let number = |content: &mut Vec<u8>, value: usize| {
        content.extend_from_slice(&(value as u32).to_le_bytes());
    };
    number(&mut content, scene.objects().len());
    for object in scene.objects() {
        number(&mut content, object.name().len());
        content.extend_from_slice(object.name().as_bytes());
        let is_solid = object.kind() == ElementKind::Tetrahedron;
        content.push(u8::from(is_solid) | u8::from(object.has_self_collision()) << 1);
        let vertices = object.vertices();
        number(&mut content, vertices.len());
        number(&mut content, object.elements().len());
        for element in object.elements() {
            for corner in scene.corner_indices(jostle::ElementId::new(element)) {
                number(&mut content, *corner as usize - vertices.start);
            }
        }
    }
    content
}
