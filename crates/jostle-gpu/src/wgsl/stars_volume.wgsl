// Stars of tetrahedra: all of one sign, and round their vertex once (jostle: narrow/stars/volume.rs).
// needs: constants, real_f32.wgsl|real_f64.wgsl, vectors.wgsl, error_bound.wgsl, stars_atomic.wgsl

// Counts for each corner whether the tetrahedron covers the odd direction from there.
fn update_volume_stars(own: vec4<u32>, sign: real) {
    let a = position(own.x, own.x);
    let b = position(own.y, own.x);
    let c = position(own.z, own.x);
    let d = position(own.w, own.x);
    let off = max(
        max(position_error(own.x), position_error(own.y)), max(position_error(own.z), position_error(own.w))
    );
    let size = max(max(a, b), max(c, d)) - min(min(a, b), min(c, d)) + real(4.0) * off;
    var covers = 0u;
    var sure = 0u;
    let fits = all(size >= real3(MIN_EXTENT)) && all(size <= real3(MAX_EXTENT));
    let volume = dot_product(cross_product(b - a, c - a), d - a) * sign;
    if fits && volume > determinant_bound(size, off) {
        let areas = real3(size.y * size.z, size.z * size.x, size.x * size.y);
        let off_areas = real3(
            size.y * off.z + size.z * off.y, size.z * off.x + size.x * off.z, size.x * off.y + size.y * off.x
        );
        let sum = areas.x + areas.y + areas.z;
        let bound = STAR_ERROR * sum + real(8.0) * (off_areas.x + off_areas.y + off_areas.z);
        let along = odd_direction() * sign;
        let fluxes = array<real, 4>(
            dot_product(along, cross_product(d - b, c - b)),
            dot_product(along, cross_product(c - a, d - a)),
            dot_product(along, cross_product(d - a, b - a)),
            dot_product(along, cross_product(b - a, c - a)),
        );
        var inward = 0u;
        var outward = 0u;
        for (var f = 0u; f < 4u; f++) {
            inward |= select(0u, 1u << f, fluxes[f] > bound);
            outward |= select(0u, 1u << f, fluxes[f] < -bound);
        }
        for (var corner = 0u; corner < 4u; corner++) {
            let others = 15u ^ (1u << corner);
            let is_inside = (inward & others) == others;
            let is_outside = (outward & others) != 0u;
            covers |= select(0u, 1u << corner, is_inside);
            sure |= select(0u, 1u << corner, is_inside || is_outside);
        }
    }
    for (var corner = 0u; corner < 4u; corner++) {
        let v = own[corner];
        if (sure >> corner & 1u) == 0u {
            atomicOr(&stars[v], STAR_FAILED);
        } else if (covers >> corner & 1u) != 0u {
            atomicAdd(&stars[v], 1u);
        }
    }
}
