// One layer of each pixel after the other, from the front: depth peeling. Layers at one depth are told apart by
// their pieces, so none is lost.

// The last layer of each pixel that was peeled: its depth plus one, or none, and its piece.
@group(0) @binding(8) var<storage, read_write> peeled: array<vec2<u32>>;
@group(0) @binding(9) var<storage, read_write> next_depth: array<atomic<u32>>;
@group(0) @binding(10) var<storage, read_write> next_piece: array<atomic<u32>>;

const NOTHING = 0xffffffffu;

@compute @workgroup_size(SCAN_THREADS)
fn begin_peeling(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let pixel = (group.y * WORKGROUPS_PER_ROW + group.x) * SCAN_THREADS + thread;
    if pixel >= params.pixels { return; }
    peeled[pixel] = vec2<u32>();
    atomicStore(&next_depth[pixel], NOTHING);
    atomicStore(&next_piece[pixel], NOTHING);
}

// One kernel for both stages, so that both compute the same depths.
@compute @workgroup_size(ROW_THREADS)
fn find_next(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let index = thread_row(group, thread);
    if index >= params.rows { return; }
    let row = row_of(index);
    let columns = columns_of(row);
    for (var x = columns.x; x <= columns.y; x++) {
        let pixel = row.y * params.width + u32(x);
        let depth = depth_key(row, u32(x)) + 1u;
        let last = peeled[pixel];
        if depth < last.x || (depth == last.x && row.piece <= last.y) { continue; }
        if params.stage == 0u {
            atomicMin(&next_depth[pixel], depth);
        } else if depth == atomicLoad(&next_depth[pixel]) {
            atomicMin(&next_piece[pixel], row.piece);
        }
    }
}

@compute @workgroup_size(SCAN_THREADS)
fn take_next(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let pixel = (group.y * WORKGROUPS_PER_ROW + group.x) * SCAN_THREADS + thread;
    if pixel >= params.pixels { return; }
    let depth = atomicLoad(&next_depth[pixel]);
    if depth == NOTHING { return; }
    let piece = atomicLoad(&next_piece[pixel]);
    layers[atomicAdd(&counts[pixel], 1u)] = vec2<u32>(piece, depth - 1u);
    peeled[pixel] = vec2<u32>(depth, piece);
    atomicStore(&next_depth[pixel], NOTHING);
    atomicStore(&next_piece[pixel], NOTHING);
}
