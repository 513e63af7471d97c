// Two tetrahedra (jostle: narrow/tetrahedron_tetrahedron*.rs).
// needs: real_f32.wgsl|real_f64.wgsl, vectors.wgsl, verdicts.wgsl

const FACES = array<vec3<u32>, 4>(
    vec3<u32>(1u, 3u, 2u), vec3<u32>(0u, 2u, 3u), vec3<u32>(0u, 3u, 1u), vec3<u32>(0u, 1u, 2u)
);
const EDGES = array<vec2<u32>, 6>(
    vec2<u32>(0u, 1u), vec2<u32>(0u, 2u), vec2<u32>(0u, 3u),
    vec2<u32>(1u, 2u), vec2<u32>(1u, 3u), vec2<u32>(2u, 3u)
);

// Where the corners of one are from the faces of the other: bit 4 f + c of the first number if corner
// c is surely inside face f, of the second if surely outside.
fn sides_of_faces(t: array<real3, 4>, points: array<real3, 4>, turn: i32, bound: real) -> vec2<u32> {
    var inside = 0u;
    var outside = 0u;
    let e1 = t[1] - t[0];
    let e2 = t[2] - t[0];
    let e3 = t[3] - t[0];
    let inward = select(real(-1.0), real(1.0), turn > 0);
    let n0 = inward * cross_product(t[3] - t[1], t[2] - t[1]);
    let n1 = inward * cross_product(e2, e3);
    let n2 = inward * cross_product(e3, e1);
    let n3 = inward * cross_product(e1, e2);
    for (var c = 0u; c < 4u; c++) {
        let d = points[c] - t[0];
        let depths = vec4<real>(
            dot_product(n0, points[c] - t[1]), dot_product(n1, d), dot_product(n2, d), dot_product(n3, d)
        );
        for (var f = 0u; f < 4u; f++) {
            inside |= select(0u, 1u << (4u * f + c), depths[f] > bound);
            outside |= select(0u, 1u << (4u * f + c), depths[f] < -bound);
        }
    }
    return vec2<u32>(inside, outside);
}

fn face_separates(outside: u32) -> bool {
    let twos = outside & (outside >> 1u);
    return (twos & (twos >> 2u) & 0x1111u) != 0u;
}

fn a_corner_is_inside(outside: u32) -> bool {
    let folded = outside | (outside >> 8u);
    return ((folded | (folded >> 4u)) & 15u) != 15u;
}

// Whether the line through p and q, which crosses the triangle's plane, meets the triangle.
fn passes_through(p: real3, q: real3, a: real3, b: real3, c: real3, bound: real) -> u32 {
    let along = q - p;
    let sides = vec3<i32>(
        sign_of(dot_product(cross_product(along, a - p), b - p), bound),
        sign_of(dot_product(cross_product(along, b - p), c - p), bound),
        sign_of(dot_product(cross_product(along, c - p), a - p), bound),
    );
    if any(sides > vec3<i32>(0)) && any(sides < vec3<i32>(0)) {
        return NO;
    }
    return select(YES, UNSURE, any(sides == vec3<i32>(0)));
}

// Whether an edge of a passes through a face of b, given which corners of a are outside which faces.
fn edge_crosses_face(a: array<real3, 4>, b: array<real3, 4>, outside: u32, bound: real) -> u32 {
    var verdict = NO;
    for (var e = 0u; e < 6u; e++) {
        let edge = EDGES[e];
        let p = (outside >> edge.x) & 0x1111u;
        let q = (outside >> edge.y) & 0x1111u;
        if (p & q) != 0u {
            continue;
        }
        var crossed = p ^ q;
        while crossed != 0u {
            let face = FACES[firstTrailingBit(crossed) / 4u];
            crossed &= crossed - 1u;
            let through = passes_through(a[edge.x], a[edge.y], b[face.x], b[face.y], b[face.z], bound);
            if through == YES {
                return YES;
            }
            verdict = max(verdict, through);
        }
    }
    return verdict;
}

fn tetrahedron_tetrahedron(a: array<real3, 4>, b: array<real3, 4>, bound: real) -> u32 {
    let a_turn = orient3d(a[0], a[1], a[2], a[3], bound);
    let b_turn = orient3d(b[0], b[1], b[2], b[3], bound);
    if a_turn == 0 || b_turn == 0 {
        return UNSURE;
    }
    let b_sides = sides_of_faces(a, b, a_turn, bound);
    if face_separates(b_sides.y) {
        return NO;
    }
    let a_sides = sides_of_faces(b, a, b_turn, bound);
    if face_separates(a_sides.y) {
        return NO;
    }
    if (a_sides.x | a_sides.y) != 0xffffu || (b_sides.x | b_sides.y) != 0xffffu {
        return UNSURE;
    }
    if a_corner_is_inside(a_sides.y) || a_corner_is_inside(b_sides.y) {
        return YES;
    }
    let first = edge_crosses_face(a, b, a_sides.y, bound);
    if first == YES {
        return YES;
    }
    let second = edge_crosses_face(b, a, b_sides.y, bound);
    return select(max(first, second), YES, second == YES);
}

