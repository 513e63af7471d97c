// Sums over the threads of a workgroup before each, as in prefix_sum.wgsl. The order is that of subgroups
// and of threads in them.
// needs: threads

struct PrefixSum {
    before: u32,
    total: u32,
}

// A subgroup has four threads at least.
var<workgroup> subgroup_sums: array<u32, THREADS / 4u>;

// Called by all threads of a workgroup.
fn prefix_sum(t: u32, own: u32, subgroup: u32, subgroups: u32) -> PrefixSum {
    let before = subgroupExclusiveAdd(own);
    let subgroup_total = subgroupAdd(own);
    workgroupBarrier();
    subgroup_sums[subgroup] = subgroup_total;
    workgroupBarrier();
    var lower = 0u;
    var total = 0u;
    for (var s = 0u; s < subgroups; s++) {
        let sum = subgroup_sums[s];
        lower += select(0u, sum, s < subgroup);
        total += sum;
    }
    return PrefixSum(lower + before, total);
}
