// What all kernels know: what they are told, and what they count.

struct Params {
    clusters: u32,
    // Clusters in rows of 64, and rows of 64 of these.
    bundles: u32,
    crowds: u32,
    vertices: u32,
    slots: u32,
    // Room in lists.
    near_pairs: u32,
    candidates: u32,
    pairs: u32,
    unsure: u32,
    // Zero, but no compiler knows.
    zero: u32,
    // Boxes are taken about this point, so that their digits are where the scene is.
    centre_x: f32,
    centre_y: f32,
    centre_z: f32,
    // Where positions are given by the caller: numbers from one vertex to the next.
    stride: u32,
    padding_1: u32,
    padding_2: u32,
}

struct Cluster {
    // Its elements stand in a row of slots.
    start: u32,
    count: u32,
    // Clusters with the same label have nothing to look for in each other.
    label: u32,
    flags: u32,
}

const NO_LABEL = 0xffffffffu;
const NO_CORNER = 0xffffffffu;
// Flags of clusters.
const SOLID = 1u;
const STARS = 2u;
const NEGATIVE = 4u;

// Clusters of a bundle, and bundles of a crowd.
const BUNDLE = 64u;
// Workgroups along x of an indirect dispatch; the rest is along y.
const ROW = 32768u;

// Counters.
const CROWD_PAIRS = 0u;
const BUNDLE_PAIRS = 1u;
const NEAR_PAIRS = 2u;
// Of this round.
const TO_COMPARE = 3u;
const CANDIDATES = 4u;
const DEFERRED = 5u;
// Of all rounds.
const MOST_DEFERRED = 8u;
const ROUNDS = 9u;
const PAIRS = 10u;
const UNSURE_PAIRS = 11u;
const LEFT = 12u;
// One more than the last vertex whose position is not finite.
const BAD_VERTEX = 15u;
// Candidates of a round, had there been room for all.
const MOST_CANDIDATES = 16u;

// A list with more is full.
const FULL = 0xe0000000u;
// What is only counted is counted in 64 places, so that nobody has to wait: pairs with overlapping boxes,
// and candidates.
const SPREAD = 32u;
const SPREAD_STEP = 8u;
const SPREAD_PLACES = 64u;

// What is known of the star of a vertex: free of collisions, or this has been seen to fail.
const FREE = 1u;
const FAILED = 0x80000000u;

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> counters: array<atomic<u32>, 544>;

// Where so many more begin in a list. Lists that are full by far are not counted on, so no counter wraps.
fn place_for(counter: u32, more: u32) -> u32 {
    let begin = atomicAdd(&counters[counter], more);
    if begin >= FULL {
        atomicStore(&counters[counter], FULL);
        return FULL;
    }
    return begin;
}

// Whether a workgroup may be beyond the end of what it was started for: the last one of a list of
// threads, and those in the last row of many. Only these need look at a counter, which all would have to
// wait for.
fn is_at_end(group: vec3<u32>, groups: vec3<u32>) -> bool {
    return group.y + 1u == groups.y && (groups.y > 1u || group.x + 1u == groups.x);
}
