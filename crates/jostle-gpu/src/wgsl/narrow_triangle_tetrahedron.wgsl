// The test of a triangle and a tetrahedron of a scene. They share no corners.
// needs: constants, scene.wgsl, real_f32.wgsl|real_f64.wgsl, verdicts.wgsl, corner_positions.wgsl,
// needs: error_bound.wgsl, triangle_tetrahedron.wgsl

fn decide(slots: vec2<u32>) -> u32 {
    var i = corners[slots.x];
    var j = corners[slots.y];
    if (i.w == NO_CORNER) == (j.w == NO_CORNER) {
        return NO; // Other kernels decide those.
    }
    if j.w == NO_CORNER {
        let t = i;
        i = j;
        j = t;
    }
    let a = triangle_positions(i, i.x);
    let b = tetrahedron_positions(j, i.x);
    let low = min(min(min(a[0], a[1]), min(a[2], b[3])), min(b[0], min(b[1], b[2])));
    let high = max(max(max(a[0], a[1]), max(a[2], b[3])), max(b[0], max(b[1], b[2])));
    let off = position_error(i.x);
    let bound = pair_bound(low, high, off);
    if bound < real(0.0) {
        return UNSURE;
    }
    return triangle_tetrahedron(a, b, bound);
}
