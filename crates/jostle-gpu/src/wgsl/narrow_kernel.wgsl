// The narrow phase, a thread a candidate; decide(slots) is the test of its kinds of elements. There is a workgroup
// for whatever the list can hold: in a loop over more than one the test of tetrahedra does not fit into registers.
// needs: threads, work_list.wgsl, verdicts.wgsl, narrow_lists.wgsl, prefix_sum.wgsl|prefix_sum_subgroups.wgsl,
// needs: narrow_triangles.wgsl|narrow_tetrahedra.wgsl|narrow_triangle_tetrahedron.wgsl

@compute @workgroup_size(THREADS)
fn narrow_pairs(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
    SUBGROUP_PARAMETERS
) {
    let begin = first_entry(group, groups) * THREADS;
    let listed = candidate_count();
    if begin >= listed {
        return;
    }
    let own = read_candidate(begin + t, listed);
    var verdict = NO;
    if own.is_listed {
        verdict = decide(own.slots);
    }
    list_verdicts(own.slots, verdict, t, prefix_sum(t, packed_verdict(verdict) SUBGROUP_ARGUMENTS));
}
