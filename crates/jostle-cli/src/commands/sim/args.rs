//! The options of `jostle sim`.

use crate::depth_method::DepthMethodName;
use crate::picture::PictureArgs;
use clap::{ArgGroup, Args};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

/// Moves bodies that deform, cloth and rigid bodies, which collide and come to rest: a scene that ships, or a scene
/// file. Frame 0 is the start, and each step leads to the next frame. Frames are the same for any number of threads.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
#[command(group = ArgGroup::new("drawn").multiple(true).args(["picture", "animation"]))]
pub struct SimArgs {
    /// A scene by name, which --list shows, or a scene file, which ends in .toml
    #[arg(required_unless_present = "list")]
    pub scene: Option<String>,
    /// List the scenes that ship
    #[arg(long, exclusive = true)]
    pub list: bool,
    /// How many steps to make; as many as the scene says if not given
    #[arg(short, long, value_name = "N")]
    pub frames: Option<NonZeroU32>,
    /// Resolution of a scene that ships: of two bodies, about 10, 20, 50 and 90 thousand tetrahedra each; of the cloths
    /// walking-dress, rod-and-sleeve and board, 2 has the paper's counts
    #[arg(short, long, value_name = "R", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub resolution: Option<u8>,
    /// How the depths of solids are told; as the scene says if not given
    #[arg(long, value_name = "METHOD", value_enum)]
    pub method: Option<DepthMethodName>,
    /// Record all frames, to be played by 'jostle play' and measured by 'jostle bench'
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Number of threads; all cores if not given, and no more than that
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Print the report as JSON
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print one row a frame as CSV, as soon as there is one
    #[arg(long)]
    pub csv: bool,
    /// Print nothing; the exit code tells
    #[arg(long, short, conflicts_with_all = ["json", "csv"])]
    pub quiet: bool,
    #[command(flatten)]
    pub picture: PictureArgs,
    /// Draw the frames, to a GIF or to a folder of PNG files, from a camera that stands still
    #[arg(long, value_name = "FILE.gif|FOLDER", help_heading = "Pictures")]
    pub animation: Option<PathBuf>,
    /// Draw each so manieth frame only; by default about 30 a second of the scene
    #[arg(long, value_name = "N", requires = "animation", help_heading = "Pictures")]
    pub every: Option<NonZeroU32>,
}

const NOTES: &str = "\
Examples:
  jostle sim --list
  jostle sim boldie --record boldie.rec --picture boldie.png
  jostle sim jelly.toml --frames 120 --animation jelly.gif
  jostle sim drape --csv > drape.csv
  jostle sim fast-cubes --method closest --picture wrong-sides.png
docs/simulator.md has all keys of scene files. On a terminal a line shows how it goes; --picture shows the last frame.
A recording is written frame by frame: what was written stays, whatever comes after.
Exit codes: 0 all steps were made, 2 error.";
