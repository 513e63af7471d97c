// Arithmetic with f64: positions as the host has them.
// needs: constants, params.wgsl

alias real = f64;
alias real3 = vec3<f64>;

@group(0) @binding(2) var<storage, read> positions: array<f64>;

// Times the volume of a box, more than the error of any 3x3 determinant of differences of points in it. Every
// operation may round up or down, so its rounding is `u = 2^-52`. Differences add `18u` to six products of
// three, and a product and its sums, in any order, are off by `7u`: `60u`, and `64u` with terms in `u^2`.
const DETERMINANT_ERROR = 1.4210854715202004e-14lf; // 2^-46
const STAR_ERROR = 1.4210854715202004e-14lf;
// Extents for which products of three neither overflow nor underflow: 2^-200 and 2^200.
const MIN_EXTENT = 6.223015277861142e-61lf;
const MAX_EXTENT = 1.6069380442589903e60lf;
// Extents of a star for which nothing overflows, 2^100, and what underflow takes: see stars_surface.wgsl.
const STAR_MAX_EXTENT = 1.2676506002282294e30lf;
const STAR_TURN_UNDERFLOW = 1.90109156629516e-211lf; // 2^-700
const STAR_SIDE_UNDERFLOW = 1.9934389902195135e-205lf; // 2^-680

// Coordinates are clamped to this, 2^1000, so that differences do not overflow: a kernel may make any number
// of it if they do. Nothing that is said depends on a coordinate of which one was clamped: extents are zero
// there, or more than 2^900.
const POSITION_LIMIT = 1.0715086071862673e301lf;

// A position as the tests of one pair or star take it; the origin is another vertex of it.
fn position(vertex: u32, origin: u32) -> real3 {
    let p = real3(positions[3u * vertex], positions[3u * vertex + 1u], positions[3u * vertex + 2u]);
    return clamp(p, real3(-POSITION_LIMIT), real3(POSITION_LIMIT));
}

// How far positions about this origin can be from the given ones, beyond rounding.
fn position_error(origin: u32) -> real3 {
    return real3(0.0lf);
}

struct PositionBox {
    low: vec3<f32>,
    high: vec3<f32>,
}

// A box around a position, about the centre. A device rounds the same operation the same way for all
// vertices, so the map is monotone and there is nothing to add.
fn position_box(vertex: u32) -> PositionBox {
    let centre = vec3<f32>(params.centre_x, params.centre_y, params.centre_z);
    let p = position(vertex, vertex) - vec3<f64>(centre);
    let clamped = clamp(p, vec3<f64>(-F32_LIMIT), vec3<f64>(F32_LIMIT));
    let rounded = vec3<f32>(clamped);
    return PositionBox(rounded, rounded);
}
