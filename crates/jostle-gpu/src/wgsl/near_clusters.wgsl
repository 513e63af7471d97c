// Which boxes near.wgsl compares: clusters, of bundles that overlap.

const FOUND = NEAR_PAIRS;

fn rows_listed() -> u32 {
    return min(atomicLoad(&counters[BUNDLE_PAIRS]), params.near_pairs);
}

fn rows_at(at: u32) -> vec2<u32> {
    return other_pairs[at];
}

fn first_box() -> u32 {
    return 0u;
}

fn box_count() -> u32 {
    return params.clusters;
}

fn label_of(cluster: u32) -> u32 {
    return clusters[cluster].label;
}

fn list_pair(at: u32, pair: vec2<u32>) {
    near_pairs[at] = pair;
}
