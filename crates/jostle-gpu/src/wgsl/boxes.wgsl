// The boxes of elements and of their clusters, a workgroup a cluster; and what tetrahedra say about
// the stars of their corners.

var<workgroup> whole: array<atomic<i32>, 6>;

// Integers in the order of the numbers. The two zeros are one number, but `min` and `max` may return
// either, and `x + 0.0` may be taken for `x`.
fn ordered(x: vec3<f32>) -> vec3<i32> {
    let bits = select(bitcast<vec3<i32>>(x), vec3<i32>(0), x == vec3<f32>(0.0));
    return bits ^ ((bits >> vec3<u32>(31u)) & vec3<i32>(0x7fffffff));
}

@compute @workgroup_size(64)
fn boxes_of_clusters(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let c = group.y * ROW + group.x;
    if t < 3u {
        atomicStore(&whole[t], 0x7fffffff);
        atomicStore(&whole[t + 3u], -0x7fffffff);
    }
    workgroupBarrier();
    if c < params.clusters {
        let cluster = clusters[c];
        for (var i = t; i < cluster.count; i += 64u) {
            let slot = cluster.start + i;
            let own = corners[slot];
            let first = reach(own.x);
            var low = first.low;
            var high = first.high;
            let second = reach(own.y);
            low = min(low, second.low);
            high = max(high, second.high);
            let third = reach(own.z);
            low = min(low, third.low);
            high = max(high, third.high);
            if own.w != NO_CORNER {
                let fourth = reach(own.w);
                low = min(low, fourth.low);
                high = max(high, fourth.high);
            }
            let least = ordered(low);
            let most = ordered(high);
            for (var axis = 0u; axis < 3u; axis++) {
                element_boxes[axis * params.slots + slot] = least[axis];
                element_boxes[(axis + 3u) * params.slots + slot] = most[axis];
                atomicMin(&whole[axis], least[axis]);
                atomicMax(&whole[axis + 3u], most[axis]);
            }
            if (cluster.flags & (SOLID | STARS)) == (SOLID | STARS) {
                judge(own, select(real(1.0), real(-1.0), (cluster.flags & NEGATIVE) != 0u));
            }
        }
    }
    workgroupBarrier();
    if c < params.clusters && t < 6u {
        boxes[6u * c + t] = atomicLoad(&whole[t]);
    }
}
