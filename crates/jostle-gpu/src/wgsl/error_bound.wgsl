// The error of determinants, from the extents of what they are of.
// needs: vectors.wgsl, real_f32.wgsl|real_f64.wgsl

// The extents of points between two corners, each off by so much: also those of where the points are.
fn pair_size(low: real3, high: real3, off: real3) -> real3 {
    return high - low + real(4.0) * off;
}

// Of any 3x3 determinant of differences of points in a box of these extents, each point off by so much:
// the rounding, and what position errors add. One of six products changes by at most `2 off.x areas.x` with
// its first factor, which is off by two position errors, because the other two are within the extents in any
// case, and by as much with the others: by `2 dot(areas, off)`, and all six by 12 times `dot(areas, off)`,
// however large `off` is.
fn determinant_bound(size: real3, off: real3) -> real {
    let areas = real3(size.y * size.z, size.z * size.x, size.x * size.y);
    let off_volume = real(16.0) * dot_product(areas, off);
    return DETERMINANT_ERROR * (areas.x * size.x) + off_volume;
}

// The bound for points between two corners, or a negative number if their extents are out of range: of those
// in range no product of three underflows to any effect. None overflows, with `off` as a factor or without,
// because the extents contain it.
fn pair_bound(low: real3, high: real3, off: real3) -> real {
    let size = pair_size(low, high, off);
    let fits = all(size >= real3(MIN_EXTENT)) && all(size <= real3(MAX_EXTENT));
    return select(real(-1.0), determinant_bound(size, off), fits);
}
