// Arithmetic with f32: a coordinate is a sum of two of them, hi and lo, and positions are relative to a
// vertex nearby.
// needs: params.wgsl

alias real = f32;
alias real3 = vec3<f32>;

@group(0) @binding(2) var<storage, read> positions: array<vec2<f32>>;

// Times the volume of a box, more than the error of any 3x3 determinant of differences of points in it. WGSL
// lets every operation round up or down, so its rounding is `u = 2^-23`. A position is off by `2u` of the
// extent, beside its position error; so a difference is by `5u`, which adds `18 * 5u` to six products of three,
// and a product and its sums, in any order, are off by `7u`: `132u`, and `160u` with terms in `u^2`.
const DETERMINANT_ERROR = 1.9073486328125e-5; // 5 * 2^-18
const STAR_ERROR = 1.52587890625e-5; // 2^-16
// Extents for which products of three neither overflow nor underflow: 2^-30 and 2^38.
const MIN_EXTENT = 9.313225746154785e-10;
const MAX_EXTENT = 2.74877906944e11;
// Extents of a star for which nothing overflows, 2^10, and what underflow takes: see stars_surface.wgsl.
const STAR_MAX_EXTENT = 1024.0;
const STAR_TURN_UNDERFLOW = 6.776263578034403e-21; // 2^-67
const STAR_SIDE_UNDERFLOW = 3.469446951953614e-18; // 2^-58

fn hi(vertex: u32) -> vec3<f32> {
    return vec3<f32>(positions[3u * vertex].x, positions[3u * vertex + 1u].x, positions[3u * vertex + 2u].x);
}

fn lo(vertex: u32) -> vec3<f32> {
    return vec3<f32>(positions[3u * vertex].y, positions[3u * vertex + 1u].y, positions[3u * vertex + 2u].y);
}

// Its argument; compilers cannot see that, and so cannot reorder a sum inside with one outside, as WGSL
// allows them.
fn opaque_value(x: vec3<f32>) -> vec3<f32> {
    return bitcast<vec3<f32>>(bitcast<vec3<u32>>(x) ^ vec3<u32>(params.opaque_zero));
}

fn position(vertex: u32, origin: u32) -> real3 {
    return opaque_value(opaque_value(hi(vertex) - hi(origin)) + opaque_value(lo(vertex) - lo(origin)));
}

// How far positions about this origin can be from the given ones, beside their share of the extent. With `u`
// as above and `H` the larger hi part, a lo part is at most `uH`, and off by `u^2 H`. So are two of them, their
// difference is off by `2u^2 H`, and that of hi parts by as much: `6u^2 H`. `H` is at most the hi part of the
// origin and the extent, of which `6u^2` is nothing beside `u`. Numbers less than 2^-126 may be lost as well.
fn position_error(origin: u32) -> real3 {
    return abs(hi(origin)) * 1.1368683772161603e-13 + 7.888609052210118e-31; // 2^-43, 2^-100
}

struct PositionBox {
    low: vec3<f32>,
    high: vec3<f32>,
}

// A box around a position, about the centre: the two roundings of the position, and that of its corners.
// Nothing overflows, because hi parts are at most F32_LIMIT and the centre is at most CENTRE_LIMIT.
fn position_box(vertex: u32) -> PositionBox {
    let centre = vec3<f32>(params.centre_x, params.centre_y, params.centre_z);
    let p = opaque_value(hi(vertex) - centre) + lo(vertex);
    let off = abs(p) * 4.76837158203125e-7 + position_error(vertex); // 2^-21
    return PositionBox(p - off, p + off);
}
