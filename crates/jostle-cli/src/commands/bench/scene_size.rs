//! How large a scene is measured.

use super::args::{BenchArgs, Choice};
use crate::format::count;
use jostle_scenes::RESOLUTIONS;
use std::fmt;

/// How many elements a scene has: those of a resolution, about as many as wanted, or those that were recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneSize {
    Resolution(usize),
    Elements(usize),
    Recorded,
}

impl fmt::Display for SceneSize {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SceneSize::Resolution(resolution) => write!(f, "{resolution}"),
            SceneSize::Elements(elements) => write!(f, "~{elements}"),
            SceneSize::Recorded => f.write_str("recorded"),
        }
    }
}

impl SceneSize {
    pub fn all(args: &BenchArgs) -> Vec<SceneSize> {
        if args.elements.is_empty() {
            let resolutions = Choice::values(&args.resolution, 0..RESOLUTIONS.len());
            return resolutions.into_iter().map(SceneSize::Resolution).collect();
        }
        args.elements.iter().map(|&elements| SceneSize::Elements(elements as usize)).collect()
    }

    /// The size as a part of a sentence.
    pub fn words(&self) -> String {
        match self {
            SceneSize::Resolution(resolution) => format!("resolution {resolution}"),
            SceneSize::Elements(elements) => format!("about {} wanted", count(*elements)),
            SceneSize::Recorded => "as recorded".to_owned(),
        }
    }
}
