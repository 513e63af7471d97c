//! From triangles to pixels: samples, occlusion, light, edges, and what is hidden.

use crate::Image;
use crate::colour::{self, COLLIDING, INSIDE, OBJECTS};
use crate::ground::Ground;
use crate::light::Lights;
use crate::occlusion::{self, Point};
use crate::paint::{Mark, Paint};
use crate::samples::{Sample, nearest};
use crate::surface::Surface;
use glam::Vec3;
use jostle::raster::{Up, View};
use rayon::prelude::*;

/// How strongly hidden marks are seen through triangles and through bodies of tetrahedra.
const THROUGH: [f32; 2] = [0.42, 0.62];
/// Marks this much deeper than the surface still lie on it.
const SAME_DEPTH: f32 = 2e-4;
/// Depths that differ by more than this many pixels are an edge.
const STEP: f32 = 14.0;

/// Everything that decides the colour of a pixel.
pub(crate) struct Renderer<'a> {
    surface: &'a Surface,
    paint: &'a Paint,
    ends: [f64; 2],
    /// The view at the resolution of the samples, and how many there are along a pixel's side.
    view: &'a View,
    across: u32,
    lights: Lights,
    ground: Option<Ground>,
    visible: Vec<Sample>,
    marked: Vec<Sample>,
}

