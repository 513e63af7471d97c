//! The renderer: from triangles to pixels, with occlusion, light, edges, and hidden marks.

use crate::Image;
use crate::colour::{self, COLLIDING, INSIDE, NEAR, OBJECTS};
use crate::ground_shadow::GroundShadow;
use crate::halo;
use crate::hidden_marks::{HiddenMarks, SAME_DEPTH};
use crate::intersection_curve::IntersectionCurve;
use crate::light::Lights;
use crate::occlusion::{self, Point};
use crate::paint::{Mark, Paint};
use crate::samples::{Sample, nearest};
use crate::screen;
use crate::seen::{Seen, Sight};
use crate::shader::Shader;
use crate::surface::{FaceKind, Surface};
use glam::Vec3;
use jostle::Scene;
use jostle::raster::{Up, View};
use jostle_support::parallel;

/// Depths that differ by more than this many pixels are an edge.
const STEP: f32 = 14.0;
/// A colour is seen as such from this part of the image on: fifteen pixels of 640 x 480.
const SPOT: u32 = 20_000;
/// How much of the colour of marks elements take on where a curve stands for them.
const TINT: f32 = 0.13;

/// Everything that decides the colour of a pixel.
pub(crate) struct Renderer<'a> {
    surface: &'a Surface,
    paint: &'a Paint,
    curve: &'a IntersectionCurve,
    ends: [f64; 2],
    objects: [Vec3; OBJECTS.len()],
    /// The view at the resolution of the samples, and how many there are along a pixel's side.
    view: &'a View,
    across: u32,
    lights: Lights,
    ground_shadow: Option<GroundShadow>,
    visible: Vec<Sample>,
    marked: Vec<Sample>,
    hidden_marks: HiddenMarks,
}

