// What is decided of the two elements of each case.
@group(0) @binding(20) var<storage, read_write> output: array<real>;

@compute @workgroup_size(64)
fn check(@builtin(global_invocation_id) id: vec3<u32>) {
    if 8u * id.x >= params.vertices {
        return;
    }
    output[id.x] = real(decide(vec2<u32>(2u * id.x, 2u * id.x + 1u)));
}
