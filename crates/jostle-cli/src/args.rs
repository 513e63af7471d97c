//! The vocabulary of the command line.

use crate::backend::BackendArgs;
use crate::commands::bench::args::BenchArgs;
use crate::commands::play::args::PlayArgs;
use crate::commands::sim::args::SimArgs;
use crate::coordinates::vector;
use crate::depth_method::DepthMethodName;
use crate::input::InputArgs;
use crate::picture::PictureArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use jostle::DVec3;
use jostle::collide::Broad;
use jostle::impact::ImpactMethod;
use std::io::IsTerminal;
use std::path::PathBuf;

/// Finds what touches what in meshes that deform, tear and crumple: exactly and completely.
///
/// Without a command it checks a small scene of its own making, to show what a report looks like.
#[derive(Debug, Parser)]
#[command(name = "jostle", version, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  jostle check part.stl fixture.ply      do they touch?
  jostle check shirt.obj                 does it cross itself?
  jostle check parts/ --within 0.5       is the clearance kept everywhere?
  jostle distance part.stl fixture.ply   how far apart are they, and where?
  jostle impact frame0.ply frame1.ply    does anything touch on the way, and when?
  jostle contacts a.ply --within 1e-3    what is near what, and in which direction?
  jostle depth part.msh tool.msh         how deep is which vertex, and which way is out?
  jostle volume part.stl tool.stl        how much of them is common?
  jostle info bunny.ply                  is it closed, manifold, oriented?
  jostle sim drape --record drape.rec    how does a cloth fall on a ball?
  jostle play drape.rec --check          does anything cross in any frame?
  jostle bench --list                    scenes to measure, and methods

Formats read: PLY, OBJ, STL, OFF, Gmsh MSH, VTK, VTU, MEDIT .mesh, glTF/GLB.
Exit codes: 0 clear, 1 colliding, 2 error, or nothing was tested.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Find every colliding pair between meshes and, with --self or of one file alone, within each
    Check(Box<CheckArgs>),
    /// Describe meshes: counts, bounds, closed, manifold, oriented, degenerate elements
    Info(InfoArgs),
    /// Measure how far apart two meshes are, or how deep in each other
    Distance(DistanceArgs),
    /// Find what touches while meshes move from frame to frame, and when first
    Impact(Box<ImpactArgs>),
    /// Find the curves along which meshes cross, or list the vertices, edges and faces that are near each other
    Contacts(ContactsArgs),
    /// Find the vertices that are inside other solid meshes, how deep, and which way is out
    Depth(DepthArgs),
    /// Measure the volume that two solid meshes share, or of their union or difference
    Volume(VolumeArgs),
    /// Find what rays meet
    Ray(RayArgs),
    /// Find what is nearest to points, and whether they are inside
    Closest(ClosestArgs),
    /// Certify meshes: how many pairs each can cost at most, and which elements are to blame
    Inspect(InspectArgs),
    /// Move bodies that deform, cloth and rigid bodies, which collide and come to rest
    Sim(Box<SimArgs>),
    /// Play what 'jostle sim' recorded: look at frames, check them, write them as meshes
    Play(Box<PlayArgs>),
    /// Measure methods on scenes
    Bench(Box<BenchArgs>),
    /// List the GPUs with their limits, and test each for a second
    Gpu(GpuArgs),
    /// Print a script that completes commands and options in a shell
    Completions(CompletionsArgs),
    /// Print the manual page: jostle man | man -l -
    Man,
}

/// Prints a script that completes commands, options and names in a shell.
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_NOTES)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

const COMPLETIONS_NOTES: &str = "\
Where it goes:
  bash  jostle completions bash > ~/.local/share/bash-completion/completions/jostle
  zsh   jostle completions zsh > a folder of $fpath/_jostle
  fish  jostle completions fish > ~/.config/fish/completions/jostle.fish";

/// Whether words are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless the environment has NO_COLOR.
    #[default]
    Auto,
    Always,
    Never,
}

