// How many workgroups the stages after the lists need, and the step from one round to the next.

@group(1) @binding(0) var<storage, read_write> arguments: array<u32>;

fn write(stage: u32, workgroups: u32) {
    arguments[3u * stage] = min(workgroups, ROW);
    arguments[3u * stage + 1u] = (workgroups + ROW - 1u) / ROW;
    arguments[3u * stage + 2u] = 1u;
}

fn listed(counter: u32, room: u32) -> u32 {
    return min(atomicLoad(&counters[counter]), room);
}

@compute @workgroup_size(1)
fn of_crowds() {
    write(0u, listed(CROWD_PAIRS, params.near_pairs));
}

@compute @workgroup_size(1)
fn of_bundles() {
    write(1u, listed(BUNDLE_PAIRS, params.near_pairs));
}

@compute @workgroup_size(1)
fn of_clusters() {
    atomicStore(&counters[TO_COMPARE], atomicLoad(&counters[NEAR_PAIRS]));
    write(2u, listed(NEAR_PAIRS, params.near_pairs));
}

@compute @workgroup_size(1)
fn of_candidates() {
    write(3u, (listed(CANDIDATES, params.candidates) + TESTS - 1u) / TESTS);
}

// Another round compares the blocks that found no room in this one.
@compute @workgroup_size(1)
fn of_round() {
    let deferred = atomicLoad(&counters[DEFERRED]);
    atomicMax(&counters[MOST_DEFERRED], deferred);
    atomicMax(&counters[MOST_CANDIDATES], atomicLoad(&counters[CANDIDATES]));
    if atomicLoad(&counters[TO_COMPARE]) > 0u {
        atomicAdd(&counters[ROUNDS], 1u);
    }
    atomicStore(&counters[TO_COMPARE], deferred);
    atomicStore(&counters[DEFERRED], 0u);
    atomicStore(&counters[CANDIDATES], 0u);
    write(2u, min(deferred, params.near_pairs));
}

@compute @workgroup_size(1)
fn of_unsure() {
    write(4u, (listed(UNSURE_PAIRS, params.unsure) + TESTS - 1u) / TESTS);
}

@compute @workgroup_size(1)
fn of_pairs() {
    write(5u, (listed(PAIRS, params.pairs) + TILE - 1u) / TILE);
}
