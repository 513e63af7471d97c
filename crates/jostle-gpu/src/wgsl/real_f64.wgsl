// Numbers of 64 bits: positions are as given.

alias real = f64;
alias real3 = vec3<f64>;

@group(0) @binding(2) var<storage, read> positions: array<f64>;

// Times the volume of a box, more than the error of any 3x3 determinant of differences of points in
// it: 46 units of roundoff (narrow/filter.rs), and as much again for sums in another order.
const DETERMINANT = 1.4210854715202004e-14lf; // 2^-46
const STAR = 1.4210854715202004e-14lf;
// Extents for which products of three neither overflow nor underflow: 2^-200 and 2^200.
const SMALLEST = 6.223015277861142e-61lf;
const LARGEST = 1.6069380442589903e60lf;
// The same for stars, where five are multiplied: 2^-100 and 2^100, and 2^-900 for their bounds.
const STAR_SMALLEST = 7.888609052210118e-31lf;
const STAR_LARGEST = 1.2676506002282294e30lf;
// Extents up to this are no extents.
const STAR_FLAT = 0.0lf;
const STAR_BOUND = 1.1830521861667747e-271lf;

// A position as the tests of one pair or star take it; the other vertex is its neighbour.
fn place(vertex: u32, other: u32) -> real3 {
    return real3(positions[3u * vertex], positions[3u * vertex + 1u], positions[3u * vertex + 2u]);
}

// How far a place can be from the truth, beyond rounding.
fn slack(vertex: u32) -> real3 {
    return real3(0.0lf);
}

struct Reach {
    low: vec3<f32>,
    high: vec3<f32>,
}

// A box around a position, about the centre. The map is monotone, so there is nothing to add.
fn reach(vertex: u32) -> Reach {
    let centre = vec3<f32>(params.centre_x, params.centre_y, params.centre_z);
    let p = place(vertex, vertex) - vec3<f64>(centre);
    let clamped = clamp(p, vec3<f64>(-3.0e38lf), vec3<f64>(3.0e38lf));
    let rounded = vec3<f32>(clamped);
    return Reach(rounded, rounded);
}
