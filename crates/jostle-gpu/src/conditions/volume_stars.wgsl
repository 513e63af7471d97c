// What each tetrahedron says of the star of its first corner: whether it covers the direction, whether that is
// certain, and the direction.
@group(0) @binding(20) var<storage, read_write> output: array<real>;

@compute @workgroup_size(64)
fn check(@builtin(global_invocation_id) id: vec3<u32>) {
    let first = 4u * id.x;
    if first >= params.vertices {
        return;
    }
    let own = vec4<u32>(first, first + 1u, first + 2u, first + 3u);
    for (var i = 0u; i < 2u; i++) {
        let cover = volume_star_covers(own, select(real(1.0), real(-1.0), i == 1u));
        output[7u * id.x + 2u * i] = real(cover.x & 1u);
        output[7u * id.x + 2u * i + 1u] = real(cover.y & 1u);
    }
    for (var axis = 0u; axis < 3u; axis++) {
        output[7u * id.x + 4u + axis] = odd_direction()[axis];
    }
}
