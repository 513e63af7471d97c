// A triangle and a tetrahedron, from the tests of their parts (jostle: narrow/triangle_tetrahedron.rs).
// needs: real_f32.wgsl|real_f64.wgsl, verdicts.wgsl, triangle_triangle.wgsl, tetrahedron_tetrahedron.wgsl

fn triangle_tetrahedron(a: array<real3, 3>, b: array<real3, 4>, bound: real) -> u32 {
    let turn = orient3d(b[0], b[1], b[2], b[3], bound);
    if turn == 0 {
        return UNSURE;
    }
    let points = array<real3, 4>(a[0], a[1], a[2], a[0]);
    let sides = sides_of_faces(b, points, turn, bound);
    if face_separates(sides.y) {
        return NO;
    }
    if (sides.x & 0x1111u) == 0x1111u {
        return YES;
    }
    // A connected set that meets no face is wholly inside or wholly outside.
    var verdict = select(UNSURE, NO, (sides.y & 0x1111u) != 0u);
    for (var f = 0u; f < 4u; f++) {
        let face = FACES[f];
        let meets = triangle_triangle(a, array<real3, 3>(b[face.x], b[face.y], b[face.z]), bound);
        if meets == YES {
            return YES;
        }
        verdict = max(verdict, meets);
    }
    return verdict;
}
