// Pairs of nodes with overlapping boxes: a workgroup compares one node with all after it. A level 2 node
// has some 400,000 elements, so they are few; where level 1 nodes are few, level 2 is not needed.
// needs: constants, params.wgsl, counters.wgsl, scene.wgsl, level1_nodes.wgsl|level2_nodes.wgsl

fn overlap(a: u32, b: u32) -> bool {
    let p = 6u * (first_node() + a);
    let q = 6u * (first_node() + b);
    var overlap = true;
    for (var axis = 0u; axis < 3u; axis++) {
        overlap &= boxes[p + axis] <= boxes[q + 3u + axis] && boxes[q + axis] <= boxes[p + 3u + axis];
    }
    return overlap;
}

@compute @workgroup_size(NODE_PAIR_THREADS)
fn list_all_pairs(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let a = group.y * WORKGROUPS_PER_ROW + group.x;
    if a >= node_count() {
        return;
    }
    for (var b = a + t; b < node_count(); b += NODE_PAIR_THREADS) {
        if overlap(a, b) {
            let at = reserve(OUTPUT_COUNTER, 1u);
            if at < params.node_pair_capacity {
                write_pair(at, vec2<u32>(a, b));
            }
        }
    }
}
