// All layers in one pass, as they come; then each pixel's are sorted.

// Pieces, and what grows with their depths.
@group(0) @binding(7) var<storage, read_write> layers: array<vec2<u32>>;

@compute @workgroup_size(ROW_THREADS)
fn list_layers(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = thread_row(group, thread);
    if index >= params.rows { return; }
    let row = row_of(index);
    let columns = columns_of(row);
    for (var x = columns.x; x <= columns.y; x++) {
        let place = atomicAdd(&counts[row.y * params.width + u32(x)], 1u);
        layers[place] = vec2<u32>(row.piece, depth_key(row, u32(x)));
    }
}

// By insertion. Columns that are too long for it are left as they are.
@compute @workgroup_size(SCAN_THREADS)
fn sort_layers(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let pixel = (group.y * WORKGROUPS_PER_ROW + group.x) * SCAN_THREADS + thread;
    if pixel >= params.pixels { return; }
    let first = starts[pixel];
    let end = starts[pixel + 1u];
    if end - first > MOST_SORTED { return; }
    for (var at = first + 1u; at < end; at++) {
        let own = layers[at];
        var place = at;
        while place > first && is_before(own, layers[place - 1u]) {
            layers[place] = layers[place - 1u];
            place--;
        }
        layers[place] = own;
    }
}

fn is_before(a: vec2<u32>, b: vec2<u32>) -> bool {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}
