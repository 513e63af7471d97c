// Boxes of bundles, which are clusters in a row, and pairs of bundles whose boxes overlap.

var<workgroup> around: array<atomic<i32>, 6>;

@compute @workgroup_size(64)
fn boxes_of_bundles(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let bundle = group.y * ROW + group.x;
    if t < 3u {
        atomicStore(&around[t], 0x7fffffff);
        atomicStore(&around[t + 3u], -0x7fffffff);
    }
    workgroupBarrier();
    let c = bundle * BUNDLE + t;
    if c < params.clusters {
        for (var axis = 0u; axis < 3u; axis++) {
            atomicMin(&around[axis], boxes[6u * c + axis]);
            atomicMax(&around[axis + 3u], boxes[6u * c + 3u + axis]);
        }
    }
    workgroupBarrier();
    if bundle < params.bundles && t < 6u {
        boxes[6u * (params.clusters + bundle) + t] = atomicLoad(&around[t]);
    }
}

@compute @workgroup_size(64)
fn pairs_of_bundles(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let a = group.y * ROW + group.x;
    if a >= params.bundles {
        return;
    }
    for (var b = a + t; b < params.bundles; b += 64u) {
        if boxes_overlap(params.clusters + a, params.clusters + b) {
            let at = atomicAdd(&counters[BUNDLE_PAIRS], 1u);
            if at < params.bundle_pairs {
                bundle_pairs[at] = vec2<u32>(a, b);
            }
        }
    }
}
