// The scene on the device, and the lists between the stages.
// needs: constants

struct Cluster {
    // Its elements are in consecutive slots.
    start: u32,
    count: u32,
    label: u32,
    flags: u32,
}

// Whether clusters with these labels are compared: those of boundaries with their own only, others with the same
// label not, unless it is NO_LABEL.
fn labels_admit(a: u32, b: u32) -> bool {
    let is_same = a == b;
    let is_boundary = (a >= BOUNDARY_LABEL && a != NO_LABEL) || (b >= BOUNDARY_LABEL && b != NO_LABEL);
    return select(!is_same || a == NO_LABEL, is_same, is_boundary);
}

// The box of nothing: its lower and its upper corner.
const EMPTY_LOW = 0x7fffffff;
const EMPTY_HIGH = -0x7fffffff;

@group(0) @binding(3) var<storage, read> corners: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> elements: array<u32>;
@group(0) @binding(5) var<storage, read> clusters: array<Cluster>;
@group(0) @binding(6) var<storage, read> links: array<u32>;
// Six planes of a number a slot: lower corners, then upper ones.
@group(0) @binding(7) var<storage, read_write> element_boxes: array<i32>;
// Six numbers a box: clusters, then level 1 nodes, then level 2 nodes.
@group(0) @binding(8) var<storage, read_write> boxes: array<i32>;
// Pairs of level 2 nodes, then of clusters; the other list has pairs of level 1 nodes, then of clusters for
// another round.
@group(0) @binding(10) var<storage, read_write> node_pairs: array<vec2<u32>>;
@group(0) @binding(11) var<storage, read_write> other_node_pairs: array<vec2<u32>>;
@group(0) @binding(12) var<storage, read_write> candidates: array<vec2<u32>>;
@group(0) @binding(13) var<storage, read_write> pairs: array<vec2<u32>>;
@group(0) @binding(14) var<storage, read_write> unsure: array<vec2<u32>>;
