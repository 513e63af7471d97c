// A thread a candidate; decide(slots) is the test of its kind.

@compute @workgroup_size(THREADS)
fn narrow_pairs(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
    LANE_PARAMETERS
) {
    let own = candidate_of(group, groups, t);
    var verdict = NO;
    if own.is_one {
        verdict = decide(own.slots);
    }
    note(own.slots, verdict, t, sum_of(t, weight_of(verdict) LANE_ARGUMENTS));
}
