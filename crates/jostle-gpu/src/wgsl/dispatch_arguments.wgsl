// How many workgroups the stages after the lists need, and the step from one round to the next.
// needs: constants, params.wgsl, counters.wgsl

struct DispatchArguments {
    x: u32,
    y: u32,
    z: u32,
}

@group(1) @binding(0) var<storage, read_write> arguments: array<DispatchArguments, DISPATCHES>;

fn write(dispatch: u32, workgroups: u32) {
    let rows = (workgroups + WORKGROUPS_PER_ROW - 1u) / WORKGROUPS_PER_ROW;
    arguments[dispatch] = DispatchArguments(min(workgroups, WORKGROUPS_PER_ROW), rows, 1u);
}

fn list_length(counter: u32, capacity: u32) -> u32 {
    return min(atomicLoad(&counters[counter]), capacity);
}

@compute @workgroup_size(1)
fn dispatch_level2_pairs() {
    write(DISPATCH_LEVEL2_PAIRS, list_length(COUNT_LEVEL2_PAIRS, params.node_pair_capacity));
}

@compute @workgroup_size(1)
fn dispatch_level1_pairs() {
    write(DISPATCH_LEVEL1_PAIRS, list_length(COUNT_LEVEL1_PAIRS, params.node_pair_capacity));
}

@compute @workgroup_size(1)
fn dispatch_cluster_pairs() {
    atomicStore(&counters[COUNT_TO_COMPARE], atomicLoad(&counters[COUNT_CLUSTER_PAIRS]));
    write(DISPATCH_CLUSTER_PAIRS, list_length(COUNT_CLUSTER_PAIRS, params.node_pair_capacity));
}

@compute @workgroup_size(1)
fn dispatch_candidates() {
    let tests = list_length(COUNT_CANDIDATES, params.candidate_capacity);
    write(DISPATCH_CANDIDATES, (tests + NARROW_THREADS - 1u) / NARROW_THREADS);
}

// Another round compares the blocks whose candidates did not fit into the list of this one.
@compute @workgroup_size(1)
fn dispatch_next_round() {
    let deferred = atomicLoad(&counters[COUNT_DEFERRED]);
    atomicMax(&counters[COUNT_MAX_DEFERRED], deferred);
    atomicMax(&counters[COUNT_MAX_CANDIDATES], atomicLoad(&counters[COUNT_CANDIDATES]));
    if atomicLoad(&counters[COUNT_TO_COMPARE]) > 0u {
        atomicAdd(&counters[COUNT_ROUNDS], 1u);
    }
    atomicStore(&counters[COUNT_TO_COMPARE], deferred);
    atomicStore(&counters[COUNT_DEFERRED], 0u);
    atomicStore(&counters[COUNT_CANDIDATES], 0u);
    write(DISPATCH_CLUSTER_PAIRS, min(deferred, params.node_pair_capacity));
}

@compute @workgroup_size(1)
fn dispatch_unsure() {
    let tests = list_length(COUNT_UNSURE, params.unsure_capacity);
    write(DISPATCH_UNSURE, (tests + NARROW_THREADS - 1u) / NARROW_THREADS);
}

@compute @workgroup_size(1)
fn dispatch_sort_tiles() {
    let length = list_length(COUNT_PAIRS, params.pair_capacity);
    write(DISPATCH_SORT_TILES, (length + SORT_TILE - 1u) / SORT_TILE);
}
