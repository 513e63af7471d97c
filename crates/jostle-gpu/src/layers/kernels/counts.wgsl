// How many layers each pixel has, and where they begin.

// The layers of each pixel, then where its next one goes.
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;
// Where the layers of each pixel begin; one more than pixels.
@group(0) @binding(4) var<storage, read_write> starts: array<u32>;
@group(0) @binding(5) var<storage, read_write> block_sums: array<u32>;
// All layers, and the most of a pixel.
@group(0) @binding(6) var<storage, read_write> totals: array<atomic<u32>, 2>;

@compute @workgroup_size(ROW_THREADS)
fn count_layers(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = thread_row(group, thread);
    if index >= params.rows { return; }
    let row = row_of(index);
    let columns = columns_of(row);
    for (var x = columns.x; x <= columns.y; x++) {
        atomicAdd(&counts[row.y * params.width + u32(x)], 1u);
    }
}

var<workgroup> sums: array<u32, SCAN_THREADS>;
var<workgroup> greatest: atomic<u32>;

// The sum of what the threads before this one have, and of all.
fn sums_before(thread: u32, own: u32) -> vec2<u32> {
    workgroupBarrier();
    sums[thread] = own;
    workgroupBarrier();
    for (var reach = 1u; reach < SCAN_THREADS; reach *= 2u) {
        var sum = sums[thread];
        if thread >= reach { sum += sums[thread - reach]; }
        workgroupBarrier();
        sums[thread] = sum;
        workgroupBarrier();
    }
    return vec2<u32>(sums[thread] - own, sums[SCAN_THREADS - 1u]);
}

// Where the layers of each pixel begin within its block, and the sum of the block.
@compute @workgroup_size(SCAN_THREADS)
fn sum_blocks(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let block = group.y * WORKGROUPS_PER_ROW + group.x;
    let first = (block * SCAN_THREADS + thread) * SCAN_PIXELS;
    var own = 0u;
    var most = 0u;
    for (var i = 0u; i < SCAN_PIXELS; i++) {
        if first + i < params.pixels {
            let count = atomicLoad(&counts[first + i]);
            own += count;
            most = max(most, count);
        }
    }
    let before = sums_before(thread, own);
    var next = before.x;
    for (var i = 0u; i < SCAN_PIXELS; i++) {
        if first + i < params.pixels {
            starts[first + i] = next;
            next += atomicLoad(&counts[first + i]);
        }
    }
    atomicMax(&greatest, most);
    workgroupBarrier();
    if thread == 0u && block < params.blocks {
        block_sums[block] = before.y;
        atomicMax(&totals[1], atomicLoad(&greatest));
    }
}

// Sums of blocks become the sums of those before: one workgroup.
@compute @workgroup_size(SCAN_THREADS)
fn sum_sums(@builtin(local_invocation_index) thread: u32) {
    var all = 0u;
    for (var block = 0u; block < params.blocks; block += SCAN_THREADS) {
        let at = block + thread;
        var own = 0u;
        if at < params.blocks { own = block_sums[at]; }
        let before = sums_before(thread, own);
        if at < params.blocks { block_sums[at] = all + before.x; }
        all += before.y;
    }
    if thread == 0u {
        atomicStore(&totals[0], all);
        starts[params.pixels] = all;
    }
}

// Where the layers of each pixel begin, and where the next one goes.
@compute @workgroup_size(SCAN_THREADS)
fn add_sums(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let block = group.y * WORKGROUPS_PER_ROW + group.x;
    for (var i = 0u; i < SCAN_PIXELS; i++) {
        let pixel = (block * SCAN_PIXELS + i) * SCAN_THREADS + thread;
        if pixel < params.pixels {
            let start = starts[pixel] + block_sums[block];
            starts[pixel] = start;
            atomicStore(&counts[pixel], start);
        }
    }
}