impl ColorChoice {
    /// Whether to colour standard output.
    pub fn is_on(self) -> bool {
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let is_refused =
                    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !is_refused && std::io::stdout().is_terminal()
            }
        }
    }
}

/// Finds every pair of elements that intersect: between the given meshes and, with --self, within
/// each. One file alone is tested within too. Touching counts. Elements that share vertices count only if
/// they meet elsewhere too. A mesh wholly inside another closed one collides with it and is reported as
/// inside. Parts that a file names are objects of their own.
#[derive(Debug, Args)]
#[command(after_help = CHECK_NOTES)]
#[command(group = ArgGroup::new("drawn").multiple(true).args(["picture", "animation"]))]
pub struct CheckArgs {
    /// Mesh files, folders of them, patterns such as 'parts/*.stl', or - for standard input; triangles and
    /// tetrahedra may be mixed
    #[arg(required_unless_present_any = ["demo", "sequence"])]
    pub files: Vec<PathBuf>,
    /// Check the built-in scene instead of files
    #[arg(long, conflicts_with_all = ["files", "sequence", "weld", "join", "split", "allow_empty", "elements"])]
    pub demo: bool,
    /// Test each mesh against itself as well; implied for one file, but for clearances between its parts
    #[arg(long = "self")]
    pub has_self_collision: bool,
    /// Find all that is at most so far apart, and how far: a clearance
    #[arg(long, value_name = "DISTANCE", value_parser = crate::input::distance, allow_negative_numbers = true)]
    pub within: Option<f64>,
    /// Stop at the first colliding pair, in the order in which elements are tested
    #[arg(long, group = "mode")]
    pub first: bool,
    /// Only find out which elements collide, not with what
    #[arg(long, group = "mode", conflicts_with = "pairs")]
    pub set: bool,
    /// Only count the pairs
    #[arg(long, group = "mode", conflicts_with_all = ["pairs", "out", "picture", "animation"])]
    pub count: bool,
    /// How candidates are found; all give the same answer
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = broad_names())]
    pub broad: Broad,
    /// Number of threads; all cores if not given, and no more than that
    #[arg(long, value_name = "N")]
    pub threads: Option<std::num::NonZeroUsize>,
    #[command(flatten)]
    pub backend: BackendArgs,
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub filter: FilterArgs,
    #[command(flatten)]
    pub sequence: SequenceArgs,
    /// Say why it took as long as it did
    #[arg(long, conflicts_with_all = ["json", "sequence"])]
    pub stats: bool,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
    /// Whether the verdict is coloured
    #[arg(long, value_name = "WHEN", default_value = "auto", conflicts_with_all = ["json", "quiet", "csv"])]
    pub color: ColorChoice,
    /// Print nothing; the exit code tells
    #[arg(long, short, conflicts_with_all = ["json", "stats"])]
    pub quiet: bool,
    /// Number elements as they are tested, polygons and other cells in pieces, and not as in the file
    #[arg(long)]
    pub elements: bool,
    /// Write all pairs as CSV: object_a,element_a,object_b,element_b, numbered from 0; with --within
    /// the distance, and with --sequence the frame first
    #[arg(long, value_name = "FILE.csv")]
    pub pairs: Option<PathBuf>,
    /// Write the meshes with the result on each element (object, element, colliding, pairs)
    #[arg(long, value_name = "FILE", conflicts_with = "sequence")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub picture: PictureArgs,
}

/// Which objects are compared.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Filters")]
pub struct FilterArgs {
    /// Only compare objects that match different ones of these: names of objects or files, with * and ?
    #[arg(long, value_name = "NAME", num_args = 2..)]
    pub between: Vec<String>,
    /// Do not compare objects that match A with those that match B; may be given again
    #[arg(long, value_names = ["A", "B"], num_args = 2, action = clap::ArgAction::Append)]
    pub ignore: Vec<String>,
}

