//! Playing a recording.

use super::RecordingError;
use super::block::{self, BlockKind, HEADER, Header, MAGIC};
use glam::DVec3;
use jostle::{Mesh, Scene, TetMesh, TriangleMesh};
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// A block in the file.
#[derive(Clone, Copy, Debug)]
struct Entry {
    header: Header,
    /// Where its content begins.
    at: u64,
}

/// Plays the frames of a recording, in any order.
pub struct Player<R> {
    source: R,
    file: String,
    entries: Vec<Entry>,
    /// The block of each frame.
    frames: Vec<usize>,
    is_cut_off: bool,
    /// The frame that the words are of.
    at: Option<u32>,
    words: Vec<u64>,
    /// The block that the scene is of, and the scene.
    scene_block: Option<usize>,
    scene: Scene,
    /// Whether objects are tested against themselves; as recorded if none.
    has_self_collision: Option<bool>,
}

impl Player<BufReader<File>> {
    /// Opens a recording.
    pub fn open(path: impl AsRef<Path>) -> Result<Player<BufReader<File>>, RecordingError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        match File::open(path) {
            Ok(source) => Player::new(BufReader::new(source), file),
            Err(source) => Err(RecordingError::Read { file, source }),
        }
    }
}

impl<R: Read + Seek> Player<R> {
    /// Reads the headers of a recording up to its end, or up to the first block that is not whole. The last block of all is
    /// checked, those before it when they are played.
    pub fn new(mut source: R, file: impl Into<String>) -> Result<Player<R>, RecordingError> {
        let file = file.into();
        let read_error = |source| RecordingError::Read { file: file.clone(), source };
        let no_recording = |problem: &str| RecordingError::NoRecording {
            file: file.clone(),
            problem: problem.to_owned(),
        };
        let length = source.seek(SeekFrom::End(0)).map_err(read_error)?;
        source.seek(SeekFrom::Start(0)).map_err(read_error)?;
        let mut magic = [0; 8];
        if length < 8 || source.read_exact(&mut magic).is_err() {
            return Err(no_recording("it is shorter than its first eight bytes"));
        }
        if magic[..7] != MAGIC[..7] {
            return Err(no_recording("it does not begin with 'JOSTLE'"));
        }
        if magic[7] != MAGIC[7] {
            let problem = format!(
                "it is of version {}, and this program plays version {}",
                magic[7], MAGIC[7]
            );
            return Err(no_recording(&problem));
        }
        let mut entries: Vec<Entry> = Vec::new();
        let mut frames = Vec::new();
        let mut at = 8;
        let mut bytes = [0; HEADER];
        while at + HEADER as u64 <= length {
            source.seek(SeekFrom::Start(at)).map_err(read_error)?;
            source.read_exact(&mut bytes).map_err(read_error)?;
            let Some(header) = Header::from_bytes(&bytes) else { break };
            let content = at + HEADER as u64;
            let end = content + u64::from(header.stored);
            let is_next = header.frame as usize == frames.len();
            if end > length || !is_next {
                break;
            }
            if header.kind != BlockKind::Scene {
                frames.push(entries.len());
            }
            entries.push(Entry { header, at: content });
            at = end;
        }
        let mut player = Player {
            source,
            file,
            entries,
            frames,
            is_cut_off: at < length,
            at: None,
            words: Vec::new(),
            scene_block: None,
            scene: Scene::new(),
            has_self_collision: None,
        };
        // A disk that was full may have left a last block of the right length with the wrong content.
        while let Some(&last) = player.frames.last() {
            if player.content(last)?.is_some() {
                break;
            }
            player.is_cut_off = true;
            player.frames.pop();
        }
        Ok(player)
    }

    /// How many whole frames there are.
    pub fn frames(&self) -> u32 {
        self.frames.len() as u32
    }

    /// Whether something follows the last whole frame that is none.
    pub fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    /// Says that all objects are tested against themselves, or none; as it was recorded if it is `None`, and by default.
    pub fn set_self_collision(&mut self, has_self_collision: Option<bool>) {
        self.has_self_collision = has_self_collision;
        // It is made anew.
        self.scene_block = None;
    }

