//! The options of `jostle bench` (after Tetrahedral kDet 2023, table A.1).

use super::methods::{self, Method};
use crate::backend::BackendArgs;
use crate::picture::PictureArgs;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args};
use jostle::collide::baselines::{IntersectionTest, KeyFunction};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Measures methods on scenes: time of each frame and stage, pairs, memory. Where
/// several resolutions, methods, tests, hash functions or --self are given, all combinations run.
/// Methods that list all pairs have to agree on the result hash.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
#[command(group = ArgGroup::new("drawn").multiple(true).args(["picture", "animation", "report"]))]
pub struct BenchArgs {
    /// Scenes by name or alias, or 'all'; --list shows them; or files that 'jostle sim --record' wrote
    #[arg(required_unless_present_any = ["list", "compare"])]
    pub scenes: Vec<String>,
    /// Resolutions: 0 is for tests, 1 to 4 are the papers', 5 is large
    #[arg(short, long, value_name = "R", default_value = "1", value_delimiter = ',',
          value_parser = resolutions())]
    pub resolution: Vec<Choice<usize>>,
    /// About how many elements, in place of a resolution
    #[arg(long, value_name = "N", value_delimiter = ',', conflicts_with = "resolution",
          value_parser = clap::value_parser!(u32).range(100..=100_000_000))]
    pub elements: Vec<u32>,
    /// Collision methods; kdet-clusters if none is given, or its equivalent on the backend
    #[arg(short = 'c', long, value_name = "NAME", value_delimiter = ',',
          value_parser = method_names())]
    pub method: Vec<Choice<&'static Method>>,
    /// Intersection tests; all but exact only approximate the pairs, and are compared with it
    #[arg(short = 'o', long, value_name = "NAME", default_value = "exact", value_delimiter = ',',
          value_parser = named(IntersectionTest::ALL, IntersectionTest::name))]
    pub test: Vec<Choice<IntersectionTest>>,
    /// Hash functions, for the methods that hash
    #[arg(short = 'H', long, value_name = "NAME", default_value = "xor-primes",
          value_delimiter = ',', value_parser = named(KeyFunction::ALL, KeyFunction::name))]
    pub hash: Vec<Choice<KeyFunction>>,
    /// Whether bodies are tested against themselves: as the scene has it, all of them, or none
    #[arg(short = 's', long = "self", value_name = "WHICH", default_value = "scene",
          value_delimiter = ',', value_parser = named(SelfTest::ALL, SelfTest::name))]
    pub has_self_collision: Vec<Choice<SelfTest>>,
    /// How often each scene is run; times are averaged
    #[arg(short = 'n', long, value_name = "N", default_value = "5")]
    pub runs: NonZeroUsize,
    /// Number of frames, spread evenly over the scene; all of them if not given
    #[arg(short, long, value_name = "N")]
    pub frames: Option<NonZeroUsize>,
    /// Number of threads; all cores if not given
    #[arg(short, long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub backend: BackendArgs,
    /// Measure impacts within bodies instead, from frame to frame up to the first that collides, by all ways to find
    /// them; -n rounds, of the first -f frames
    #[arg(long, conflicts_with_all = ["method", "test", "hash", "has_self_collision", "backend", "surfaces",
          "mesh", "no_stages", "destination", "report", "drawn"])]
    pub steps: bool,
    /// Replace bodies of tetrahedra by their surfaces
    #[arg(long)]
    pub surfaces: bool,
    /// Put a mesh file in place of a body: the first, or the one named
    #[arg(long, value_name = "[BODY=]FILE")]
    pub mesh: Vec<String>,
    /// Do not measure the stages apart, which takes one more run
    #[arg(long)]
    pub no_stages: bool,
    /// Write one CSV file a measurement to this folder
    #[arg(short, long, value_name = "FOLDER")]
    pub destination: Option<PathBuf>,
    /// Write all of it as one HTML page with charts
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// List the scenes and the methods
    #[arg(long, exclusive = true)]
    pub list: bool,
    /// Compare two CSV files frame by frame
    #[arg(long, exclusive = true, num_args = 2, value_names = ["BEFORE.csv", "AFTER.csv"])]
    pub compare: Vec<PathBuf>,
    #[command(flatten)]
    pub picture: PictureArgs,
    /// Which frame --picture shows, from 0; if not given, the first in which something collides, and
    /// the middle one where nothing does
    #[arg(long, value_name = "N", requires = "picture", help_heading = "Pictures")]
    pub frame: Option<usize>,
    /// Draw every frame that is measured, to a GIF or to a folder of PNG files, from a camera that
    /// stands still
    #[arg(long, value_name = "FILE.gif|FOLDER", help_heading = "Pictures")]
    pub animation: Option<PathBuf>,
}

