// The boxes of elements and of their clusters, a workgroup a cluster; and what tetrahedra tell about the
// stars of their corners, or whether one of a body may have another sign than the rest.
// needs: constants, params.wgsl, counters.wgsl, scene.wgsl, real_f32.wgsl|real_f64.wgsl, stars_volume.wgsl

var<workgroup> cluster_box: array<atomic<i32>, 6>;

// Integers in the order of the numbers. The two zeros are one number, but `min` and `max` may return
// either, and `x + 0.0` may be taken for `x`; and numbers less than 2^-126 may be taken for zero or not.
fn sortable_bits(x: vec3<f32>) -> vec3<i32> {
    let is_zero = abs(x) < vec3<f32>(1.1754943508222875e-38);
    let bits = select(bitcast<vec3<i32>>(x), vec3<i32>(0), is_zero);
    return bits ^ ((bits >> vec3<u32>(31u)) & vec3<i32>(0x7fffffff));
}

const TETRAHEDRA_WITH_STARS = CLUSTER_IS_TETRAHEDRA | CLUSTER_HAS_STARS;

@compute @workgroup_size(CLUSTER_BOX_THREADS)
fn compute_cluster_boxes(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let c = group.y * WORKGROUPS_PER_ROW + group.x;
    if t < 3u {
        atomicStore(&cluster_box[t], EMPTY_LOW);
        atomicStore(&cluster_box[t + 3u], EMPTY_HIGH);
    }
    workgroupBarrier();
    if c < params.clusters {
        let cluster = clusters[c];
        for (var i = t; i < cluster.count; i += CLUSTER_BOX_THREADS) {
            let slot = cluster.start + i;
            let own = corners[slot];
            let first = position_box(own.x);
            var low = first.low;
            var high = first.high;
            let second = position_box(own.y);
            low = min(low, second.low);
            high = max(high, second.high);
            let third = position_box(own.z);
            low = min(low, third.low);
            high = max(high, third.high);
            if own.w != NO_CORNER {
                let fourth = position_box(own.w);
                low = min(low, fourth.low);
                high = max(high, fourth.high);
            }
            let least = sortable_bits(low);
            let most = sortable_bits(high);
            for (var axis = 0u; axis < 3u; axis++) {
                element_boxes[axis * params.slots + slot] = least[axis];
                element_boxes[(axis + 3u) * params.slots + slot] = most[axis];
                atomicMin(&cluster_box[axis], least[axis]);
                atomicMax(&cluster_box[axis + 3u], most[axis]);
            }
            let sign = select(real(1.0), real(-1.0), (cluster.flags & CLUSTER_IS_NEGATIVE) != 0u);
            if (cluster.flags & TETRAHEDRA_WITH_STARS) == TETRAHEDRA_WITH_STARS {
                update_volume_stars(own, sign);
            }
            if (cluster.flags & CLUSTER_IS_OF_BODY) != 0u && !signed_tetrahedron(own, sign).is_certain {
                atomicOr(&counters[COUNT_BODY_DOUBTS], 1u << (cluster.label % 32u));
            }
        }
    }
    workgroupBarrier();
    if c < params.clusters && t < 6u {
        boxes[6u * c + t] = atomicLoad(&cluster_box[t]);
    }
}