    /// The scene at a frame.
    pub fn frame(&mut self, frame: u32) -> Result<&Scene, RecordingError> {
        let Some(&block) = self.frames.get(frame as usize) else {
            let (file, frames) = (self.file.clone(), self.frames());
            return Err(RecordingError::NoSuchFrame { file, frame, frames });
        };
        let is_key = |block: usize| self.entries[block].header.kind == BlockKind::KeyFrame;
        let key = (0..=frame).rev().find(|&own| is_key(self.frames[own as usize]));
        let Some(key) = key else { return Err(self.broken("it has no key frame")) };
        // From where the player is, if that is on the way.
        let first = match self.at {
            Some(at) if at >= key && at <= frame => at + 1,
            _ => key,
        };
        for own in first..=frame {
            self.apply(self.frames[own as usize])?;
            self.at = Some(own);
        }
        let scene_block =
            (0..block).rev().find(|&b| self.entries[b].header.kind == BlockKind::Scene);
        let Some(scene_block) = scene_block else { return Err(self.broken("it has no scene")) };
        if self.scene_block != Some(scene_block) {
            let content = self.whole_content(scene_block)?;
            self.scene = scene_from(&content, self.words.len() / 3)
                .ok_or_else(|| self.broken("its scene makes no sense"))?;
            if let Some(is_on) = self.has_self_collision {
                for object in self.scene.object_ids().collect::<Vec<_>>() {
                    let set = self.scene.set_self_collision(object, is_on);
                    set.map_err(|error| self.broken(&error.to_string()))?;
                }
            }
            self.scene_block = Some(scene_block);
        }
        let mut words = self.words.chunks_exact(3);
        let objects: Vec<_> = self.scene.object_ids().collect();
        for object in objects {
            let Ok(vertices) = self.scene.vertices_mut(object) else { continue };
            for (vertex, own) in vertices.iter_mut().zip(&mut words) {
                *vertex = DVec3::new(
                    f64::from_bits(own[0]),
                    f64::from_bits(own[1]),
                    f64::from_bits(own[2]),
                );
            }
        }
        if self.words.len() != 3 * self.scene.vertices().len() {
            return Err(self.broken("a frame has another number of vertices than its scene"));
        }
        Ok(&self.scene)
    }

    fn apply(&mut self, block: usize) -> Result<(), RecordingError> {
        let content = self.whole_content(block)?;
        let Some(words) = block::join(&content) else {
            return Err(self.broken("a frame is no list of numbers"));
        };
        if self.entries[block].header.kind == BlockKind::KeyFrame {
            self.words = words;
            return Ok(());
        }
        if words.len() != self.words.len() {
            return Err(self.broken("a frame is not as long as the one before"));
        }
        self.words.iter_mut().zip(words).for_each(|(word, change)| *word ^= change);
        Ok(())
    }

    fn whole_content(&mut self, block: usize) -> Result<Vec<u8>, RecordingError> {
        let frame = self.entries[block].header.frame;
        let content = self.content(block)?;
        content.ok_or_else(|| self.broken(&format!("frame {frame} is damaged")))
    }

    /// `None` if the checksum does not fit.
    fn content(&mut self, block: usize) -> Result<Option<Vec<u8>>, RecordingError> {
        let Entry { header, at } = self.entries[block];
        let mut stored = vec![0; header.stored as usize];
        let read =
            self.source.seek(SeekFrom::Start(at)).and_then(|_| self.source.read_exact(&mut stored));
        read.map_err(|source| RecordingError::Read { file: self.file.clone(), source })?;
        Ok(if header.fits(&stored) { block::unpack(&header, &stored) } else { None })
    }

    fn broken(&self, problem: &str) -> RecordingError {
        RecordingError::NoRecording { file: self.file.clone(), problem: problem.to_owned() }
    }
}

/// The scene of a block, whose objects together have as many vertices as a frame.
fn scene_from(content: &[u8], mut vertices_left: usize) -> Option<Scene> {
    let mut rest = content;
    let mut take = |count: usize| {
        let (own, after) = rest.split_at_checked(count)?;
        rest = after;
        Some(own)
    };
    fn number(bytes: &[u8]) -> Option<usize> {
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    }
    let mut scene = Scene::new();
    for _ in 0..number(take(4)?)? {
        let length = number(take(4)?)?;
        let name = String::from_utf8(take(length)?.to_vec()).ok()?;
        let flags = take(1)?[0];
        let vertices = number(take(4)?)?;
        let elements = number(take(4)?)?;
        let corners = if flags & 1 == 1 { 4 } else { 3 };
        let bytes = take(elements.checked_mul(4 * corners)?)?;
        let indices: Vec<u32> = bytes
            .chunks_exact(4)
            .map(|own| u32::from_le_bytes([own[0], own[1], own[2], own[3]]))
            .collect();
        // No more than the frame has: a file that names more reserves nothing.
        vertices_left = vertices_left.checked_sub(vertices)?;
        let places = vec![DVec3::ZERO; vertices];
        let mesh: Mesh = if corners == 4 {
            TetMesh::new(
                places,
                indices.chunks_exact(4).map(|c| [c[0], c[1], c[2], c[3]]).collect(),
            )
            .into()
        } else {
            TriangleMesh::new(places, indices.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect())
                .into()
        };
        let object = scene.add(name, mesh).ok()?;
        scene.set_self_collision(object, flags & 2 != 0).ok()?;
    }
    Some(scene)
}
