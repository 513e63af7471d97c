// Sums over the threads of a workgroup before each. Kernels that do with any order of threads take
// sums_subgroups.wgsl in its place where there are subgroups; they name LANE_PARAMETERS and
// LANE_ARGUMENTS, which stand for what is only there then.

struct Sum {
    before: u32,
    all: u32,
}

var<workgroup> sums_of_threads: array<u32, THREADS>;

// Called by all threads of a workgroup.
fn sum_of(t: u32, own: u32) -> Sum {
    workgroupBarrier();
    sums_of_threads[t] = own;
    workgroupBarrier();
    var sum = own;
    for (var step = 1u; step < THREADS; step *= 2u) {
        var lower = 0u;
        if t >= step {
            lower = sums_of_threads[t - step];
        }
        workgroupBarrier();
        sum += lower;
        sums_of_threads[t] = sum;
        workgroupBarrier();
    }
    return Sum(sum - own, sums_of_threads[THREADS - 1u]);
}
