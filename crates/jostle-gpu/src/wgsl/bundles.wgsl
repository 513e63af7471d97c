// Boxes of rows of 64 boxes: bundles of clusters, and crowds of bundles.

var<workgroup> around: array<atomic<i32>, 6>;

fn surround(first: u32, count: u32, to: u32, row: u32, t: u32) {
    if t < 3u {
        atomicStore(&around[t], 0x7fffffff);
        atomicStore(&around[t + 3u], -0x7fffffff);
    }
    workgroupBarrier();
    let c = row * BUNDLE + t;
    if c < count {
        for (var axis = 0u; axis < 3u; axis++) {
            atomicMin(&around[axis], boxes[6u * (first + c) + axis]);
            atomicMax(&around[axis + 3u], boxes[6u * (first + c) + 3u + axis]);
        }
    }
    workgroupBarrier();
    if row * BUNDLE < count && t < 6u {
        boxes[6u * (to + row) + t] = atomicLoad(&around[t]);
    }
}

@compute @workgroup_size(64)
fn boxes_of_bundles(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    surround(0u, params.clusters, params.clusters, group.y * ROW + group.x, t);
}

@compute @workgroup_size(64)
fn boxes_of_crowds(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let bundles = params.clusters + params.bundles;
    surround(params.clusters, params.bundles, bundles, group.y * ROW + group.x, t);
}
