// The test of two tetrahedra of a scene, which may share corners.
// needs: constants, scene.wgsl, real_f32.wgsl|real_f64.wgsl, verdicts.wgsl, corner_positions.wgsl,
// needs: error_bound.wgsl, tetrahedron_tetrahedron.wgsl

fn decide(slots: vec2<u32>) -> u32 {
    var i = corners[slots.x];
    var j = corners[slots.y];
    if i.w == NO_CORNER || j.w == NO_CORNER {
        return NO; // Other kernels decide those.
    }
    let same = shared_first(&i, &j, 4u);
    if same == 4u {
        return NO;
    }
    let a = tetrahedron_positions(i, i.x);
    let b = tetrahedron_positions(j, i.x);
    let low = min(min(min(a[0], a[1]), min(a[2], a[3])), min(min(b[0], b[1]), min(b[2], b[3])));
    let high = max(max(max(a[0], a[1]), max(a[2], a[3])), max(max(b[0], b[1]), max(b[2], b[3])));
    let off = position_error(i.x);
    let bound = pair_bound(low, high, off);
    if bound < real(0.0) {
        return UNSURE;
    }
    switch same {
        case 0u: { return tetrahedron_tetrahedron(a, b, bound); }
        case 1u: { return tetrahedra_beyond_corner(a, b, bound); }
        case 2u: { return tetrahedra_beyond_edge(a, b, bound); }
        default: { return tetrahedra_beyond_face(a, b, bound); }
    }
}
