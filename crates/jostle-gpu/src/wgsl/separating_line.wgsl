// A line in a coordinate plane that separates two triangles: what is flat there, as a cloth at rest, has
// no volume to tell sides by.
// needs: real_f32.wgsl|real_f64.wgsl, verdicts.wgsl

// The error of a 2x2 determinant of differences of points in a rectangle of these extents, each point off by
// so much, or a negative number if they are out of range: as in error_bound.wgsl. Position errors add at most
// `4(X oy + Y ox) + 8 ox oy`: if `8 oy > Y`, the bound exceeds the computed determinant, which is at most
// `2XY`, and if not, they add `5(X oy + Y ox)`.
fn area_bound(size: vec2<real>, off: vec2<real>) -> real {
    let fits = all(size >= vec2<real>(MIN_EXTENT)) && all(size <= vec2<real>(MAX_EXTENT));
    let off_area = real(16.0) * (size.x * off.y + size.y * off.x);
    return select(real(-1.0), DETERMINANT_ERROR * (size.x * size.y) + off_area, fits);
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
    var separates = false;
    for (var along = 0u; along < 3u; along++) {
        let u = (along + 1u) % 3u;
        let v = (along + 2u) % 3u;
        let bound = area_bound(vec2<real>(extent[u], extent[v]), vec2<real>(off[u], off[v]));
        if bound >= real(0.0) {
            let flat_a = projected(a, along);
            let flat_b = projected(b, along);
            separates |= edge_separates(flat_a, flat_b, bound) || edge_separates(flat_b, flat_a, bound);
        }
    }
    return separates;
}
