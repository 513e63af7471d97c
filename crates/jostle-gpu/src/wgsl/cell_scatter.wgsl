// Elements to their slots, cell after cell, and to the lists of their vertices; a thread an element.
// needs: constants, params.wgsl, cell_lists.wgsl, cell_starts.wgsl

@compute @workgroup_size(CELL_THREADS)
fn scatter_elements(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let listed = (group.y * WORKGROUPS_PER_ROW + group.x) * CELL_THREADS + t;
    if listed >= params.slots {
        return;
    }
    let own = groups[group_of(listed)];
    let element = own.first_element + listed - own.first_slot;
    let v = scene_corners[element];
    let slot = starts[ranks[listed]] + ranks[params.slots + listed];
    corners[slot] = v;
    elements[slot] = element;
    if (own.flags & GROUP_HAS_STARS) != 0u {
        for (var corner = 0u; corner < 4u; corner++) {
            if v[corner] != NO_CORNER {
                let rank = ranks[(2u + corner) * params.slots + listed];
                incidence[incidence_start(v[corner]) + rank] = element;
            }
        }
    }
}
