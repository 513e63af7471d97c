//! The options of `jostle play`.

use crate::picture::PictureArgs;
use clap::{ArgGroup, Args};
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Plays what 'jostle sim' recorded. Says of each frame how far anything moved, and with --check what collides in it,
/// exactly. A recording that was cut off plays up to its last whole frame.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
#[command(group = ArgGroup::new("drawn").multiple(true).args(["picture", "animation"]))]
pub struct PlayArgs {
    /// The recording, or - for standard input
    #[arg(value_name = "RECORDING")]
    pub file: PathBuf,
    /// Only this frame, or those from A to B; all if not given
    #[arg(short, long, value_name = "N|A-B", value_parser = frame_range)]
    pub frame: Option<RangeInclusive<u32>>,
    /// Of these each so manieth only
    #[arg(long, value_name = "N", default_value = "1")]
    pub every: NonZeroU32,
    /// Find every colliding pair of each frame, between objects and within those that the scene tests within
    #[arg(long)]
    pub check: bool,
    /// Test each object against itself as well; implied for one object alone
    #[arg(long = "self", requires = "check")]
    pub has_self_collision: bool,
    /// Write the frames as mesh files, with the object and element that each element is; the numbers of several are
    /// added to the name
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Number of threads; all cores if not given, and no more than that
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Print the report as JSON
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print one row a frame as CSV
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
    /// Frames that an animation shows a second, 50 at most
    #[arg(
        long,
        value_name = "N",
        default_value = "30",
        requires = "animation",
        help_heading = "Pictures"
    )]
    pub rate: NonZeroU32,
}

const NOTES: &str = "\
Examples:
  jostle play boldie.rec --check
  jostle play boldie.rec --frame 100-300 --every 2 --animation boldie.gif
  jostle play boldie.rec --frame 719 --out boldie.vtu --picture boldie.png
Frames are numbered from 0, the start. 'moved' is the longest way of a vertex since the frame played before.
--picture shows the last frame that is played.
Solids that rest on each other do so in each other, by a millimetre unless the scene says otherwise, so that --check
finds them colliding; cloth never passes through anything.
Exit codes: 0 played, and clear with --check; 1 something collides; 2 error, or nothing was tested.";

/// `N`, or `A-B` with A no larger than B.
fn frame_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong =
        || "a frame is a whole number such as 12, and a range is two such as 12-40".to_owned();
    let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
    let range = match text.split_once('-') {
        None => number(text)?..=number(text)?,
        Some((first, last)) => number(first)?..=number(last)?,
    };
    if range.is_empty() { Err(wrong()) } else { Ok(range) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_named_one_by_one_or_as_a_range() {
        assert_eq!(frame_range("7"), Ok(7..=7));
        assert_eq!(frame_range("0-12"), Ok(0..=12));
        for wrong in ["", "-3", "3-", "5-3", "a", "1-2-3", "1.5", "5000000000"] {
            assert!(frame_range(wrong).is_err(), "{wrong}");
        }
    }
}
