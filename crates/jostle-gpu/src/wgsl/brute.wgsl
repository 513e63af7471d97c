// Brute force, to measure others by: all pairs of elements, with a thread an element or a thread a pair.
// Stars settle nothing here. The label of each slot is bound in place of the links.

fn box_of(slot: u32) -> array<vec3<i32>, 2> {
    let planes = params.slots;
    return array<vec3<i32>, 2>(
        vec3<i32>(element_boxes[slot], element_boxes[planes + slot], element_boxes[2u * planes + slot]),
        vec3<i32>(
            element_boxes[3u * planes + slot], element_boxes[4u * planes + slot], element_boxes[5u * planes + slot]
        ),
    );
}

fn compare(i: u32, own: array<vec3<i32>, 2>, label: u32, j: u32) {
    let other = box_of(j);
    let may_meet = links[j] != label || label == NO_LABEL;
    if may_meet && all(own[0] <= other[1]) && all(other[0] <= own[1]) {
        let place = SPREAD + SPREAD_STEP * (i % SPREAD_PLACES);
        atomicAdd(&counters[place], 1u);
        atomicAdd(&counters[place + 1u], 1u);
        let to = place_for(CANDIDATES, 1u);
        if to < params.candidates {
            candidates[to] = vec2<u32>(i, j);
        }
    }
}

@compute @workgroup_size(64)
fn thread_an_element(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let i = (group.y * ROW + group.x) * 64u + t;
    if i >= params.slots {
        return;
    }
    let own = box_of(i);
    let label = links[i];
    for (var j = i + 1u; j < params.slots; j++) {
        compare(i, own, label, j);
    }
}

@compute @workgroup_size(64)
fn thread_a_pair(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let i = group.z * ROW + group.y;
    let j = group.x * 64u + t;
    if i < j && j < params.slots {
        compare(i, box_of(i), links[i], j);
    }
}
