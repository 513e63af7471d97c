// The error of determinants, from the extents of what they are of.
// needs: vectors.wgsl, real_f32.wgsl|real_f64.wgsl

// Of any 3x3 determinant of differences of points in a box of these extents, each point off by so much:
// the rounding, and what a column that is off by two position errors adds to its six products.
fn determinant_bound(size: real3, off: real3) -> real {
    let areas = real3(size.y * size.z, size.z * size.x, size.x * size.y);
    return DETERMINANT_ERROR * (areas.x * size.x) + real(16.0) * dot_product(areas, off);
}
