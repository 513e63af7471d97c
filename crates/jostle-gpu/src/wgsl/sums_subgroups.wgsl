// Sums over the threads of a workgroup before each, as in sums_plain.wgsl. The order is that of
// subgroups and of threads in them.

struct Sum {
    before: u32,
    all: u32,
}

// A subgroup has four threads at least.
var<workgroup> sums_of_subgroups: array<u32, THREADS / 4u>;

// Called by all threads of a workgroup.
fn sum_of(t: u32, own: u32, subgroup: u32, subgroups: u32) -> Sum {
    let before = subgroupExclusiveAdd(own);
    let all_of_subgroup = subgroupAdd(own);
    workgroupBarrier();
    sums_of_subgroups[subgroup] = all_of_subgroup;
    workgroupBarrier();
    var lower = 0u;
    var all_sums = 0u;
    for (var s = 0u; s < subgroups; s++) {
        let sum = sums_of_subgroups[s];
        lower += select(0u, sum, s < subgroup);
        all_sums += sum;
    }
    return Sum(lower + before, all_sums);
}
