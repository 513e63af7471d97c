// The error of any 3x3 determinant of differences of points in a box of these extents, each point off
// by so much: the rounding, and what a column that is off by two slacks adds to its six products.
fn determinant_bound(size: real3, off: real3) -> real {
    let areas = real3(size.y * size.z, size.z * size.x, size.x * size.y);
    return DETERMINANT * (areas.x * size.x) + real(16.0) * dot_of(areas, off);
}
