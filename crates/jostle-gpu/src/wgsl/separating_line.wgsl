// A line in a coordinate plane that separates two triangles: what is flat there, as a cloth at rest, has
// no volume to tell sides by.
// needs: real_f32.wgsl|real_f64.wgsl, verdicts.wgsl

// The error of a 2x2 determinant of differences of points in a box of these extents, as in error_bound.wgsl.
fn area_bound(size: vec2<real>, off: vec2<real>) -> real {
    return DETERMINANT_ERROR * (size.x * size.y) + real(16.0) * (size.x * off.y + size.y * off.x);
}

fn orient2d(p: vec2<real>, q: vec2<real>, r: vec2<real>, bound: real) -> i32 {
    let a = q - p;
    let b = r - p;
    return sign_of(a.x * b.y - a.y * b.x, bound);
}

// Whether an edge of the first surely has the second triangle on its other side.
fn edge_separates(a: array<vec2<real>, 3>, b: array<vec2<real>, 3>, bound: real) -> bool {
    var separates = false;
    for (var i = 0u; i < 3u; i++) {
        let p = a[i];
        let q = a[(i + 1u) % 3u];
        let own = orient2d(p, q, a[(i + 2u) % 3u], bound);
        let others = vec3<i32>(
            orient2d(p, q, b[0], bound), orient2d(p, q, b[1], bound), orient2d(p, q, b[2], bound)
        );
        separates |= own != 0 && all(others == vec3<i32>(-own));
    }
    return separates;
}

fn projected(t: array<real3, 3>, along: u32) -> array<vec2<real>, 3> {
    let u = (along + 1u) % 3u;
    let v = (along + 2u) % 3u;
    return array<vec2<real>, 3>(
        vec2<real>(t[0][u], t[0][v]), vec2<real>(t[1][u], t[1][v]), vec2<real>(t[2][u], t[2][v])
    );
}

fn line_separates(a: array<real3, 3>, b: array<real3, 3>, extent: real3, off: real3) -> bool {
    let size = extent + real(4.0) * off;
    var separates = false;
    for (var along = 0u; along < 3u; along++) {
        let u = (along + 1u) % 3u;
        let v = (along + 2u) % 3u;
        let plane = vec2<real>(size[u], size[v]);
        let plane_off = vec2<real>(off[u], off[v]);
        let fits = all(plane >= vec2<real>(MIN_EXTENT)) && all(plane <= vec2<real>(MAX_EXTENT))
            && all(plane_off * real(16.0) <= plane);
        if fits {
            let bound = area_bound(plane, plane_off);
            let flat_a = projected(a, along);
            let flat_b = projected(b, along);
            separates |= edge_separates(flat_a, flat_b, bound) || edge_separates(flat_b, flat_a, bound);
        }
    }
    return separates;
}
