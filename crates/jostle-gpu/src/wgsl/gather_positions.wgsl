// The positions of some vertices, to be read back.
// needs: constants

@group(0) @binding(2) var<storage, read> all_words: array<u32>;
@group(0) @binding(3) var<storage, read_write> some_words: array<u32>;
@group(0) @binding(4) var<storage, read_write> vertices: array<u32>;

@compute @workgroup_size(POSITION_THREADS)
fn gather_positions(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let at = (group.y * WORKGROUPS_PER_ROW + group.x) * POSITION_THREADS + t;
    if at < POSITION_WORDS * arrayLength(&vertices) {
        some_words[at] = all_words[POSITION_WORDS * vertices[at / POSITION_WORDS] + at % POSITION_WORDS];
    }
}
