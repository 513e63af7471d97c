// Which nodes node_pairs_children.wgsl compares: clusters, of level 1 nodes that overlap.
// needs: constants, params.wgsl, work_list.wgsl, scene.wgsl

const OUTPUT_COUNTER = COUNT_TO_COMPARE;

fn parent_pair_count() -> u32 {
    return list_length(COUNT_LEVEL1_PAIRS, params.node_pair_capacity);
}

fn parent_pair(at: u32) -> vec2<u32> {
    return other_node_pairs[at];
}

fn first_node() -> u32 {
    return 0u;
}

fn node_count() -> u32 {
    return params.clusters;
}

fn node_label(cluster: u32) -> u32 {
    return clusters[cluster].label;
}

fn write_pair(at: u32, pair: vec2<u32>) {
    node_pairs[at] = pair;
}
