// Pairs of crowds whose boxes overlap: a workgroup compares one with all after it. A crowd is some
// 400,000 elements, so they are few.

fn crowds_overlap(a: u32, b: u32) -> bool {
    let first = params.clusters + params.bundles;
    let p = 6u * (first + a);
    let q = 6u * (first + b);
    var overlap = true;
    for (var axis = 0u; axis < 3u; axis++) {
        overlap &= boxes[p + axis] <= boxes[q + 3u + axis] && boxes[q + axis] <= boxes[p + 3u + axis];
    }
    return overlap;
}

@compute @workgroup_size(64)
fn pairs_of_crowds(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let a = group.y * ROW + group.x;
    if a >= params.crowds {
        return;
    }
    for (var b = a + t; b < params.crowds; b += 64u) {
        if crowds_overlap(a, b) {
            let at = place_for(CROWD_PAIRS, 1u);
            if at < params.near_pairs {
                near_pairs[at] = vec2<u32>(a, b);
            }
        }
    }
}
