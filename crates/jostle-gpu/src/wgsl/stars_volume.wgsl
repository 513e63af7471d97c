// Stars of tetrahedra: all of one sign, and round their vertex once (jostle: narrow/stars/volume.rs).
// needs: constants, real_f32.wgsl|real_f64.wgsl, vectors.wgsl, error_bound.wgsl, stars_atomic.wgsl

struct SignedTetrahedron {
    a: real3,
    b: real3,
    c: real3,
    d: real3,
    low: real3,
    high: real3,
    off: real3,
    // Whether its volume, times a sign, is certainly positive.
    is_certain: bool,
}

fn signed_tetrahedron(own: vec4<u32>, sign: real) -> SignedTetrahedron {
    let a = position(own.x, own.x);
    let b = position(own.y, own.x);
    let c = position(own.z, own.x);
    let d = position(own.w, own.x);
    let off = position_error(own.x);
    let low = min(min(a, b), min(c, d));
    let high = max(max(a, b), max(c, d));
    let volume_bound = pair_bound(low, high, off);
    let volume = dot_product(cross_product(b - a, c - a), d - a) * sign;
    let is_open = volume_bound < real(0.0) || !(volume > volume_bound);
    return SignedTetrahedron(a, b, c, d, low, high, off, !is_open);
}

// Bit by bit for each corner: whether the tetrahedron covers the odd direction from there, and whether that
// is certain. Fluxes, with the direction exact and its coordinates below one, are off by at most 34 roundings
// of the areas, and by four times the areas that position errors sweep; half their bounds, or less.
fn volume_star_covers(own: vec4<u32>, sign: real) -> vec2<u32> {
    let corners = signed_tetrahedron(own, sign);
    if !corners.is_certain {
        return vec2<u32>(0u);
    }
    let a = corners.a;
    let b = corners.b;
    let c = corners.c;
    let d = corners.d;
    let off = corners.off;
    let size = pair_size(corners.low, corners.high, off);
    let areas = real3(size.y * size.z, size.z * size.x, size.x * size.y);
    let off_areas = real3(
        size.y * off.z + size.z * off.y, size.z * off.x + size.x * off.z, size.x * off.y + size.y * off.x
    );
    let flux_off = real(8.0) * (off_areas.x + off_areas.y + off_areas.z);
    let bound = STAR_ERROR * (areas.x + areas.y + areas.z) + flux_off;
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
    var covers = 0u;
    var sure = 0u;
    for (var corner = 0u; corner < 4u; corner++) {
        let others = 15u ^ (1u << corner);
        let is_inside = (inward & others) == others;
        let is_outside = (outward & others) != 0u;
        covers |= select(0u, 1u << corner, is_inside);
        sure |= select(0u, 1u << corner, is_inside || is_outside);
    }
    return vec2<u32>(covers, sure);
}

// Counts for each corner whether the tetrahedron covers the odd direction from there.
fn update_volume_stars(own: vec4<u32>, sign: real) {
    let cover = volume_star_covers(own, sign);
    for (var corner = 0u; corner < 4u; corner++) {
        let v = own[corner];
        if (cover.y >> corner & 1u) == 0u {
            atomicOr(&stars[v], STAR_FAILED);
        } else if (cover.x >> corner & 1u) != 0u {
            atomicAdd(&stars[v], 1u);
        }
    }
}
