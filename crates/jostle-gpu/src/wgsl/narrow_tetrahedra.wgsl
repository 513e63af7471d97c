// The narrow phase of tetrahedra, a thread a candidate.

fn decide_tetrahedra(slots: vec2<u32>) -> u32 {
    var i = corners[slots.x];
    var j = corners[slots.y];
    if i.w == NO_CORNER || j.w == NO_CORNER {
        return NO; // Other kernels decide those.
    }
    let same = shared_first(&i, &j, 4u);
    if same == 4u {
        return NO;
    }
    let a = four(i, i.x);
    let b = four(j, i.x);
    let low = min(min(min(a[0], a[1]), min(a[2], a[3])), min(min(b[0], b[1]), min(b[2], b[3])));
    let high = max(max(max(a[0], a[1]), max(a[2], a[3])), max(max(b[0], b[1]), max(b[2], b[3])));
    let off = max(
        max(max(slack(i.x), slack(i.y)), max(slack(i.z), slack(i.w))),
        max(max(slack(j.x), slack(j.y)), max(slack(j.z), slack(j.w))),
    );
    let bound = pair_bound(low, high, off);
    if bound < real(0.0) {
        return UNSURE;
    }
    switch same {
        case 0u: { return tetrahedron_tetrahedron(a, b, bound); }
        case 1u: { return tetrahedra_beyond_corner(a, b, bound); }
        case 2u: { return tetrahedra_beyond_edge(a, b, bound); }
        default: { return tetrahedra_beyond_face(a, b, bound); }
    }
}

@compute @workgroup_size(THREADS)
fn narrow_tetrahedra(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
    LANE_PARAMETERS
) {
    let own = candidate_of(group, groups, t);
    var verdict = NO;
    if own.is_one {
        verdict = decide_tetrahedra(own.slots);
    }
    note(own.slots, verdict, t, sum_of(t, weight_of(verdict) LANE_ARGUMENTS));
}
