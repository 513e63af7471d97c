// Arithmetic with f32: a coordinate is a sum of two of them, hi and lo, and positions are relative to a
// vertex nearby.
// needs: constants, params.wgsl

alias real = f32;
alias real3 = vec3<f32>;

@group(0) @binding(2) var<storage, read> positions: array<vec2<f32>>;

// As with f64, and for the rounding of the positions: each is off by two units of roundoff of the extent,
// which adds 72 of them to a determinant.
const DETERMINANT_ERROR = 1.52587890625e-5; // 2^-16
const STAR_ERROR = 1.52587890625e-5;
// 2^-30 and 2^38.
const MIN_EXTENT = 9.313225746154785e-10;
const MAX_EXTENT = 2.74877906944e11;
// 2^-18 and 2^18, and 2^-100.
const STAR_MIN_EXTENT = 3.814697265625e-6;
const STAR_MAX_EXTENT = 262144.0;
// Extents up to this are position error and nothing else: 2^-98.
const STAR_FLAT_EXTENT = 3.1554436208840472e-30;
const STAR_MIN_BOUND = 7.888609052210118e-31;

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
    return opaque_value(hi(vertex) - hi(origin)) + (lo(vertex) - lo(origin));
}

// Hi and lo hold 48 bits; their differences lose a few more.
fn position_error(vertex: u32) -> real3 {
    return abs(hi(vertex)) * 2.842170943040401e-14 + 7.888609052210118e-31; // 2^-45, 2^-100
}

struct PositionBox {
    low: vec3<f32>,
    high: vec3<f32>,
}

fn position_box(vertex: u32) -> PositionBox {
    let centre = vec3<f32>(params.centre_x, params.centre_y, params.centre_z);
    let p = opaque_value(hi(vertex) - centre) + lo(vertex);
    let off = abs(p) * 4.76837158203125e-7 + position_error(vertex); // 2^-21
    let most = vec3<f32>(F32_LIMIT);
    return PositionBox(clamp(p - off, -most, most), clamp(p + off, -most, most));
}
