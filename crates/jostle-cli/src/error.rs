//! The errors that end a command.

use std::path::PathBuf;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum Error {
    /// A mesh file that cannot be read or written.
    #[error(transparent)]
    File(#[from] jostle_io::Error),
    /// A mesh or scene that cannot be used.
    #[error(transparent)]
    Scene(#[from] jostle::SceneError),
    /// A query that is not answered.
    #[error(transparent)]
    Query(#[from] jostle::QueryError),
    /// A step that cannot be searched.
    #[error(transparent)]
    Impact(#[from] jostle::impact::ImpactError),
    /// Meshes that have no volume.
    #[error(transparent)]
    Volume(#[from] jostle::volume::VolumeError),
    /// Meshes that no image can be made of.
    #[error(transparent)]
    Layered(#[from] jostle::volume::layered::LayeredError),
    /// Near contacts that cannot be looked for.
    #[error(transparent)]
    Near(#[from] jostle::contact::NearError),
    /// Depths that cannot be told.
    #[error(transparent)]
    Depth(#[from] jostle::contact::DepthError),
    /// A table in a format that there is not.
    #[error("'{}' has no name of a table; end it in .csv, .json or .vtu", path.display())]
    TableFormat { path: PathBuf },
    /// Frames without a step between them.
    #[error("a step needs two frames; give another file, or a folder or pattern with several")]
    OneFrame,
    /// A frame that the first one does not move to.
    #[error(
        "'{file}' is no frame of '{first}': {what}; frames have the same vertices and elements"
    )]
    OtherTopology { file: String, first: String, what: String },
    /// A GPU that cannot be used.
    #[error(transparent)]
    Gpu(#[from] jostle_gpu::GpuError),
    /// Meshes that have no distance.
    #[error(transparent)]
    Distance(#[from] jostle::distance::DistanceError),
    /// Rays or points that have no answer.
    #[error(transparent)]
    SceneTree(#[from] jostle::distance::SceneTreeError),
    /// A method that a backend has not.
    #[error(
        "there is no method '{method}' for --backend {backend}; 'jostle bench --list' shows the methods"
    )]
    NoSuchMethod { method: &'static str, backend: &'static str },
    /// A mesh that cannot be used, and its file.
    #[error("'{file}': {source}")]
    Mesh { file: String, source: jostle::MeshError },
    /// A picture that cannot be made.
    #[error(transparent)]
    Picture(#[from] jostle_picture::Error),
    /// A file of ours that cannot be written.
    #[error("'{}' cannot be written: {source}; check that the folder exists and that you may write there", path.display())]
    Write { path: PathBuf, source: std::io::Error },
    /// A result that would replace what it is the result of.
    #[error("'{}' is a mesh to check, and would be overwritten by the result; give another name", path.display())]
    OverwritesInput { path: PathBuf },
    /// A scene that cannot be built.
    #[error(transparent)]
    Scenes(#[from] jostle_scenes::Error),
    /// A scene file or a scene of the simulator that cannot be used.
    #[error(transparent)]
    SceneFile(#[from] jostle_sim::SceneFileError),
    /// A step that cannot be made.
    #[error(transparent)]
    Step(#[from] jostle_sim::SimError),
    /// A recording that cannot be written or played.
    #[error(transparent)]
    Recording(#[from] jostle_sim::recording::RecordingError),
    /// A recording of nothing.
    #[error("'{file}' has no whole frame; record it again with 'jostle sim SCENE --record FILE'")]
    NoFrames { file: String },
    /// Methods whose answers should be the same and are not.
    #[error("{methods} found different answers, but exact methods have to agree; please report it")]
    Disagreement { methods: String },
    /// A folder that cannot be listed.
    #[error("'{}' cannot be listed: {source}; check that you may read the folder", folder.display())]
    ReadFolder { folder: PathBuf, source: std::io::Error },
    /// A pattern or folder without meshes.
    #[error("'{}' names no mesh file; check the path, and put patterns in quotes", pattern.display())]
    NoFiles { pattern: PathBuf },
    /// Standard input that cannot be read.
    #[error("standard input cannot be read: {0}")]
    StandardInput(std::io::Error),
    /// Standard input for two meshes.
    #[error(
        "- is given {times} times, but standard input can be read once; give a file in its place"
    )]
    StandardInputAgain { times: usize },
    /// Two things for standard output.
    #[error("standard output can take one of {what}; give a file name for the others")]
    StandardOutput { what: String },
    /// Two results under one name.
    #[error("{option} '{}' would replace another result; give another name", path.display())]
    SameResult { option: &'static str, path: PathBuf },
    /// A mesh of which welding leaves nothing.
    #[error("'{name}' has no elements left after welding within {distance}; weld within less")]
    WeldedAway { name: String, distance: f64 },
    /// An option that would change nothing.
    #[error("{option} has no effect with {with}; {remedy}")]
    NoEffect { option: &'static str, with: &'static str, remedy: &'static str },
    /// A filter that nothing matches.
    #[error("{option} {pattern}: there is no such object or file; there are {names}")]
    NoSuchObject { option: &'static str, pattern: String, names: String },
    /// More names than there are layers.
    #[error("--between takes 32 names at most, not {given}; use patterns with *")]
    TooManyNames { given: usize },
    /// A filter that is no pattern.
    #[error("'{pattern}' is no pattern: {source}")]
    Pattern { pattern: String, source: glob::PatternError },
    /// One file for several meshes, or no mesh at all.
    #[error("{what}")]
    Inspect { what: String },
    /// A table of ours that cannot be opened.
    #[error("'{file}' cannot be read: {source}; check the path")]
    ReadTable { file: String, source: std::io::Error },
    /// A table that is not one of ours.
    #[error("'{file}', line {line}: {what}; give a file that 'jostle bench -d FOLDER' wrote")]
    Table { file: String, line: usize, what: String },
    /// A table of the user's with a row that is none.
    #[error("'{file}', line {line}: {what}")]
    Row { file: String, line: usize, what: String },
    /// Standard output that cannot be written.
    #[error("the report cannot be printed: {0}")]
    Print(#[from] std::io::Error),
}