const NOTES: &str = "\
Lists are separated by commas; 'all' stands for all values.
  jostle bench --list
  jostle bench buddha-and-armadillo -r 2 -n 5 -c brute-pairs -o sat -d out
  jostle bench pass-through -r 1,2 -c kdet,kdet-set,bvh --report page.html
  jostle bench falling -c kdet-hashed -H all        hash functions
  jostle bench pressed -o all                       intersection tests, with their pairs
  jostle bench cloth -c kdet-clusters,gpu-clusters  beside a GPU
  jostle bench sleeve --elements 50000 --steps      steps between frames
  jostle bench drape.rec -c all                     what was recorded
  jostle bench funnel -n 1 --picture funnel.png --frame 80 --animation funnel.gif
Times are of whole queries; stages are measured in a run of their own, in which candidates are listed
before they are tested. Where several scenes or sizes are drawn, their names are added to those of the
files. CSV files have a header of '#' lines (pandas: read_csv(FILE, comment='#')).";

/// One value of a list, or all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice<T> {
    One(T),
    All,
}

impl<T: Copy + PartialEq> Choice<T> {
    /// The values that a list names, each once.
    pub fn values(list: &[Choice<T>], all: impl IntoIterator<Item = T> + Clone) -> Vec<T> {
        let mut values = Vec::new();
        for choice in list {
            let named: Vec<T> = match choice {
                Choice::One(value) => vec![*value],
                Choice::All => all.clone().into_iter().collect(),
            };
            for value in named {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        values
    }
}

/// Which bodies are tested against themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelfTest {
    Scene,
    Yes,
    No,
}

impl SelfTest {
    pub const ALL: [SelfTest; 3] = [SelfTest::Scene, SelfTest::Yes, SelfTest::No];

    pub fn name(self) -> &'static str {
        match self {
            SelfTest::Scene => "scene",
            SelfTest::Yes => "yes",
            SelfTest::No => "no",
        }
    }

    pub fn flag(self) -> Option<bool> {
        match self {
            SelfTest::Scene => None,
            SelfTest::Yes => Some(true),
            SelfTest::No => Some(false),
        }
    }
}

/// Names of values and `all`; a wrong one is answered with all of them.
fn named<T, const N: usize>(
    values: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = Choice<T>>
where
    T: Copy + Send + Sync + 'static,
{
    let names = values.map(name).into_iter().chain(["all"]);
    PossibleValuesParser::new(names.map(PossibleValue::new)).map(move |given| {
        values.into_iter().find(|&value| name(value) == given).map_or(Choice::All, Choice::One)
    })
}

fn method_names() -> impl TypedValueParser<Value = Choice<&'static Method>> {
    let value = |method: &Method| PossibleValue::new(method.name).aliases(method.aliases);
    let names = methods::ALL.iter().map(value).chain([PossibleValue::new("all")]);
    PossibleValuesParser::new(names)
        .map(|given| methods::find(&given).map_or(Choice::All, Choice::One))
}

fn resolutions() -> impl TypedValueParser<Value = Choice<usize>> {
    let names = ["0", "1", "2", "3", "4", "5", "all"];
    assert_eq!(names.len(), jostle_scenes::RESOLUTIONS.len() + 1);
    PossibleValuesParser::new(names).map(|given| given.parse().map_or(Choice::All, Choice::One))
}
