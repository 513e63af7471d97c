// What the host tells every kernel.
// needs: nothing

struct Params {
    clusters: u32,
    // Nodes of NODE_CHILDREN clusters, and nodes of NODE_CHILDREN of these.
    level1_nodes: u32,
    level2_nodes: u32,
    vertices: u32,
    // Elements in the order of their clusters.
    slots: u32,
    // Pairs that the lists can hold.
    node_pair_capacity: u32,
    candidate_capacity: u32,
    pair_capacity: u32,
    unsure_capacity: u32,
    // Zero, but no compiler knows.
    opaque_zero: u32,
    // Boxes are relative to this point, so that `f32` has its precision where the scene is.
    centre_x: f32,
    centre_y: f32,
    centre_z: f32,
    // Numbers from one vertex to the next in the caller's positions.
    position_stride: u32,
    // Where clusters are made of cells: groups of elements, and cells of all groups.
    groups: u32,
    cells: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
