// What is said of the first three points of each case in the plane of x and y: the bound, and the sign.
@group(0) @binding(20) var<storage, read_write> output: array<real>;

@compute @workgroup_size(64)
fn check(@builtin(global_invocation_id) id: vec3<u32>) {
    let first = 4u * id.x;
    if first >= params.vertices {
        return;
    }
    let a = position(first, first).xy;
    let b = position(first + 1u, first).xy;
    let c = position(first + 2u, first).xy;
    let extent = max(max(a, b), c) - min(min(a, b), c);
    let off = position_error(first);
    let bound = area_bound(extent, off.xy);
    output[2u * id.x] = bound;
    output[2u * id.x + 1u] = real(0.0);
    if bound >= real(0.0) {
        output[2u * id.x + 1u] = real(orient2d(a, b, c, bound));
    }
}
