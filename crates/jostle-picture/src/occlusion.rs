//! How much of the sky each pixel sees: creases and contacts become darker.
//!
//! Estimated from the depths in the image, after "The Alchemy Screen-Space Ambient Obscurance
//! Algorithm" (McGuire et al., 2011): neighbours that rise above the plane of a point take light
//! from it, the more the closer they are.

use glam::Vec3;
use jostle_support::parallel;
use std::f32::consts::TAU;

/// How far neighbours matter, in a scene about two units long.
const REACH: f32 = 0.22;
/// Neighbours looked at.
const TAPS: usize = 14;
/// Turns of the spiral they lie on; with the number of taps it leaves no direction out.
const TURNS: f32 = 5.0;
/// Rising less than this above the plane is the roundness of the triangles themselves.
const FLAT: f32 = 0.004;
const STRENGTH: f32 = 0.9;

/// A point of a surface behind a pixel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub position: Vec3,
    /// Toward the eye.
    pub normal: Vec3,
    /// The length of a pixel here; zero where there is nothing.
    pub pixel: f32,
}

impl Point {
    pub const NONE: Point = Point { position: Vec3::ZERO, normal: Vec3::ZERO, pixel: 0.0 };
}

/// For each pixel, the light that is left, 0 to 1.
pub(crate) fn openness(points: &[Point], width: usize) -> Vec<f32> {
    let spirals: [[[f32; 2]; TAPS]; 16] = std::array::from_fn(spiral);
    let mut open = vec![1.0; points.len()];
    parallel::for_each_chunk_mut(&mut open, width, |y, row| {
        for (x, open) in row.iter_mut().enumerate() {
            if points[y * width + x].pixel > 0.0 {
                // Neighbouring pixels turn the spiral differently; the blur takes that out again.
                *open = at(points, width, [x, y], &spirals[(x % 4) * 4 + y % 4]);
            }
        }
    });
    let across = blur(&open, points, width, 1);
    blur(&across, points, width, width)
}

/// Places around the origin, up to a distance of one.
fn spiral(pattern: usize) -> [[f32; 2]; TAPS] {
    let turn = pattern as f32 * (7.0 / 16.0);
    std::array::from_fn(|tap| {
        let along = (tap as f32 + 0.5) / TAPS as f32;
        let (sin, cos) = ((along * TURNS + turn) * TAU).sin_cos();
        [along * cos, along * sin]
    })
}

fn at(points: &[Point], width: usize, [x, y]: [usize; 2], spiral: &[[f32; 2]; TAPS]) -> f32 {
    let here = points[y * width + x];
    let height = points.len() / width;
    let radius = (REACH / here.pixel).clamp(3.0, width as f32 / 6.0);
    let mut taken = 0.0;
    for [across, down] in spiral {
        let column = x as f32 + radius * across;
        let row = y as f32 + radius * down;
        if column < 0.0 || row < 0.0 || column >= width as f32 || row >= height as f32 {
            continue;
        }
        let there = points[row as usize * width + column as usize];
        if there.pixel > 0.0 {
            let offset = there.position - here.position;
            let square = offset.length_squared();
            // Fades out, so that what is far in front casts no halo.
            let fade = (1.0 - square / (REACH * REACH)).max(0.0);
            let rise = (offset.dot(here.normal) - FLAT).max(0.0);
            taken += fade * rise / (square.sqrt() + 0.01);
        }
    }
    (1.0 - STRENGTH * 2.0 * taken / TAPS as f32).max(0.0)
}

/// The mean over five pixels in one direction, of those that lie on the same surface.
fn blur(values: &[f32], points: &[Point], width: usize, step: usize) -> Vec<f32> {
    let mut blurred = vec![1.0; values.len()];
    parallel::for_each_chunk_mut(&mut blurred, width, |y, row| {
        for (x, blurred) in row.iter_mut().enumerate() {
            let i = y * width + x;
            let here = points[i];
            if here.pixel == 0.0 {
                continue;
            }
            let (mut sum, mut count) = (0.0, 0.0);
            for tap in 0..5 {
                let j = (i + tap * step).wrapping_sub(2 * step);
                let inside = j < values.len() && (step > 1 || j / width == y);
                if inside && points[j].pixel > 0.0 {
                    let offset = points[j].position - here.position;
                    if offset.dot(here.normal).abs() < 0.03 {
                        sum += values[j];
                        count += 1.0;
                    }
                }
            }
            *blurred = sum / count;
        }
    });
    blurred
}
