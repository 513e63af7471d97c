// How many workgroups the stages after the lists need.

@group(1) @binding(0) var<storage, read_write> arguments: array<u32>;

fn write(stage: u32, workgroups: u32) {
    arguments[3u * stage] = min(workgroups, ROW);
    arguments[3u * stage + 1u] = (workgroups + ROW - 1u) / ROW;
    arguments[3u * stage + 2u] = 1u;
}

@compute @workgroup_size(1)
fn dispatch_arguments() {
    write(0u, min(atomicLoad(&counters[BUNDLE_PAIRS]), params.bundle_pairs));
    write(1u, min(atomicLoad(&counters[NEAR_PAIRS]), params.near_pairs));
    write(2u, (min(atomicLoad(&counters[CANDIDATES]), params.candidates) + 63u) / 64u);
}
