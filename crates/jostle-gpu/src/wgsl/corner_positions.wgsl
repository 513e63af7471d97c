// The corners of two elements, as the tests of a pair take them.
// needs: real_f32.wgsl|real_f64.wgsl

fn triangle_positions(v: vec4<u32>, origin: u32) -> array<real3, 3> {
    return array<real3, 3>(position(v.x, origin), position(v.y, origin), position(v.z, origin));
}

fn tetrahedron_positions(v: vec4<u32>, origin: u32) -> array<real3, 4> {
    return array<real3, 4>(
        position(v.x, origin), position(v.y, origin), position(v.z, origin), position(v.w, origin)
    );
}

// Moves the corners that both have to the front of both, and returns how many there are.
fn shared_first(a: ptr<function, vec4<u32>>, b: ptr<function, vec4<u32>>, count: u32) -> u32 {
    var shared_corners = 0u;
    for (var i = 0u; i < count; i++) {
        for (var j = shared_corners; j < count; j++) {
            if (*a)[i] == (*b)[j] {
                let p = (*a)[i];
                (*a)[i] = (*a)[shared_corners];
                (*a)[shared_corners] = p;
                (*b)[j] = (*b)[shared_corners];
                (*b)[shared_corners] = p;
                shared_corners++;
                break;
            }
        }
    }
    return shared_corners;
}
