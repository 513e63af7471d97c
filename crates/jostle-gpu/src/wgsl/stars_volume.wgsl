// Stars of tetrahedra: all of one sign, and round their vertex once (narrow/stars/volume.rs).

// Notes for each corner whether the tetrahedron covers the odd direction from there.
fn judge(own: vec4<u32>, sign: real) {
    let a = place(own.x, own.x);
    let b = place(own.y, own.x);
    let c = place(own.z, own.x);
    let d = place(own.w, own.x);
    let off = max(max(slack(own.x), slack(own.y)), max(slack(own.z), slack(own.w)));
    let size = max(max(a, b), max(c, d)) - min(min(a, b), min(c, d)) + real(4.0) * off;
    var covers = 0u;
    var sure = 0u;
    let fits = all(size >= real3(SMALLEST)) && all(size <= real3(LARGEST));
    let volume = dot_of(cross_of(b - a, c - a), d - a) * sign;
    if fits && volume > determinant_bound(size, off) {
        let areas = real3(size.y * size.z, size.z * size.x, size.x * size.y);
        let off_areas = real3(
            size.y * off.z + size.z * off.y, size.z * off.x + size.x * off.z, size.x * off.y + size.y * off.x
        );
        let sum = areas.x + areas.y + areas.z;
        let bound = STAR * sum + real(8.0) * (off_areas.x + off_areas.y + off_areas.z);
        let along = odd_direction() * sign;
        let fluxes = array<real, 4>(
            dot_of(along, cross_of(d - b, c - b)),
            dot_of(along, cross_of(c - a, d - a)),
            dot_of(along, cross_of(d - a, b - a)),
            dot_of(along, cross_of(b - a, c - a)),
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
            atomicOr(&stars[v], FAILED);
        } else if (covers >> corner & 1u) != 0u {
            atomicAdd(&stars[v], 1u);
        }
    }
}
