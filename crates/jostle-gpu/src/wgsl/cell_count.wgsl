// Elements counted into cells along a curve through space, and at their vertices; a thread an element.
//
// Nothing but the time of a frame depends on where an element is put: it has one cell, whatever that is, so
// it has one slot. A number that is not finite, as of a box without extent, makes some cell, which is then
// taken for one of the group.
// needs: constants, params.wgsl, real_f32.wgsl|real_f64.wgsl, cell_lists.wgsl, cell_counts_atomic.wgsl

// About the middle of an element. A third of a coordinate about the centre is finite, and so is the sum.
fn middle_of(own: vec4<u32>) -> vec3<f32> {
    let third = 0.3333333;
    return position_box(own.x).low * third + position_box(own.y).low * third + position_box(own.z).low * third;
}

fn cell_of(own: Group, point: vec3<f32>) -> u32 {
    var rest = vec3<u32>(own.axis_levels & 255u, own.axis_levels >> 8u & 255u, own.axis_levels >> 16u & 255u);
    let last = vec3<f32>((vec3<u32>(1u) << rest) - vec3<u32>(1u));
    let low = vec3<f32>(own.low_x, own.low_y, own.low_z);
    let scale = vec3<f32>(own.scale_x, own.scale_y, own.scale_z);
    let place = vec3<u32>(clamp((point - low) * scale, vec3<f32>(0.0), last));
    var axes = own.axes_low;
    var cell = 0u;
    for (var level = 0u; level < own.levels; level++) {
        if level == 16u {
            axes = own.axes_high;
        }
        let axis = axes & 3u;
        axes >>= 2u;
        rest[axis] -= 1u;
        cell = cell << 1u | (place[axis] >> rest[axis] & 1u);
    }
    // The place of a Gray code in its order: cells in a row differ in one halving, so that the curve leaps along one
    // axis only. In the order of the codes themselves a fifth more clusters overlap.
    for (var shift = 1u; shift < 32u; shift *= 2u) {
        cell ^= cell >> shift;
    }
    return own.first_cell + cell;
}

@compute @workgroup_size(CELL_THREADS)
fn count_cells(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let slot = (group.y * WORKGROUPS_PER_ROW + group.x) * CELL_THREADS + t;
    if slot >= params.slots {
        return;
    }
    let own = groups[group_of(slot)];
    let v = scene_corners[own.first_element + slot - own.first_slot];
    let cell = cell_of(own, middle_of(v));
    ranks[slot] = cell;
    ranks[params.slots + slot] = atomicAdd(&counts[cell], 1u);
    if (own.flags & GROUP_HAS_STARS) != 0u {
        for (var corner = 0u; corner < 4u; corner++) {
            if v[corner] != NO_CORNER {
                let rank = atomicAdd(&counts[params.cells + v[corner]], 1u);
                ranks[(2u + corner) * params.slots + slot] = rank;
            }
        }
    }
}
