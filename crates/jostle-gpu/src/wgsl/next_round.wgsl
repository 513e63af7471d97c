// From one round to the next, which compares the clusters whose candidates did not fit into the list of this one.
// needs: constants, counters.wgsl

@compute @workgroup_size(1)
fn begin_next_round() {
    let compared = atomicLoad(&counters[COUNT_TO_COMPARE]);
    let deferred = atomicLoad(&counters[COUNT_DEFERRED]);
    atomicMax(&counters[COUNT_CLUSTER_PAIRS], compared);
    atomicMax(&counters[COUNT_MAX_CANDIDATES], atomicLoad(&counters[COUNT_CANDIDATES]));
    if compared > 0u {
        atomicAdd(&counters[COUNT_ROUNDS], 1u);
    }
    atomicStore(&counters[COUNT_TO_COMPARE], deferred);
    atomicStore(&counters[COUNT_DEFERRED], 0u);
    atomicStore(&counters[COUNT_CANDIDATES], 0u);
}
