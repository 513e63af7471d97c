// Sums over the threads of a workgroup before each. Kernels that do with any order of threads take
// prefix_sum_subgroups.wgsl in its place where there are subgroups; they write SUBGROUP_PARAMETERS and
// SUBGROUP_ARGUMENTS for what is only there then.
// needs: threads

struct PrefixSum {
    before: u32,
    total: u32,
}

var<workgroup> thread_sums: array<u32, THREADS>;

// Called by all threads of a workgroup.
fn prefix_sum(t: u32, own: u32) -> PrefixSum {
    workgroupBarrier();
    thread_sums[t] = own;
    workgroupBarrier();
    var sum = own;
    for (var step = 1u; step < THREADS; step *= 2u) {
        var lower = 0u;
        if t >= step {
            lower = thread_sums[t - step];
        }
        workgroupBarrier();
        sum += lower;
        thread_sums[t] = sum;
        workgroupBarrier();
    }
    return PrefixSum(sum - own, thread_sums[THREADS - 1u]);
}