impl FilterArgs {
    pub fn is_empty(&self) -> bool {
        self.between.is_empty() && self.ignore.is_empty()
    }
}

/// Meshes that change from frame to frame.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Sequences")]
pub struct SequenceArgs {
    /// Check the frames of a mesh, a file each, in the order of their names: files, a folder, or a
    /// pattern such as 'frame_*.ply'
    #[arg(long, value_name = "FRAMES", num_args = 1.., conflicts_with_all = ["files", "picture"])]
    pub sequence: Vec<PathBuf>,
    /// Meshes that stay, and are compared with each frame but not with each other
    #[arg(long = "with", value_name = "FILE", num_args = 1.., requires = "sequence", conflicts_with = "files")]
    pub with: Vec<PathBuf>,
    /// Print one row a frame as CSV
    #[arg(long, requires = "sequence", conflicts_with_all = ["files", "json", "quiet"])]
    pub csv: bool,
    /// Draw every frame, to a GIF or to a folder of PNG files, from a camera that stands still
    #[arg(long, value_name = "FILE.gif|FOLDER", requires = "sequence", conflicts_with = "files")]
    pub animation: Option<PathBuf>,
}

/// Lists the GPUs that can be used, with their limits, and compares each with the CPU for about a
/// second.
#[derive(Debug, Args)]
pub struct GpuArgs {
    /// Only list them
    #[arg(long)]
    pub list: bool,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// The names of the broad phases; a wrong one is answered with all of them.
fn broad_names() -> impl TypedValueParser<Value = Broad> {
    PossibleValuesParser::new(Broad::ALL.map(Broad::name)).map(|name| {
        Broad::ALL.into_iter().find(|broad| broad.name() == name).expect("one of the names")
    })
}

const CHECK_NOTES: &str = "\
Objects are numbered in the order of the files and of the parts in them, elements as in the file, both from 0.
--out takes the format from the extension: .vtu and .vtk carry the result as cell data, .ply as face
properties and colours, .msh as element data. Tetrahedra are written whole to .vtu, and to .vtk and .msh if
there is nothing else, and otherwise shown by their boundary.
A file named - is standard input; a result named - goes to standard output, and the report to standard error.
--json has null for numbers that were not asked for, as the pairs with --set.
Exit codes: 0 clear, 1 colliding, or near with --within; 2 error, or nothing was tested.";

/// Finds what touches while vertices move on straight lines from one frame to the next: vertices with faces and
/// edges with edges, and the first time of each, from 0 at the first frame of a step to 1 at the second. The
/// verdict is exact. Touching counts, at the start and at the end too; features that share a vertex do not. With
/// --thickness, finds what comes within a distance, and no time is late.
#[derive(Debug, Args)]
#[command(after_help = IMPACT_NOTES)]
#[command(group = ArgGroup::new("drawn").args(["picture"]))]
pub struct ImpactArgs {
    /// Frames, a mesh file each, with the same vertices and elements: files, folders, or patterns such as
    /// 'frame_*.ply'; two in the order given, more by the numbers in their names
    #[arg(value_name = "FRAME", required_unless_present = "queries")]
    pub files: Vec<PathBuf>,
    /// Meshes that stay, and are compared with the frames but not with each other
    #[arg(long = "with", value_name = "FILE", num_args = 1..)]
    pub with: Vec<PathBuf>,
    /// Test each mesh against itself as well; implied for one object alone
    #[arg(long = "self")]
    pub has_self_collision: bool,
    /// Only find the first impact of each step
    #[arg(long, conflicts_with = "impacts")]
    pub first: bool,
    /// Only print how far each step can go so that nothing touches, from 0 to 1, a line each
    #[arg(long, conflicts_with_all = ["impacts", "json", "quiet"])]
    pub free_step: bool,
    /// Find what comes within this distance of each other, not only what touches; times may be early by a little
    /// of it, and are never late
    #[arg(long, value_name = "DISTANCE", default_value = "0", allow_negative_numbers = true)]
    #[arg(value_parser = crate::input::distance)]
    pub thickness: f64,
    /// How long the intervals of time may be; 0 is for neighbouring numbers
    #[arg(long, value_name = "TIME", default_value = "0", allow_negative_numbers = true)]
    #[arg(value_parser = crate::input::time)]
    pub tolerance: f64,
    /// How the features that are tested are found; the impacts are the same
    #[arg(long, value_name = "NAME", default_value = ImpactMethod::Clusters.name(),
          value_parser = impact_method())]
    pub method: ImpactMethod,
    /// Write all impacts as CSV: step,kind,object_a,object_b,i0,i1,i2,i3,t_lo,t_hi
    #[arg(long, value_name = "FILE.csv")]
    pub impacts: Option<PathBuf>,
    /// Decide the queries of a file instead, and compare with the truth that it has
    #[arg(long, value_name = "FILE.csv", requires = "kind")]
    #[arg(conflicts_with_all = ["files", "with", "has_self_collision", "first", "free_step", "impacts", "thickness", "threads", "picture"])]
    pub queries: Option<PathBuf>,
    /// What the queries are about: vf, a vertex and a face, or ee, two edges
    #[arg(long, value_name = "KIND")]
    pub kind: Option<PairKind>,
    /// Write the verdicts of queries, 1 or 0, a line each
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Number of threads; all cores if not given, and no more than that
    #[arg(long, value_name = "N")]
    pub threads: Option<std::num::NonZeroUsize>,
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub filter: FilterArgs,
    #[command(flatten)]
    pub picture: PictureArgs,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
    /// Whether the verdict is coloured
    #[arg(long, value_name = "WHEN", default_value = "auto", conflicts_with_all = ["json", "quiet"])]
    pub color: ColorChoice,
    /// Print nothing; the exit code tells
    #[arg(long, short, conflicts_with = "json")]
    pub quiet: bool,
}

