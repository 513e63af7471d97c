// Positions of 64 bits as sums of two numbers of 32 bits.

@group(0) @binding(2) var<storage, read> given: array<f64>;
@group(0) @binding(3) var<storage, read_write> halves: array<vec2<f32>>;

@compute @workgroup_size(256)
fn halves_of_doubles(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let at = (group.y * ROW + group.x) * 256u + t;
    if at < 3u * params.vertices {
        let x = given[at];
        let high = f32(clamp(x, -3.0e38lf, 3.0e38lf));
        let rest = x - f64(high);
        // What is too large for them is left as large as they get.
        let low = select(0.0, f32(clamp(rest, -1.0e30lf, 1.0e30lf)), abs(rest) < 1.0e30lf);
        halves[at] = vec2<f32>(high, low);
    }
}
