// The narrow phase of triangles.

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
    let a = three(i, i.x);
    let b = three(j, i.x);
    let low = min(min(min(a[0], a[1]), min(a[2], b[0])), min(b[1], b[2]));
    let high = max(max(max(a[0], a[1]), max(a[2], b[0])), max(b[1], b[2]));
    let off = max(max(max(slack(i.x), slack(i.y)), max(slack(i.z), slack(j.x))), max(slack(j.y), slack(j.z)));
    let bound = pair_bound(low, high, off);
    var verdict = UNSURE;
    if bound >= real(0.0) {
        switch same {
            case 0u: { verdict = triangle_triangle(a, b, bound); }
            case 1u: { verdict = triangles_beyond_corner(a, b, bound); }
            default: { verdict = triangles_beyond_edge(a, b, bound); }
        }
    }
    if verdict == UNSURE && same == 0u && a_line_parts(a, b, high - low, off) {
        return NO;
    }
    return verdict;
}