impl ImpactArgs {
    /// Whether only the first impact of a step is asked for.
    pub fn is_first_only(&self) -> bool {
        self.first || self.free_step
    }
}

fn impact_method() -> impl TypedValueParser<Value = ImpactMethod> {
    let names = ImpactMethod::ALL.map(ImpactMethod::name);
    PossibleValuesParser::new(names).map(|given| {
        let named = |method: &ImpactMethod| method.name() == given;
        ImpactMethod::ALL.into_iter().find(named).unwrap_or_default()
    })
}

/// The two kinds of features that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PairKind {
    /// A vertex and a face.
    Vf,
    /// Two edges.
    Ee,
}

const IMPACT_NOTES: &str = "\
Objects are numbered in the order of the files and of the parts in them, vertices in each object, both from 0.
In --impacts the kind is vf, with the vertex i0 of object a and the face i1 i2 i3 of object b, or ee, with the edge
i0 i1 of object a and the edge i2 i3 of object b. The first time is not before t_lo and not after t_hi.
With --thickness D both are a time t: until t all is further apart than D, and at t not by more than D + D/1e6, or
than by what --tolerance of the step moves them.
--picture shows the first impact of the first step that has one, at its time; --zoom collisions looks at it closely.
A file of --queries has eight rows a query, xn,xd,yn,yd,zn,zd,truth: the points v, f0, f1, f2 or a0, a1, b0, b1 at
the start, then at the end, each coordinate as a fraction that is a double, and whether there is contact.
Exit codes: 0 clear, or all queries as the truth has them; 1 something touches or is near, or a query is not; 2 error,
or nothing was tested.";

#[derive(Debug, Args)]
pub struct InfoArgs {
    /// Mesh files, folders of them, patterns such as 'parts/*.stl', or - for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub input: InputArgs,
    /// Print as JSON: an array with one object a part
    #[arg(long)]
    pub json: bool,
}

