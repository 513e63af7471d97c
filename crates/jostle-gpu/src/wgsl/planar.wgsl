// A line in the plane of two coordinates that parts two triangles: what is flat there, as a cloth at
// rest, has no volume to tell sides by.

// The error of a 2x2 determinant of differences of points in a box of these extents, as in bound.wgsl.
fn area_bound(size: vec2<real>, off: vec2<real>) -> real {
    return DETERMINANT * (size.x * size.y) + real(16.0) * (size.x * off.y + size.y * off.x);
}

fn turn_of(p: vec2<real>, q: vec2<real>, r: vec2<real>, bound: real) -> i32 {
    let a = q - p;
    let b = r - p;
    return sign_of(a.x * b.y - a.y * b.x, bound);
}

// Whether an edge of the first surely has the second triangle on its other side.
fn an_edge_parts(a: array<vec2<real>, 3>, b: array<vec2<real>, 3>, bound: real) -> bool {
    var parts = false;
    for (var i = 0u; i < 3u; i++) {
        let p = a[i];
        let q = a[(i + 1u) % 3u];
        let own = turn_of(p, q, a[(i + 2u) % 3u], bound);
        let others = vec3<i32>(
            turn_of(p, q, b[0], bound), turn_of(p, q, b[1], bound), turn_of(p, q, b[2], bound)
        );
        parts |= own != 0 && all(others == vec3<i32>(-own));
    }
    return parts;
}

fn seen(t: array<real3, 3>, along: u32) -> array<vec2<real>, 3> {
    let u = (along + 1u) % 3u;
    let v = (along + 2u) % 3u;
    return array<vec2<real>, 3>(
        vec2<real>(t[0][u], t[0][v]), vec2<real>(t[1][u], t[1][v]), vec2<real>(t[2][u], t[2][v])
    );
}

fn a_line_parts(a: array<real3, 3>, b: array<real3, 3>, extent: real3, off: real3) -> bool {
    let size = extent + real(4.0) * off;
    var parts = false;
    for (var along = 0u; along < 3u; along++) {
        let u = (along + 1u) % 3u;
        let v = (along + 2u) % 3u;
        let plane = vec2<real>(size[u], size[v]);
        let around = vec2<real>(off[u], off[v]);
        let fits = all(plane >= vec2<real>(SMALLEST)) && all(plane <= vec2<real>(LARGEST))
            && all(around * real(16.0) <= plane);
        if fits {
            let bound = area_bound(plane, around);
            let seen_a = seen(a, along);
            let seen_b = seen(b, along);
            parts |= an_edge_parts(seen_a, seen_b, bound) || an_edge_parts(seen_b, seen_a, bound);
        }
    }
    return parts;
}
