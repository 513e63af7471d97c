// Pairs of boxes that overlap: a workgroup compares one with all after it. A crowd is some 400,000
// elements, so they are few; where bundles are few, they need no crowds.

fn overlap(a: u32, b: u32) -> bool {
    let p = 6u * (first_box() + a);
    let q = 6u * (first_box() + b);
    var overlap = true;
    for (var axis = 0u; axis < 3u; axis++) {
        overlap &= boxes[p + axis] <= boxes[q + 3u + axis] && boxes[q + axis] <= boxes[p + 3u + axis];
    }
    return overlap;
}

@compute @workgroup_size(64)
fn pairs_of_all(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let a = group.y * ROW + group.x;
    if a >= box_count() {
        return;
    }
    for (var b = a + t; b < box_count(); b += 64u) {
        if overlap(a, b) {
            let at = place_for(FOUND, 1u);
            if at < params.near_pairs {
                list_pair(at, vec2<u32>(a, b));
            }
        }
    }
}
