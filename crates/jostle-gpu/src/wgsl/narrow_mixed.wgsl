// The narrow phase of triangles against tetrahedra. They share no corners.

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
    let a = three(i, i.x);
    let b = four(j, i.x);
    let low = min(min(min(a[0], a[1]), min(a[2], b[3])), min(b[0], min(b[1], b[2])));
    let high = max(max(max(a[0], a[1]), max(a[2], b[3])), max(b[0], max(b[1], b[2])));
    let off = max(
        max(slack(i.x), max(slack(i.y), slack(i.z))),
        max(max(slack(j.x), slack(j.y)), max(slack(j.z), slack(j.w))),
    );
    let bound = pair_bound(low, high, off);
    if bound < real(0.0) {
        return UNSURE;
    }
    return triangle_tetrahedron(a, b, bound);
}
