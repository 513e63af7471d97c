// The box of each vertex: its lower corner, and its upper one.
@group(0) @binding(20) var<storage, read_write> output: array<vec3<i32>>;

@compute @workgroup_size(64)
fn check(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= params.vertices {
        return;
    }
    let own = position_box(id.x);
    output[2u * id.x] = sortable_bits(own.low);
    output[2u * id.x + 1u] = sortable_bits(own.high);
}
