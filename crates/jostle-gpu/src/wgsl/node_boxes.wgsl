// Boxes of nodes: level 1, of NODE_CHILDREN clusters in a row, and level 2, of as many level 1 nodes.
// needs: constants, params.wgsl, scene.wgsl

var<workgroup> node_box: array<atomic<i32>, 6>;

fn bound_children(first: u32, count: u32, to: u32, node: u32, t: u32) {
    if t < 3u {
        atomicStore(&node_box[t], EMPTY_LOW);
        atomicStore(&node_box[t + 3u], EMPTY_HIGH);
    }
    workgroupBarrier();
    let c = node * NODE_CHILDREN + t;
    if c < count {
        for (var axis = 0u; axis < 3u; axis++) {
            atomicMin(&node_box[axis], boxes[6u * (first + c) + axis]);
            atomicMax(&node_box[axis + 3u], boxes[6u * (first + c) + 3u + axis]);
        }
    }
    workgroupBarrier();
    if node * NODE_CHILDREN < count && t < 6u {
        boxes[6u * (to + node) + t] = atomicLoad(&node_box[t]);
    }
}

@compute @workgroup_size(NODE_CHILDREN)
fn compute_level1_boxes(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    bound_children(0u, params.clusters, params.clusters, group.y * WORKGROUPS_PER_ROW + group.x, t);
}

@compute @workgroup_size(NODE_CHILDREN)
fn compute_level2_boxes(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let to = params.clusters + params.level1_nodes;
    bound_children(params.clusters, params.level1_nodes, to, group.y * WORKGROUPS_PER_ROW + group.x, t);
}
