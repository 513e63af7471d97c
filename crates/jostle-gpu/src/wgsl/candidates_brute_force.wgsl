// Brute force, as a baseline: all pairs of elements, with a thread an element or a thread a pair. Stars
// exclude nothing here. The label of each slot is bound in place of the links.
// needs: constants, params.wgsl, counters.wgsl, scene.wgsl, element_box.wgsl

fn compare(i: u32, own: ElementBox, label: u32, j: u32) {
    let other = element_box(j);
    let is_admitted = links[j] != label || label == NO_LABEL;
    if is_admitted && all(own.low <= other.high) && all(other.low <= own.high) {
        let shard = SHARDS_START + SHARD_STRIDE * (i % SHARD_COUNT);
        atomicAdd(&counters[shard + SHARD_OVERLAPPING], 1u);
        atomicAdd(&counters[shard + SHARD_CANDIDATES], 1u);
        let to = reserve(COUNT_CANDIDATES, 1u);
        if to < params.candidate_capacity {
            candidates[to] = vec2<u32>(i, j);
        }
    }
}

@compute @workgroup_size(BRUTE_FORCE_THREADS)
fn compare_per_element(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let i = (group.y * WORKGROUPS_PER_ROW + group.x) * BRUTE_FORCE_THREADS + t;
    if i >= params.slots {
        return;
    }
    let own = element_box(i);
    let label = links[i];
    for (var j = i + 1u; j < params.slots; j++) {
        compare(i, own, label, j);
    }
}

@compute @workgroup_size(BRUTE_FORCE_THREADS)
fn compare_per_pair(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let i = group.z * WORKGROUPS_PER_ROW + group.y;
    let j = group.x * BRUTE_FORCE_THREADS + t;
    if i < j && j < params.slots {
        compare(i, element_box(i), links[i], j);
    }
}
