// Which boxes all_boxes.wgsl compares: crowds.

const FOUND = CROWD_PAIRS;

fn first_box() -> u32 {
    return params.clusters + params.bundles;
}

fn box_count() -> u32 {
    return params.crowds;
}

fn list_pair(at: u32, pair: vec2<u32>) {
    near_pairs[at] = pair;
}
