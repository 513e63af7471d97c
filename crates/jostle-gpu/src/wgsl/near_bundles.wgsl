// Which boxes near.wgsl compares: bundles, of crowds that overlap.

const FOUND = BUNDLE_PAIRS;

fn rows_listed() -> u32 {
    return min(atomicLoad(&counters[CROWD_PAIRS]), params.near_pairs);
}

fn rows_at(at: u32) -> vec2<u32> {
    return near_pairs[at];
}

fn first_box() -> u32 {
    return params.clusters;
}

fn box_count() -> u32 {
    return params.bundles;
}

fn label_of(bundle: u32) -> u32 {
    return NO_LABEL;
}

fn list_pair(at: u32, pair: vec2<u32>) {
    other_pairs[at] = pair;
}
