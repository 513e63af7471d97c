// Two triangles (jostle: narrow/triangle_triangle*.rs).
// needs: real_f32.wgsl|real_f64.wgsl, vectors.wgsl, verdicts.wgsl

fn are_one_side(s: vec3<i32>) -> bool {
    return all(s > vec3<i32>(0)) || all(s < vec3<i32>(0));
}

fn sides_of_plane(plane: array<real3, 3>, points: array<real3, 3>, bound: real) -> vec3<i32> {
    let n = cross_product(plane[1] - plane[0], plane[2] - plane[0]);
    return vec3<i32>(
        sign_of(dot_product(n, points[0] - plane[0]), bound),
        sign_of(dot_product(n, points[1] - plane[0]), bound),
        sign_of(dot_product(n, points[2] - plane[0]), bound),
    );
}

// The triangle with the corner first that is alone on its side; no sign is zero.
fn lone_first(t: array<real3, 3>, s: vec3<i32>) -> array<real3, 3> {
    if s.x == s.y {
        return array<real3, 3>(t[2], t[0], t[1]);
    }
    if s.x == s.z {
        return array<real3, 3>(t[1], t[2], t[0]);
    }
    return t;
}

fn lone_side(s: vec3<i32>) -> i32 {
    return select(s.x, -s.x, s.x == s.y || s.x == s.z);
}

fn triangle_triangle(a: array<real3, 3>, b: array<real3, 3>, bound: real) -> u32 {
    let b_sides = sides_of_plane(a, b, bound);
    if are_one_side(b_sides) {
        return NO;
    }
    let a_sides = sides_of_plane(b, a, bound);
    if are_one_side(a_sides) {
        return NO;
    }
    if any(a_sides == vec3<i32>(0)) || any(b_sides == vec3<i32>(0)) {
        return UNSURE;
    }
    let p = lone_first(a, a_sides);
    let q = lone_first(b, b_sides);
    // Turn each triangle so that the other's apex is on the positive side of its plane.
    let a_turns = lone_side(b_sides) < 0;
    let b_turns = lone_side(a_sides) < 0;
    let q1 = select(p[1], p[2], a_turns);
    let r1 = select(p[2], p[1], a_turns);
    let q2 = select(q[1], q[2], b_turns);
    let r2 = select(q[2], q[1], b_turns);
    let first = orient3d(p[0], q1, q[0], q2, bound);
    let second = orient3d(p[0], r1, r2, q[0], bound);
    if first > 0 || second > 0 {
        return NO;
    }
    return select(UNSURE, YES, first < 0 && second < 0);
}

// The first corners are the same.
fn triangles_beyond_corner(a: array<real3, 3>, b: array<real3, 3>, bound: real) -> u32 {
    let a_normal = cross_product(a[1] - a[0], a[2] - a[0]);
    let b_normal = cross_product(b[1] - b[0], b[2] - b[0]);
    let b1 = sign_of(dot_product(a_normal, b[1] - a[0]), bound);
    let b2 = sign_of(dot_product(a_normal, b[2] - a[0]), bound);
    let a1 = sign_of(dot_product(b_normal, a[1] - a[0]), bound);
    let a2 = sign_of(dot_product(b_normal, a[2] - a[0]), bound);
    if b1 * b2 > 0 || a1 * a2 > 0 {
        return NO;
    }
    if b1 * b2 < 0 && a1 * a2 < 0 {
        return select(NO, YES, b1 != a1);
    }
    return UNSURE;
}

// The first two corners are the same.
fn triangles_beyond_edge(a: array<real3, 3>, b: array<real3, 3>, bound: real) -> u32 {
    return select(UNSURE, NO, orient3d(a[0], a[1], a[2], b[2], bound) != 0);
}
