// Which nodes node_pairs_all.wgsl compares: those of level 2.
// needs: constants, params.wgsl, scene.wgsl

const OUTPUT_COUNTER = COUNT_LEVEL2_PAIRS;

fn first_node() -> u32 {
    return params.clusters + params.level1_nodes;
}

fn node_count() -> u32 {
    return params.level2_nodes;
}

fn write_pair(at: u32, pair: vec2<u32>) {
    node_pairs[at] = pair;
}
