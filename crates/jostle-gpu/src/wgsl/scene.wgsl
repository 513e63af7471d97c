// The scene as it stands on the device, and the lists between the stages.

@group(0) @binding(3) var<storage, read> corners: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> elements: array<u32>;
@group(0) @binding(5) var<storage, read> clusters: array<Cluster>;
@group(0) @binding(6) var<storage, read> links: array<u32>;
// Six planes of a number a slot: lower corners, then upper ones.
@group(0) @binding(7) var<storage, read_write> element_boxes: array<i32>;
// Six numbers a box: clusters, then bundles, then crowds.
@group(0) @binding(8) var<storage, read_write> boxes: array<i32>;
// Pairs of crowds, then of near clusters; and pairs of bundles, then of clusters for another round.
@group(0) @binding(10) var<storage, read_write> near_pairs: array<vec2<u32>>;
@group(0) @binding(11) var<storage, read_write> other_pairs: array<vec2<u32>>;
@group(0) @binding(12) var<storage, read_write> candidates: array<vec2<u32>>;
@group(0) @binding(13) var<storage, read_write> pairs: array<vec2<u32>>;
@group(0) @binding(14) var<storage, read_write> unsure: array<vec2<u32>>;
