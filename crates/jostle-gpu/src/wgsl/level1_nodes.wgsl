// Which nodes node_pairs_*.wgsl compares: those of level 1, of level 2 nodes that overlap.
// needs: constants, params.wgsl, work_list.wgsl, scene.wgsl

const OUTPUT_COUNTER = COUNT_LEVEL1_PAIRS;

fn parent_pair_count() -> u32 {
    return list_length(COUNT_LEVEL2_PAIRS, params.node_pair_capacity);
}

fn parent_pair(at: u32) -> vec2<u32> {
    return node_pairs[at];
}

fn first_node() -> u32 {
    return params.clusters;
}

fn node_count() -> u32 {
    return params.level1_nodes;
}

fn node_label(node: u32) -> u32 {
    return NO_LABEL;
}

fn write_pair(at: u32, pair: vec2<u32>) {
    other_node_pairs[at] = pair;
}
