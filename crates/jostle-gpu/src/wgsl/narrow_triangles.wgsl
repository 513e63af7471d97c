// The test of two triangles of a scene, which may share corners.
// needs: constants, scene.wgsl, real_f32.wgsl|real_f64.wgsl, verdicts.wgsl, corner_positions.wgsl,
// needs: error_bound.wgsl, triangle_triangle.wgsl, separating_line.wgsl

fn decide(slots: vec2<u32>) -> u32 {
    var i = corners[slots.x];
    var j = corners[slots.y];
    if i.w != NO_CORNER || j.w != NO_CORNER {
        return NO; // Other kernels decide those.
    }
    let same = shared_first(&i, &j, 3u);
    if same == 3u {
        return NO;
    }
    let a = triangle_positions(i, i.x);
    let b = triangle_positions(j, i.x);
    let low = min(min(min(a[0], a[1]), min(a[2], b[0])), min(b[1], b[2]));
    let high = max(max(max(a[0], a[1]), max(a[2], b[0])), max(b[1], b[2]));
    let off = position_error(i.x);
    let bound = pair_bound(low, high, off);
    var verdict = UNSURE;
    if bound >= real(0.0) {
        switch same {
            case 0u: { verdict = triangle_triangle(a, b, bound); }
            case 1u: { verdict = triangles_beyond_corner(a, b, bound); }
            default: { verdict = triangles_beyond_edge(a, b, bound); }
        }
    }
    if verdict == UNSURE && same == 0u && line_separates(a, b, high - low, off) {
        return NO;
    }
    return verdict;
}
