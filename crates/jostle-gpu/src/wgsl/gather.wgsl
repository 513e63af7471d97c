// The positions of some vertices, to be read back: six words each.

@group(0) @binding(2) var<storage, read> all_words: array<u32>;
@group(0) @binding(3) var<storage, read_write> some_words: array<u32>;
@group(0) @binding(4) var<storage, read_write> asked: array<u32>;

@compute @workgroup_size(256)
fn gather_positions(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let at = (group.y * ROW + group.x) * 256u + t;
    if at < 6u * arrayLength(&asked) {
        some_words[at] = all_words[6u * asked[at / 6u] + at % 6u];
    }
}
