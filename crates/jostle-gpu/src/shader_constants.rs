//! Constants that the host and the kernels share. They are written here once; [`wgsl`] gives the text
//! that every kernel begins with.

use std::fmt::Write;

macro_rules! shader_constants {
    ($($(#[$attribute:meta])* $name:ident = $value:expr;)*) => {
        $($(#[$attribute])* pub(crate) const $name: u32 = $value;)*
        const INTEGERS: &[(&str, u32)] = &[$((stringify!($name), $name)),*];
    };
}

shader_constants! {
    /// The label of clusters that are compared with all others and with themselves.
    NO_LABEL = u32::MAX;
    /// This label and those above it are of boundaries of bodies, whose clusters are compared with those of the same
    /// label only; it and the object make the label.
    BOUNDARY_LABEL = 1 << 31;
    /// In place of the fourth corner of a triangle.
    NO_CORNER = u32::MAX;

    /// Flags of a cluster: its elements are tetrahedra, ...
    CLUSTER_IS_TETRAHEDRA = 1;
    /// ... the stars of its vertices are tested, ...
    CLUSTER_HAS_STARS = 2;
    /// ... its tetrahedra have negative volumes, ...
    CLUSTER_IS_NEGATIVE = 4;
    /// ... and they are of a body that is cleared by its boundary.
    CLUSTER_IS_OF_BODY = 8;
    /// Elements of a cluster at most; a thread each finds candidates.
    MAX_CLUSTER_ELEMENTS = 128;
    /// Clusters of a level 1 node, and level 1 nodes of a level 2 node.
    NODE_CHILDREN = 64;

    /// The state of a star that is free of collisions.
    STAR_FREE = 1;
    /// This bit: the star is not known to be free.
    STAR_FAILED = 1 << 31;

    /// Workgroups along x of a dispatch; the rest is along y.
    WORKGROUPS_PER_ROW = 32768;
    /// Threads of a workgroup that computes the box of a cluster.
    CLUSTER_BOX_THREADS = 64;
    /// Threads of a workgroup that tests the stars of vertices.
    STAR_THREADS = 64;
    /// Threads of a workgroup that compares a node with all others.
    NODE_PAIR_THREADS = 64;
    /// Threads of a workgroup that compares the children of two nodes.
    CHILD_PAIR_THREADS = 256;
    /// Threads of a workgroup of brute force.
    BRUTE_FORCE_THREADS = 64;
    /// Threads of a workgroup of the narrow phase, a candidate each.
    NARROW_THREADS = 128;
    /// Threads of a workgroup that converts positions, a coordinate each.
    POSITION_THREADS = 256;
    /// Threads of a workgroup that makes clusters of cells, an element or a vertex each.
    CELL_THREADS = 128;
    /// Threads of a workgroup that sums counts, and counts that it sums.
    SCAN_THREADS = 256;
    SCAN_TILE = 2048;

    /// Flags of a group of elements: the stars of its vertices are tested.
    GROUP_HAS_STARS = 1;
    /// Triangles of the largest star that is put in order on the device, which is quadratic, ...
    LARGEST_DEVICE_LINK = 32;
    /// ... and tetrahedra of the largest that is found closed there, which is too.
    LARGEST_DEVICE_STAR = 64;

    /// Two counts in one number: the second is in units of this.
    SECOND_COUNT = 1 << 16;
    /// Words of 32 bits of a position, in `f64` or as hi/lo pairs of `f32`.
    POSITION_WORDS = 6;

    /// Pairs that a workgroup sorts at once.
    SORT_TILE = 2048;
    /// Bits of a digit of the sort.
    SORT_DIGIT_BITS = 8;
    /// Values of a digit, a thread each.
    SORT_DIGITS = 1 << SORT_DIGIT_BITS;

    /// Counters by their index: pairs of overlapping nodes of each level, ...
    COUNT_LEVEL2_PAIRS = 0;
    COUNT_LEVEL1_PAIRS = 1;
    COUNT_CLUSTER_PAIRS = 2;
    /// ... of a round: pairs of clusters, candidates, pairs of clusters for the next round, ...
    COUNT_TO_COMPARE = 3;
    COUNT_CANDIDATES = 4;
    COUNT_DEFERRED = 5;
    /// ... and of all rounds.
    COUNT_ROUNDS = 9;
    COUNT_PAIRS = 10;
    /// Pairs that the first narrow phase was unsure of.
    COUNT_UNSURE = 11;
    /// Those that the `f64` narrow phase after it was unsure of.
    COUNT_UNSURE_F64 = 12;
    /// A bit for each body, by its label, that has a tetrahedron whose sign is not certain.
    COUNT_BODY_DOUBTS = 13;
    /// One more than the last vertex whose position is not finite.
    COUNT_BAD_VERTEX = 15;
    /// The most candidates of a round, had their list held them all.
    COUNT_MAX_CANDIDATES = 16;
    /// What is only counted is counted in many places, so that no thread waits for another.
    SHARDS_START = 32;
    SHARD_STRIDE = 8;
    SHARD_COUNT = 64;
    /// Counters of a shard: pairs of elements with overlapping boxes, and candidates.
    SHARD_OVERLAPPING = 0;
    SHARD_CANDIDATES = 1;
    /// All counters.
    COUNTERS = SHARDS_START + SHARD_STRIDE * SHARD_COUNT;
}

/// Coordinates beyond this are clamped before they become `f32`, so that the difference of two, or of one and
/// the centre, does not overflow: a kernel may make any number of it if it does. The position error of such
/// coordinates is beyond all extents, so nothing that is said depends on them.
pub(crate) const F32_LIMIT: f64 = 1.5e38;
/// The centre is clamped to this.
pub(crate) const CENTRE_LIMIT: f64 = 1e38;
const _: () = assert!(2.0 * F32_LIMIT < 0.9 * f32::MAX as f64 && CENTRE_LIMIT <= F32_LIMIT);

const FLOATS: &[(&str, f64)] = &[("F32_LIMIT", F32_LIMIT)];

/// The constants as WGSL; `threads` is the size of a workgroup that uses prefix sums.
pub(crate) fn wgsl(threads: Option<u32>) -> String {
    let mut text = String::new();
    let threads = threads.map(|threads| ("THREADS", threads));
    for (name, value) in INTEGERS.iter().copied().chain(threads) {
        let _ = writeln!(text, "const {name}: u32 = {value}u;");
    }
    // Of no type: they are `f32` or `f64` where they are used.
    for (name, value) in FLOATS {
        let _ = writeln!(text, "const {name} = {value:e};");
    }
    text
}