// For each side of a cone, opposite the edge of its index, where the edges of the other cone are.
fn sides_of_cone(cone: array<real3, 4>, other: array<real3, 4>, turn: i32, bound: real) -> array<vec3<i32>, 3> {
    let apex = cone[0];
    let e = array<real3, 3>(cone[1] - apex, cone[2] - apex, cone[3] - apex);
    let n = array<real3, 3>(cross_product(e[1], e[2]), cross_product(e[2], e[0]), cross_product(e[0], e[1]));
    var sides: array<vec3<i32>, 3>;
    for (var i = 0u; i < 3u; i++) {
        sides[i] = turn * vec3<i32>(
            sign_of(dot_product(n[i], other[1] - apex), bound),
            sign_of(dot_product(n[i], other[2] - apex), bound),
            sign_of(dot_product(n[i], other[3] - apex), bound),
        );
    }
    return sides;
}

// The first corners are the same.
fn tetrahedra_beyond_corner(a: array<real3, 4>, b: array<real3, 4>, bound: real) -> u32 {
    let a_turn = orient3d(a[0], a[1], a[2], a[3], bound);
    let b_turn = orient3d(b[0], b[1], b[2], b[3], bound);
    if a_turn == 0 || b_turn == 0 {
        return UNSURE;
    }
    let b_sides = sides_of_cone(a, b, a_turn, bound);
    let a_sides = sides_of_cone(b, a, b_turn, bound);
    var sure = true;
    for (var i = 0u; i < 3u; i++) {
        if all(b_sides[i] < vec3<i32>(0)) || all(a_sides[i] < vec3<i32>(0)) {
            return NO;
        }
        sure &= all(a_sides[i] != vec3<i32>(0)) && all(b_sides[i] != vec3<i32>(0));
    }
    if !sure {
        return UNSURE;
    }
    for (var e = 0u; e < 3u; e++) {
        if b_sides[0][e] > 0 && b_sides[1][e] > 0 && b_sides[2][e] > 0 {
            return YES;
        }
        if a_sides[0][e] > 0 && a_sides[1][e] > 0 && a_sides[2][e] > 0 {
            return YES;
        }
    }
    for (var i = 0u; i < 3u; i++) {
        for (var j = 0u; j < 3u; j++) {
            let b1 = b_sides[i][(j + 1u) % 3u];
            let b2 = b_sides[i][(j + 2u) % 3u];
            let a1 = a_sides[j][(i + 1u) % 3u];
            let a2 = a_sides[j][(i + 2u) % 3u];
            if b1 * b2 < 0 && a1 * a2 < 0 && b1 * a1 * a_turn * b_turn < 0 {
                return YES;
            }
        }
    }
    return NO;
}

// The first two corners are the same.
fn tetrahedra_beyond_edge(a: array<real3, 4>, b: array<real3, 4>, bound: real) -> u32 {
    let a_turn = orient3d(a[0], a[1], a[2], a[3], bound);
    let b_turn = orient3d(a[0], a[1], b[2], b[3], bound);
    if a_turn == 0 || b_turn == 0 {
        return UNSURE;
    }
    let a1 = select(a[3], a[2], a_turn > 0);
    let a2 = select(a[2], a[3], a_turn > 0);
    let b1 = select(b[3], b[2], b_turn > 0);
    let b2 = select(b[2], b[3], b_turn > 0);
    let first = orient3d(a[0], a[1], a1, b1, bound);
    if first == 0 {
        return UNSURE;
    }
    var last = 0;
    if first > 0 {
        last = orient3d(a[0], a[1], b1, a2, bound);
    } else {
        last = orient3d(a[0], a[1], a1, b2, bound);
    }
    return select(select(NO, YES, last > 0), UNSURE, last == 0);
}

// The first three corners are the same.
fn tetrahedra_beyond_face(a: array<real3, 4>, b: array<real3, 4>, bound: real) -> u32 {
    let a_side = orient3d(a[0], a[1], a[2], a[3], bound);
    let b_side = orient3d(a[0], a[1], a[2], b[3], bound);
    if a_side == 0 || b_side == 0 {
        return UNSURE;
    }
    return select(NO, YES, a_side == b_side);
}
