// Counts to places: the sum of each tile of them, and then the sum of all counts before each.
// needs: constants, threads, params.wgsl, cell_lists.wgsl, cell_starts.wgsl, prefix_sum.wgsl

const EACH = SCAN_TILE / THREADS;

fn scan_length() -> u32 {
    return params.cells + params.vertices + 1u;
}

@compute @workgroup_size(THREADS)
fn sum_count_tiles(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let tile = group.y * WORKGROUPS_PER_ROW + group.x;
    let end = scan_length();
    var own = 0u;
    for (var n = 0u; n < EACH; n++) {
        let at = tile * SCAN_TILE + n * THREADS + t;
        if at < end {
            own += starts[at];
        }
    }
    let total = prefix_sum(t, own).total;
    if t == 0u && tile * SCAN_TILE < end {
        tile_sums[tile] = total;
    }
}

// A workgroup reads and writes its own tile only, and the sums of the tiles before it.
@compute @workgroup_size(THREADS)
fn sum_counts(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let tile = group.y * WORKGROUPS_PER_ROW + group.x;
    let end = scan_length();
    var of_tiles = 0u;
    if tile * SCAN_TILE < end {
        for (var before = t; before < tile; before += THREADS) {
            of_tiles += tile_sums[before];
        }
    }
    let lower = prefix_sum(t, of_tiles).total;
    let first = tile * SCAN_TILE + t * EACH;
    var counts: array<u32, EACH>;
    var own = 0u;
    for (var n = 0u; n < EACH; n++) {
        if first + n < end {
            counts[n] = starts[first + n];
            own += counts[n];
        }
    }
    var sum = lower + prefix_sum(t, own).before;
    for (var n = 0u; n < EACH; n++) {
        if first + n < end {
            starts[first + n] = sum;
            sum += counts[n];
        }
    }
}
