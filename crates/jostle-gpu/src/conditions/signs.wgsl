// What is said of the four points of each case: the bound, the sign, and the largest extent.
@group(0) @binding(20) var<storage, read_write> output: array<real>;

@compute @workgroup_size(64)
fn check(@builtin(global_invocation_id) id: vec3<u32>) {
    let first = 4u * id.x;
    if first >= params.vertices {
        return;
    }
    let a = position(first, first);
    let b = position(first + 1u, first);
    let c = position(first + 2u, first);
    let d = position(first + 3u, first);
    let low = min(min(a, b), min(c, d));
    let high = max(max(a, b), max(c, d));
    let off = position_error(first);
    let bound = pair_bound(low, high, off);
    output[3u * id.x] = bound;
    output[3u * id.x + 1u] = real(0.0);
    if bound >= real(0.0) {
        output[3u * id.x + 1u] = real(orient3d(a, b, c, d, bound));
    }
    let size = pair_size(low, high, off);
    output[3u * id.x + 2u] = max(max(size.x, size.y), size.z);
}