/// Finds the nearest points of two meshes, or that they overlap and how deep. The verdict is that of
/// check, and exact; every number is printed with what it may be off by.
#[derive(Debug, Args)]
#[command(after_help = DISTANCE_NOTES)]
pub struct DistanceArgs {
    /// The mesh file to measure from; a folder or pattern stands for all its parts
    #[arg(value_name = "A")]
    pub first: PathBuf,
    /// The mesh file to measure to
    #[arg(value_name = "B")]
    pub second: PathBuf,
    /// How near the bounds of a depth are to come to each other, as a share of it
    #[arg(long, value_name = "SHARE", default_value_t = jostle::distance::ObjectDepthQuery::default().tolerance)]
    pub tolerance: f64,
    /// Placements to look at for the depth before the bounds are printed as they are
    #[arg(long, value_name = "N", default_value_t = jostle::distance::ObjectDepthQuery::default().most_evaluations)]
    pub evaluations: usize,
    /// Number of threads; all cores if not given
    #[arg(long, value_name = "N")]
    pub threads: Option<std::num::NonZeroUsize>,
    #[command(flatten)]
    pub input: InputArgs,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

const DISTANCE_NOTES: &str = "\
Meshes overlap if elements of one meet elements of the other, touching included, or if one is wholly
inside the other and that one is closed. Then the depth is the length of the shortest move that parts
them, given as a range, and the move that was tested to part them, exactly. Also printed:
  the deepest pair    of all pairs of elements that meet, the longest of their shortest moves apart
  the deepest vertex  of all vertices inside the other mesh, if that is closed or of tetrahedra, the
                      longest distance to its boundary
If a file has several parts, each is measured by itself: the nearest pair is reported, or the deepest if some
overlap. Elements are numbered as in the file, vertices as in the part, from 0.
Exit codes: 0 apart, 1 overlapping, 2 error.";

/// Finds the first triangle that a ray meets, or all of them in order, exactly: a ray through an edge or a
/// corner meets what is there. Bodies of tetrahedra are met at their boundary.
#[derive(Debug, Args)]
#[command(after_help = RAY_NOTES)]
#[command(group = ArgGroup::new("given").required(true).args(["from", "rays"]))]
pub struct RayArgs {
    /// Mesh files, folders of them, patterns such as 'parts/*.stl', or - for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Where the ray starts
    #[arg(long, value_name = "X,Y,Z", value_parser = vector, requires = "direction", allow_hyphen_values = true)]
    pub from: Option<DVec3>,
    /// Where it goes; of any length but zero
    #[arg(long, value_name = "X,Y,Z", value_parser = vector, requires = "from", conflicts_with = "rays")]
    #[arg(allow_hyphen_values = true)]
    pub direction: Option<DVec3>,
    /// A CSV file of rays, six numbers a row: where each starts and where it goes; the answer is CSV too
    #[arg(long, value_name = "FILE.csv")]
    pub rays: Option<PathBuf>,
    /// All that each ray meets, not only the first
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    pub input: InputArgs,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

const RAY_NOTES: &str = "\
t counts along the ray: its point is the start plus t times the direction. The side is 'front' where the ray goes
in at the front of a triangle, 'back' where it comes from behind, 'along' where it runs in its plane. Bodies of
tetrahedra are met at their boundary.
Objects are numbered in the order of the files and of the parts in them, elements as in the file, both from 0.";

/// Finds the curves along which surfaces cross, and the contact patches that they bound, with length, area, centroid and
/// normal. With --within, lists all vertices, edges and faces of surfaces that are nearer to each other than a distance
/// instead, each two once, by the features that their nearest points lie in: what barrier and projection methods push
/// apart.
#[derive(Debug, Args)]
#[command(after_help = CONTACTS_NOTES)]
#[command(group = ArgGroup::new("drawn").args(["picture"]))]
pub struct ContactsArgs {
    /// Mesh files, folders of them, patterns such as 'parts/*.stl', or - for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// List features that are nearer than this, in place of curves
    #[arg(long, value_name = "DISTANCE", allow_negative_numbers = true)]
    #[arg(value_parser = crate::input::distance)]
    pub within: Option<f64>,
    /// List contacts within each mesh as well; implied for one object alone
    #[arg(long = "self")]
    pub has_self_collision: bool,
    /// Keep edges that are nearly parallel as two edges, wherever their nearest points are
    #[arg(long, requires = "within")]
    pub mollified: bool,
    /// Give up if more pairs of features than this are near
    #[arg(long, value_name = "PAIRS", default_value_t = 10_000_000, requires = "within")]
    pub limit: u64,
    /// Write all contacts as CSV, JSON or VTU (lines, for viewers), or - for CSV on standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Number of threads; all cores if not given, and no more than that
    #[arg(long, value_name = "N")]
    pub threads: Option<std::num::NonZeroUsize>,
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub filter: FilterArgs,
    #[command(flatten)]
    pub picture: PictureArgs,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

const CONTACTS_NOTES: &str = "\
Objects are numbered in the order of the files and of the parts in them, elements as in the file, vertices in each
object, all from 0.
A patch is the curves that have points in common, mostly one. Its area is what they enclose as seen along its normal,
which points from the first object to the second if both are solid, fronts outside; an open curve is closed by the
chord between its ends. Surfaces that touch without crossing have the curves that they would have if one were pushed
into the other by next to nothing; elements for which this does not help are listed as touching.
Each row of the CSV is a pair of elements that cross, with the ends of what they have in common, curve by curve, and then
those that touch, with their place twice and without a curve; the kind is crossing, point, segment or area.
With --within, features that share a vertex have no contact. A row is a contact: its kind (vv, ev, ee or fv; in VTU 0 to
3), the objects, the vertices of the first feature and then of the second, the distance, the nearest points, the normal
from the first to the second, and how many pairs of a vertex and a face or of two edges lead to it.
Exit codes: 0 nothing touches or is near, 1 something does or is, 2 error, or nothing was tested.";

/// Finds the vertices that are inside other solids, how deep each is, and which way is out: from where edges cross the
/// surface, propagated inward, so that neighbours agree. Solid are closed surfaces and bodies of tetrahedra.
#[derive(Debug, Args)]
#[command(after_help = DEPTH_NOTES)]
#[command(group = ArgGroup::new("drawn").args(["picture"]))]
pub struct DepthArgs {
    /// Mesh files, folders of them, patterns such as 'parts/*.msh', or - for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// How depths are told
    #[arg(long, value_name = "METHOD", value_enum, default_value_t = DepthMethodName::Consistent)]
    pub method: DepthMethodName,
    /// Look for vertices of bodies in their own tetrahedra as well; implied for one object alone
    #[arg(long = "self")]
    pub has_self_collision: bool,
    /// Write all colliding points as CSV, or - for standard output
    #[arg(long, value_name = "FILE.csv")]
    pub out: Option<PathBuf>,
    /// Number of threads; all cores if not given, and no more than that
    #[arg(long, value_name = "N")]
    pub threads: Option<std::num::NonZeroUsize>,
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub filter: FilterArgs,
    #[command(flatten)]
    pub picture: PictureArgs,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

const DEPTH_NOTES: &str = "\
Touching counts, with depth zero. A row of the CSV is a vertex in an object: its object and number there, the object it
is in, its depth, its position, the direction out, and how that was told: at the border, propagated from it (and in which
layer), or from the closest point, as wholly inside. Edges that pass through an object with both ends outside are counted
in the sums of each two objects, and have no row.
Exit codes: 0 no vertex is inside and no edge passes through, 1 some are, 2 error, or nothing was tested.";

/// Measures the volume that two solids have in common: by layered depth images along three axes or one, or exactly.
/// Solid are closed surfaces and bodies of tetrahedra.
#[derive(Debug, Args)]
#[command(after_help = VOLUME_NOTES)]
pub struct VolumeArgs {
    /// A mesh file; a folder or pattern stands for the union of its parts
    #[arg(value_name = "A")]
    pub first: PathBuf,
    /// Another one
    #[arg(value_name = "B")]
    pub second: PathBuf,
    /// What to measure
    #[arg(long, value_name = "RESULT", value_enum, default_value_t = SolidResult::Intersection)]
    pub csg: SolidResult,
    /// Measure what they have in common exactly, instead of by images
    #[arg(long, conflicts_with_all = ["axis", "resolution", "csg", "out"])]
    pub exact: bool,
    /// Pixels along the longest side of the images
    #[arg(long, value_name = "N", default_value_t = 256)]
    pub resolution: u32,
    /// Look along one axis only, or along the one that needs the fewest layers; all three if not given
    #[arg(long, value_enum, value_name = "AXIS")]
    pub axis: Option<ImageAxis>,
    /// Write the result as a mesh: columns of pixels, along the axis that needs the fewest layers if none is given
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub input: InputArgs,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

/// What two solids are made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolidResult {
    /// What is in both
    Intersection,
    /// What is in either
    Union,
    /// What is in A and not in B
    Difference,
}

/// What images are looked along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ImageAxis {
    X,
    Y,
    Z,
    /// The one that needs the fewest layers
    Fewest,
}

const VOLUME_NOTES: &str = "\
Images approximate: errors fall at least as the size of a pixel does. With three axes the error is estimated from how
much these differ; with one it is not known. With --exact which parts bound the common part is decided exactly, and the
volume is right but for the last digits; parts of one file that overlap each other count as often as they do.
Exit codes: 0 there is no volume, 1 there is, 2 error.";

/// Finds the nearest point of all meshes, and its distance: negative inside closed surfaces and bodies of
/// tetrahedra. An open surface has no inside; where it winds around the point by more than half is a guess.
#[derive(Debug, Args)]
#[command(after_help = CLOSEST_NOTES)]
#[command(group = ArgGroup::new("given").required(true).args(["point", "points"]))]
pub struct ClosestArgs {
    /// Mesh files, folders of them, patterns such as 'parts/*.stl', or - for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The point
    #[arg(long, value_name = "X,Y,Z", value_parser = vector, allow_hyphen_values = true)]
    pub point: Option<DVec3>,
    /// A CSV file of points, three numbers a row; the answer is CSV too
    #[arg(long, value_name = "FILE.csv")]
    pub points: Option<PathBuf>,
    #[command(flatten)]
    pub input: InputArgs,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

const CLOSEST_NOTES: &str = "\
Distances are negative inside closed surfaces and bodies of tetrahedra. An open surface has no inside: a point that
it winds around by more than half is taken to be inside, which is a guess.";

/// Counts for each element the larger ones near it, and says how many pairs follow from that at
/// most, wherever the mesh and a copy of itself are placed.
#[derive(Debug, Args)]
#[command(after_help = INSPECT_NOTES)]
pub struct InspectArgs {
    /// Mesh files, folders of them, patterns such as 'parts/*.stl', or - for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub input: InputArgs,
    /// Print as JSON: an array with one object a mesh
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print as CSV: one row a mesh
    #[arg(long)]
    pub csv: bool,
    /// Write the mesh with k and k_printed on each element; one mesh only
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Draw k of all meshes as box plots over their numbers of elements
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
}

const INSPECT_NOTES: &str = "\
k counts the elements at least as large that are no further away than half the diameter of the
smallest sphere round the element, itself included; (d/4) within a quarter, as the kDet paper
prints it, from which no bound follows. 'adjacent' is the part of the mean that shares a vertex.
Height is the binary logarithm of the largest diameter over the smallest.
--plot draws boxes from the lower to the upper quartile with the median, whiskers to the last mesh within
one and a half times the box, and the meshes beyond as circles.";