impl<'a> Renderer<'a> {
    pub fn new(
        surface: &'a Surface,
        paint: &'a Paint,
        curve: &'a IntersectionCurve,
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
            curve,
            ends: paint.values.as_ref().map_or([0.0; 2], |values| values.ends()),
            objects: OBJECTS.map(colour::linear),
            view,
            across,
            lights: Lights::from_camera(view.camera()),
            ground_shadow: GroundShadow::from_surface(surface, view, up),
            hidden_marks: HiddenMarks::new(surface, view, &visible, &marked),
            visible,
            marked,
        }
    }

    pub fn image(&self) -> Image {
        let width = self.view.width() / self.across;
        let height = self.view.height() / self.across;
        let open = occlusion::openness(&self.points(width, height), width as usize);
        let mut light = vec![Vec3::ZERO; width as usize * height as usize];
        parallel::for_each_chunk_mut(&mut light, width as usize, |y, row| {
            let mut shader = Shader::default();
            for (x, light) in row.iter_mut().enumerate() {
                let open = open[y * width as usize + x];
                *light = self.pixel(x as u32, y as u32, open, &mut shader);
            }
        });
        let marks = self.marks(width as usize, light.len());
        halo::draw(&mut light, &marks, width as usize);
        let pixels = parallel::map(light.len(), 1, |i| colour::srgb(light[i]));
        Image::new(width, height, pixels)
    }

    /// The mark in each pixel, seen or hidden.
    fn marks(&self, width: usize, pixels: usize) -> Vec<Option<halo::MarkedPixel>> {
        if self.marked.is_empty() {
            return Vec::new();
        }
        let marked_pixel = |i: usize| {
            let [x, y] = [i % width, i / width].map(|at| at as u32 * self.across);
            let n = self.across;
            let places = (0..n * n).map(|k| self.place(x + k % n, y + k / n));
            let mut marked = places.filter(|&place| !self.marked[place].is_empty());
            let place = marked.next()?;
            let filled = (1 + marked.count()) as f32 / (n * n) as f32;
            let hidden = self.hidden_strength(place);
            let colour = self.colour(self.marked[place].face as usize).0;
            Some(halo::MarkedPixel { colour, strength: hidden.unwrap_or(0.8), filled })
        };
        parallel::map(pixels, 1, marked_pixel)
    }

    /// What is on the image.
    pub fn seen(&self, scene: &Scene) -> Seen {
        let objects = scene.objects().len();
        let (mut own, mut otherwise) = (vec![0u32; objects], vec![0u32; objects]);
        let mut marks = [0u32; 3];
        for sample in self.visible.iter().filter(|sample| !sample.is_empty()) {
            let face = &self.surface.faces[sample.face as usize];
            let counts = if self.has_own_colour(face.element) { &mut own } else { &mut otherwise };
            counts[face.object as usize] += 1;
        }
        for sample in self.marked.iter().filter(|sample| !sample.is_empty()) {
            let face = &self.surface.faces[sample.face as usize];
            if face.kind != FaceKind::Curve {
                otherwise[face.object as usize] += 1;
            }
            let mark = match (face.kind, self.paint.mark(face.element as usize)) {
                (FaceKind::Curve, _) | (_, Mark::Colliding | Mark::Plain) => 0,
                (_, Mark::Inside) => 1,
                (_, Mark::Near) => 2,
            };
            marks[mark] += 1;
        }
        let spot = self.visible.len() as u32 / SPOT;
        let sight = |(own, otherwise): (&u32, &u32)| match (*own, *otherwise) {
            (0, 0) => Sight::Unseen,
            (own, _) if own > spot => Sight::OwnColour,
            _ => Sight::OtherColour,
        };
        Seen {
            objects: own.iter().zip(&otherwise).map(sight).collect(),
            // Marks smaller than a pixel have a halo.
            colliding: marks[0] > 0,
            inside: marks[1] > 0,
            near: marks[2] > 0,
            curve: !self.curve.is_empty(),
        }
    }

    /// Whether neither a value nor a mark takes the place of an object's colour.
    fn has_own_colour(&self, element: u32) -> bool {
        let values = self.paint.values.as_ref();
        values.is_none_or(|values| values.values[element as usize].is_nan())
            && (self.paint.mark(element as usize) == Mark::Plain || self.curve.shows(element))
    }

    /// How strongly a mark is seen through what is in front of it, if anything is.
    fn hidden_strength(&self, place: usize) -> Option<f32> {
        let visible = &self.visible[place];
        let behind = self.marked[place].depth - visible.depth;
        (behind > SAME_DEPTH).then(|| {
            let solid = self.surface.faces[visible.face as usize].kind == FaceKind::Solid;
            let strength = self.hidden_marks.strength(place, behind, solid);
            match self.surface.faces[self.marked[place].face as usize].kind {
                // Thin, so it hides little and may be stronger.
                FaceKind::Curve => strength.sqrt(),
                FaceKind::Surface | FaceKind::Solid => strength,
            }
        })
    }

    /// What is behind the middle of each pixel.
    fn points(&self, width: u32, height: u32) -> Vec<Point> {
        let mut points = vec![Point::NONE; width as usize * height as usize];
        parallel::for_each_chunk_mut(&mut points, width as usize, |y, row| {
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
    fn pixel(&self, x: u32, y: u32, open: f32, shader: &mut Shader) -> Vec3 {
        let [left, top] = [x, y].map(|at| at * self.across);
        let count = (self.across * self.across) as f32;
        let places = || {
            (0..self.across).flat_map(move |v| (0..self.across).map(move |u| [left + u, top + v]))
        };
        if let Some(middle) = self.single_face(left, top) {
            // The same face all over: light changes little, lines do.
            let light = self.face(middle, open, 0.0, shader);
            let line =
                |[x, y]: [u32; 2]| shader.line(self.visible[self.place(x, y)].barycentrics());
            return light * (1.0 - places().map(line).sum::<f32>() / count);
        }
        let mut behind = None;
        let mut sum = Vec3::ZERO;
        for place in places() {
            sum += self.sample(place, open, shader, &mut behind);
        }
        sum / count
    }

    /// The middle sample of a pixel, if it and all pixels beside it show one face and no mark.
    fn single_face(&self, left: u32, top: u32) -> Option<&Sample> {
        let (width, height, n) = (self.view.width(), self.view.height(), self.across);
        if left < n || top < n || left + 2 * n > width || top + 2 * n > height {
            return None;
        }
        let middle = &self.visible[self.place(left + n / 2, top + n / 2)];
        // Triangles are convex: if it shows at four corners around the pixel and nothing lies in
        // front of it at the samples, it shows at all of them.
        let corners =
            [[left - 1, top - 1], [left + n, top - 1], [left - 1, top + n], [left + n, top + n]];
        let shows = |[x, y]: [u32; 2]| self.visible[self.place(x, y)].face == middle.face;
        if middle.is_empty() || !corners.into_iter().all(shows) {
            return None;
        }
        for y in top..top + n {
            let row = self.place(left, y)..self.place(left + n, y);
            let other = self.visible[row.clone()].iter().any(|sample| sample.face != middle.face);
            if other || self.marked.get(row).is_some_and(|row| row.iter().any(|m| !m.is_empty())) {
                return None;
            }
        }
        Some(middle)
    }

    /// The light of one sample. Neighbours mostly show the same face and the same background.
    fn sample(
        &self,
        [x, y]: [u32; 2],
        open: f32,
        shader: &mut Shader,
        behind: &mut Option<Vec3>,
    ) -> Vec3 {
        let place = self.place(x, y);
        let visible = &self.visible[place];
        let Some(marked) = self.marked.get(place).filter(|marked| !marked.is_empty()) else {
            if visible.is_empty() {
                return *behind.get_or_insert_with(|| self.background(x, y));
            }
            return self.face(visible, open, 1.0, shader) * self.outline(x, y);
        };
        match self.hidden_strength(place) {
            None => self.face(marked, open, 1.0, shader),
            Some(strength) => {
                let light = self.face(visible, open, 1.0, shader) * self.outline(x, y);
                let mut shader = self.shader(marked);
                shader.glow = 0.55;
                light.lerp(self.face(marked, 1.0, 1.3, &mut shader), strength)
            }
        }
    }

    /// Bright in the middle, with the shadow of the scene on the ground.
    fn background(&self, x: u32, y: u32) -> Vec3 {
        const MIDDLE: Vec3 = Vec3::new(0.94, 0.95, 0.97);
        const RIM: Vec3 = Vec3::new(0.70, 0.735, 0.79);
        let [u, v] = [x as f32 / self.view.width() as f32, y as f32 / self.view.height() as f32];
        let away = ((u - 0.5).powi(2) + (v - 0.42).powi(2)) * 1.7;
        let light = MIDDLE.lerp(RIM, away.min(1.0));
        let shadow = |ground: &GroundShadow| {
            ground.shadow(self.view, f64::from(x) + 0.5, f64::from(y) + 0.5)
        };
        light * (1.0 - self.ground_shadow.as_ref().map_or(0.0, shadow))
    }

    /// The light of a face at a sample. Lines between elements are drawn as strongly as asked.
    fn face(&self, sample: &Sample, open: f32, lines: f32, shader: &mut Shader) -> Vec3 {
        if shader.face != sample.face {
            *shader = self.shader(sample);
        }
        let weights = sample.barycentrics();
        let normals = shader.normals;
        let normal =
            (0..3).map(|i| normals[i] * weights[i]).sum::<Vec3>().normalize_or(shader.flat);
        let light = self.lights.shade(shader.colour, self.toward_eye(normal), open);
        let line = lines * shader.line(weights);
        light.lerp(shader.colour, shader.glow) * (1.0 - line).max(0.0)
    }

    fn shader(&self, sample: &Sample) -> Shader {
        let face = sample.face as usize;
        let heights = match self.surface.faces[face].kind {
            FaceKind::Curve => [0.0; 3],
            FaceKind::Surface | FaceKind::Solid => self.heights(face),
        };
        let flat = self.flat(face);
        let (colour, glow) = self.colour(face);
        let normals = self.surface.normals(face, flat);
        Shader { face: sample.face, flat, normals, colour, glow, heights }
    }

    /// The heights of a triangle on the image, in pixels; those behind the camera have none.
    fn heights(&self, face: usize) -> [f32; 3] {
        let place = |corner| screen::place(self.view, corner);
        let [Some(a), Some(b), Some(c)] = self.surface.corners(face).map(place) else {
            return [0.0; 3];
        };
        let area = (b - a).perp_dot(c - a).abs();
        let pixel = f64::from(self.across);
        [c - b, a - c, b - a].map(|edge| (area / edge.length().max(1e-12) / pixel) as f32)
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
        if face.kind == FaceKind::Curve {
            return (colour::linear(COLLIDING), 0.8);
        }
        let element = face.element as usize;
        let own = self.objects[face.object as usize % OBJECTS.len()];
        if let Some(values) = self.paint.values.as_ref().filter(|v| !v.values[element].is_nan()) {
            let ([low, high], value) = (self.ends, values.values[element]);
            let at = if high > low { (value - low) / (high - low) } else { 1.0 };
            return (colour::heat(values.ramp, at as f32), 0.15);
        }
        match self.paint.mark(element) {
            Mark::Colliding if self.curve.shows(face.element) => {
                (own.lerp(colour::linear(COLLIDING), TINT), 0.0)
            }
            Mark::Colliding => (colour::linear(COLLIDING), 0.3),
            Mark::Inside => (colour::linear(INSIDE), 0.3),
            Mark::Near => (colour::linear(NEAR), 0.3),
            Mark::Plain => (own, 0.0),
        }
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
