//! Sheets of quadrilaterals, open or wrapped around, cut into triangles.

/// Triangles of a grid of `nu` by `nv` cells. Point `(i, j)` is vertex `i * columns + j`, and a
/// wrapped direction joins its last cell to its first point. Triangles face the side from which
/// turning v towards u is counter-clockwise.
pub(super) fn triangles(
    [nu, nv]: [u32; 2],
    [wrap_u, wrap_v]: [bool; 2],
    alternate: bool,
) -> Vec<[u32; 3]> {
    let columns = nv + u32::from(!wrap_v);
    let next = |i: u32, n: u32, wrap: bool| if wrap && i + 1 == n { 0 } else { i + 1 };
    let mut triangles = Vec::with_capacity(2 * nu as usize * nv as usize);
    for i in 0..nu {
        for j in 0..nv {
            let rows = [i, next(i, nu, wrap_u)].map(|row| row * columns);
            let cols = [j, next(j, nv, wrap_v)];
            let [a, b] = cols.map(|col| rows[0] + col);
            let [d, c] = cols.map(|col| rows[1] + col);
            if alternate && (i + j) % 2 == 1 {
                triangles.extend([[a, b, d], [b, c, d]]);
            } else {
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
    }
    triangles
}
