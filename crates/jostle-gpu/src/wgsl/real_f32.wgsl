// Numbers of 32 bits, for devices without others: a coordinate is a sum of two of them, and a place
// is taken about a neighbour.

alias real = f32;
alias real3 = vec3<f32>;

@group(0) @binding(2) var<storage, read> positions: array<vec2<f32>>;

// As with 64 bits, and for the rounding of the places: each is off by two units of roundoff of the
// extent, which adds 72 of them to a determinant.
const DETERMINANT = 1.52587890625e-5; // 2^-16
const STAR = 1.52587890625e-5;
// 2^-30 and 2^38.
const SMALLEST = 9.313225746154785e-10;
const LARGEST = 2.74877906944e11;
// 2^-18 and 2^18, and 2^-100.
const STAR_SMALLEST = 3.814697265625e-6;
const STAR_LARGEST = 262144.0;
// Extents up to this are slack and nothing else: 2^-98.
const STAR_FLAT = 3.1554436208840472e-30;
const STAR_BOUND = 7.888609052210118e-31;

fn high_part(vertex: u32) -> vec3<f32> {
    return vec3<f32>(positions[3u * vertex].x, positions[3u * vertex + 1u].x, positions[3u * vertex + 2u].x);
}

fn low_part(vertex: u32) -> vec3<f32> {
    return vec3<f32>(positions[3u * vertex].y, positions[3u * vertex + 1u].y, positions[3u * vertex + 2u].y);
}

// What it is given; compilers cannot see that, and so cannot move a sum that is written inside to the
// outside, as WGSL allows them.
fn kept(x: vec3<f32>) -> vec3<f32> {
    return bitcast<vec3<f32>>(bitcast<vec3<u32>>(x) ^ vec3<u32>(params.zero));
}

fn place(vertex: u32, other: u32) -> real3 {
    return kept(high_part(vertex) - high_part(other)) + (low_part(vertex) - low_part(other));
}

// Two parts hold 48 bits; their differences lose a few more.
fn slack(vertex: u32) -> real3 {
    return abs(high_part(vertex)) * 2.842170943040401e-14 + 7.888609052210118e-31; // 2^-45, 2^-100
}

struct Reach {
    low: vec3<f32>,
    high: vec3<f32>,
}

fn reach(vertex: u32) -> Reach {
    let centre = vec3<f32>(params.centre_x, params.centre_y, params.centre_z);
    let p = kept(high_part(vertex) - centre) + low_part(vertex);
    let off = abs(p) * 4.76837158203125e-7 + slack(vertex); // 2^-21
    let most = vec3<f32>(3.0e38);
    return Reach(clamp(p - off, -most, most), clamp(p + off, -most, most));
}
