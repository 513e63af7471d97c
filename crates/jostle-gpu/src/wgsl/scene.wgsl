// What every stage sees: the scene as it stands on the device, and the lists between the stages.

struct Params {
    clusters: u32,
    bundles: u32,
    vertices: u32,
    bundle_pairs: u32,
    near_pairs: u32,
    candidates: u32,
    pairs: u32,
    unsure: u32,
    // Boxes are taken about this point, so that their digits are where the scene is.
    centre: vec3<f32>,
    slots: u32,
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

// Clusters of a bundle.
const BUNDLE = 64u;
// Workgroups along x of an indirect dispatch; the rest is along y.
const ROW = 32768u;

// Counters.
const BUNDLE_PAIRS = 0u;
const NEAR_PAIRS = 1u;
const CANDIDATES = 2u;
const PAIRS = 3u;
const UNSURE_PAIRS = 4u;
const OVERLAPPING = 5u;
// More than can be counted, times the range of the others.
const BEYOND = 7u;

// What is known of the star of a vertex: free of collisions, or this has been seen to fail.
const FREE = 1u;
const FAILED = 0x80000000u;

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read> corners: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> elements: array<u32>;
@group(0) @binding(4) var<storage, read> clusters: array<Cluster>;
@group(0) @binding(5) var<storage, read> links: array<u32>;
@group(0) @binding(6) var<storage, read_write> counters: array<atomic<u32>, 8>;
// Six planes of a number a slot: lower corners, then upper ones.
@group(0) @binding(7) var<storage, read_write> element_boxes: array<i32>;
// Six numbers a box, clusters first and then bundles.
@group(0) @binding(8) var<storage, read_write> boxes: array<i32>;
@group(0) @binding(10) var<storage, read_write> bundle_pairs: array<vec2<u32>>;
@group(0) @binding(11) var<storage, read_write> near_pairs: array<vec2<u32>>;
@group(0) @binding(12) var<storage, read_write> candidates: array<vec2<u32>>;
@group(0) @binding(13) var<storage, read_write> pairs: array<vec2<u32>>;
@group(0) @binding(14) var<storage, read_write> unsure: array<vec2<u32>>;

// Counts so many more, and tells where they begin.
fn count_more(counter: u32, more: u32) -> u32 {
    let begin = atomicAdd(&counters[counter], more);
    if begin + more < begin {
        atomicAdd(&counters[BEYOND], 1u);
    }
    return begin;
}

fn boxes_overlap(a: u32, b: u32) -> bool {
    var overlap = true;
    for (var axis = 0u; axis < 3u; axis++) {
        overlap &= boxes[6u * a + axis] <= boxes[6u * b + 3u + axis]
            && boxes[6u * b + axis] <= boxes[6u * a + 3u + axis];
    }
    return overlap;
}