impl<'a> Renderer<'a> {
    pub fn new(
        surface: &'a Surface,
        paint: &'a Paint,
        view: &'a View,
        across: u32,
        up: Up,
    ) -> Renderer<'a> {
        let visible = nearest(view, surface.outer, |f| surface.corners(f), |f| f as u32);
        let marked = if surface.marked.is_empty() {
            Vec::new()
        } else {
            let face = |i: usize| surface.marked[i];
            nearest(view, surface.marked.len(), |i| surface.corners(face(i) as usize), face)
        };
        Renderer {
            surface,
            paint,
            ends: paint.values.as_ref().map_or([0.0; 2], |values| values.ends()),
            view,
            across,
            lights: Lights::of(view.camera()),
            ground: Ground::below(surface, view, up),
            visible,
            marked,
        }
    }

    pub fn image(&self) -> Image {
        let width = self.view.width() / self.across;
        let height = self.view.height() / self.across;
        let open = occlusion::openness(&self.points(width, height), width as usize);
        let mut pixels = vec![[0; 3]; width as usize * height as usize];
        pixels.par_chunks_mut(width as usize).enumerate().for_each(|(y, row)| {
            for (x, pixel) in row.iter_mut().enumerate() {
                let open = open[y * width as usize + x];
                *pixel = colour::srgb(self.pixel(x as u32, y as u32, open));
            }
        });
        Image::new(width, height, pixels)
    }

    /// What is behind the middle of each pixel.
    fn points(&self, width: u32, height: u32) -> Vec<Point> {
        let mut points = vec![Point::NONE; width as usize * height as usize];
        points.par_chunks_mut(width as usize).enumerate().for_each(|(y, row)| {
            for (x, point) in row.iter_mut().enumerate() {
                let [x, y] = [x, y].map(|at| at as u32 * self.across + self.across / 2);
                let sample = &self.visible[self.place(x, y)];
                if !sample.is_empty() {
                    let [px, py] = [x, y].map(|at| f64::from(at) + 0.5);
                    let depth = f64::from(sample.depth);
                    *point = Point {
                        position: self.view.point(px, py, depth).as_vec3(),
                        normal: self.toward_eye(self.flat(sample.face as usize)),
                        pixel: self.view.pixel_size(depth) as f32 * self.across as f32,
                    };
                }
            }
        });
        points
    }

    fn place(&self, x: u32, y: u32) -> usize {
        y as usize * self.view.width() as usize + x as usize
    }

    /// The mean light of a pixel's samples.
    fn pixel(&self, x: u32, y: u32, open: f32) -> Vec3 {
        let mut sum = Vec3::ZERO;
        let [left, top] = [x, y].map(|at| at * self.across);
        for y in top..top + self.across {
            for x in left..left + self.across {
                sum += self.sample(x, y, open);
            }
        }
        sum / (self.across * self.across) as f32
    }

    fn sample(&self, x: u32, y: u32, open: f32) -> Vec3 {
        let visible = &self.visible[self.place(x, y)];
        let mut light = if visible.is_empty() {
            self.background(x, y)
        } else {
            self.face(visible, open, 1.0) * self.outline(x, y)
        };
        if let Some(marked) = self.marked.get(self.place(x, y)).filter(|m| !m.is_empty()) {
            if marked.depth > visible.depth + SAME_DEPTH {
                let solid = self.surface.faces[visible.face as usize].solid;
                light = light.lerp(self.face(marked, 1.0, 1.6), THROUGH[usize::from(solid)]);
            } else if self.surface.faces[marked.face as usize].element
                != self.surface.faces[visible.face as usize].element
            {
                light = self.face(marked, open, 1.0);
            }
        }
        light
    }

    /// Bright in the middle, with the shadow of the scene on the ground.
    fn background(&self, x: u32, y: u32) -> Vec3 {
        const MIDDLE: Vec3 = Vec3::new(0.94, 0.95, 0.97);
        const RIM: Vec3 = Vec3::new(0.70, 0.735, 0.79);
        let [u, v] = [x as f32 / self.view.width() as f32, y as f32 / self.view.height() as f32];
        let away = ((u - 0.5).powi(2) + (v - 0.42).powi(2)) * 1.7;
        let light = MIDDLE.lerp(RIM, away.min(1.0));
        let shadow =
            |ground: &Ground| ground.shadow(self.view, f64::from(x) + 0.5, f64::from(y) + 0.5);
        light * (1.0 - self.ground.as_ref().map_or(0.0, shadow))
    }

    /// The light of a face at a sample. Lines between elements are drawn as strongly as asked.
    fn face(&self, sample: &Sample, open: f32, lines: f32) -> Vec3 {
        let face = sample.face as usize;
        let flat = self.flat(face);
        let weights = sample.barycentrics();
        let normals = self.surface.normals(face, flat);
        let normal = (0..3).map(|i| normals[i] * weights[i]).sum::<Vec3>().normalize_or(flat);
        let (colour, glow) = self.colour(face);
        let light = self.lights.shade(colour, self.toward_eye(normal), open);
        light.lerp(colour, glow) * (1.0 - lines * self.line(sample, weights)).max(0.0)
    }

    fn flat(&self, face: usize) -> Vec3 {
        let [a, b, c] = self.surface.corners(face);
        (b - a).cross(c - a).normalize_or_zero().as_vec3()
    }

    fn toward_eye(&self, normal: Vec3) -> Vec3 {
        let forward = self.view.camera().forward.as_vec3();
        if normal.dot(forward) > 0.0 { -normal } else { normal }
    }

    /// The colour of a face, and how much it shines by itself.
    fn colour(&self, face: usize) -> (Vec3, f32) {
        let face = &self.surface.faces[face];
        let element = face.element as usize;
        let value = self.paint.values.as_ref().map_or(f64::NAN, |values| values.values[element]);
        if !value.is_nan() {
            let [low, high] = self.ends;
            let at = if high > low { (value - low) / (high - low) } else { 1.0 };
            return (colour::heat(at as f32), 0.15);
        }
        match self.paint.mark(element) {
            Mark::Colliding => (colour::linear(COLLIDING), 0.3),
            Mark::Inside => (colour::linear(INSIDE), 0.3),
            Mark::Plain => (colour::linear(OBJECTS[face.object as usize % OBJECTS.len()]), 0.0),
        }
    }

    /// How dark the line between elements is at a sample: not at all where elements are small.
    fn line(&self, sample: &Sample, weights: [f32; 3]) -> f32 {
        let [a, b, c] = self.surface.corners(sample.face as usize).map(|p| p.as_vec3());
        let area = (b - a).cross(c - a).length();
        let pixel = self.view.pixel_size(f64::from(sample.depth)) as f32 * self.across as f32;
        let heights = [c - b, a - c, b - a].map(|edge| area / edge.length().max(1e-12) / pixel);
        let least = heights[0].min(heights[1]).min(heights[2]);
        let strength = ((least - 5.0) / 12.0).clamp(0.0, 1.0);
        if strength == 0.0 {
            return 0.0;
        }
        let away = (0..3).map(|i| weights[i] * heights[i]).fold(f32::INFINITY, f32::min);
        0.34 * strength * (1.1 - away).clamp(0.0, 1.0)
    }

    /// Darker where a neighbour belongs to another object, to nothing, or lies far behind.
    fn outline(&self, x: u32, y: u32) -> f32 {
        let here = &self.visible[self.place(x, y)];
        let object = self.surface.faces[here.face as usize].object;
        let step = (self.across / 2).max(1);
        let pixel = self.view.pixel_size(f64::from(here.depth)) as f32;
        let far = STEP * step as f32 * pixel;
        let neighbours =
            [(x.wrapping_sub(step), y), (x + step, y), (x, y.wrapping_sub(step)), (x, y + step)];
        let mut dark = 0.0f32;
        for (x, y) in neighbours {
            if x < self.view.width() && y < self.view.height() {
                let there = &self.visible[self.place(x, y)];
                if there.is_empty() || self.surface.faces[there.face as usize].object != object {
                    dark = dark.max(0.55);
                } else if there.depth - here.depth > far {
                    dark = dark.max(0.4);
                }
            }
        }
        1.0 - dark
    }
}
