//! Steps made by formula, and those of files. All start without contact, which IPC Toolkit assumes.

use super::step::Step;
use jostle::mesh::shapes::{self, Diagonals};
use jostle::{DVec3, Mesh, TriangleMesh};
use jostle_testing::SplitMix64;
use std::error::Error;
use std::path::{Path, PathBuf};

pub use crate::workloads::Size;

/// A step that can be made, with its name.
pub struct StepWorkload {
    pub name: &'static str,
    pub about: &'static str,
    pub make: fn(Size) -> Step,
}

/// A step with its name and what it is about.
pub struct NamedStep {
    pub name: String,
    pub about: String,
    pub step: Step,
}

/// All steps, in the order of the report.
pub const ALL: [StepWorkload; 5] = [
    StepWorkload {
        name: "spheres",
        about: "two bumpy spheres that move into each other",
        make: |size| spheres(scaled(size, 8, 24)),
    },
    StepWorkload {
        name: "folded",
        about: "a bumpy sphere whose cap is pushed through its far side",
        make: |size| folded(scaled(size, 8, 32)),
    },
    StepWorkload {
        name: "drape",
        about: "a rippled cloth that falls onto a ball",
        make: |size| drape(scaled(size, 12, 80)),
    },
    StepWorkload {
        name: "n-body",
        about: "balls that fly about, many into each other",
        make: |size| n_body(scaled(size, 3, 4)),
    },
    StepWorkload {
        name: "ripple",
        about: "a cloth whose ripples change; nothing touches",
        make: |size| ripple(scaled(size, 12, 100)),
    },
];

fn scaled(size: Size, quick: u32, full: u32) -> u32 {
    match size {
        Size::Quick => quick,
        Size::Full => full,
    }
}

/// `40 resolution^2` triangles.
fn spheres(resolution: u32) -> Step {
    let direction = DVec3::new(2.0, 3.0, 6.0) / 7.0;
    let one = shapes::bumpy_sphere(resolution, 0.03, 1);
    let other = shapes::bumpy_sphere(resolution, 0.03, 2).translated(2.1 * direction);
    let moved = one.vertices.len();
    moving(&[one, other], |vertex, v| if vertex < moved { v } else { v - 0.2 * direction })
}

/// `20 resolution^2` triangles.
fn folded(resolution: u32) -> Step {
    // The cap beyond this plane is pushed in, so many times as far as it reaches out: at 1.4 it is
    // inside the far side, and at 1.6 beyond.
    const PLANE: f64 = 0.2;
    let fold = |v: DVec3, stretch: f64| {
        let x = if v.x > PLANE { PLANE - stretch * (v.x - PLANE) } else { v.x };
        DVec3::new(x, v.y, v.z)
    };
    let sphere = shapes::bumpy_sphere(resolution, 0.03, 1);
    let end: Vec<DVec3> = sphere.vertices.iter().map(|&v| fold(v, 1.6)).collect();
    let start = sphere.vertices.iter().map(|&v| fold(v, 1.4)).collect();
    Step::new(&TriangleMesh::new(start, sphere.elements), &end)
}

/// `2 side^2` triangles of cloth, and `5 / 4 side^2` of a ball.
fn drape(side: u32) -> Step {
    let above = DVec3::Z * 1.1;
    let cloth = shapes::rippled_cloth(side, side, [3.0, 3.0], Diagonals::Alternating, 0.02, 3);
    let cloth = cloth.translated(above);
    let ball = shapes::geodesic_sphere(side / 4, 1.0);
    let moved = cloth.vertices.len();
    // The further out, the further down.
    let fall = |v: DVec3| v - DVec3::Z * (0.15 + 0.05 * (v.x * v.x + v.y * v.y));
    moving(&[cloth, ball], |vertex, v| if vertex < moved { fall(v) } else { v })
}

/// `side^3` balls of 320 triangles.
fn n_body(side: u32) -> Step {
    let mut random = SplitMix64::new(1);
    let mut vector = || DVec3::from_array([(); 3].map(|_| random.signed()));
    let (mut balls, mut velocities) = (Vec::new(), Vec::new());
    for i in 0..side.pow(3) {
        let lattice =
            DVec3::new((i % side) as f64, (i / side % side) as f64, (i / side / side) as f64);
        // Centres are at least 0.8 apart, and no ball reaches further than 0.38 from its own.
        let ball = shapes::bumpy_sphere(4, 0.05, i.into()).scaled(DVec3::splat(0.36));
        let ball = ball.translated(lattice + 0.1 * vector());
        velocities.extend(vec![0.4 * vector(); ball.vertices.len()]);
        balls.push(ball);
    }
    moving(&balls, |vertex, v| v + velocities[vertex])
}

/// `2 side^2` triangles that stay a height field.
fn ripple(side: u32) -> Step {
    let cloth =
        |seed| shapes::rippled_cloth(side, side, [1.0, 1.0], Diagonals::Alternating, 0.05, seed);
    Step::new(&cloth(1), &cloth(2).vertices)
}

/// Meshes as one, with where each vertex goes by its index and its position.
fn moving(meshes: &[TriangleMesh], to: impl Fn(usize, DVec3) -> DVec3) -> Step {
    let mut all = TriangleMesh::new(Vec::new(), Vec::new());
    for mesh in meshes {
        let offset = all.vertices.len() as u32;
        all.vertices.extend_from_slice(&mesh.vertices);
        all.elements.extend(mesh.elements.iter().map(|face| face.map(|v| v + offset)));
    }
    let end: Vec<DVec3> = all.vertices.iter().enumerate().map(|(i, &v)| to(i, v)).collect();
    Step::new(&all, &end)
}

/// A step from each frame to the next.
pub fn from_files(frames: &[PathBuf]) -> Result<Vec<NamedStep>, Box<dyn Error>> {
    if frames.len() < 2 {
        return Err("one frame is no step: give two files or more".into());
    }
    let meshes: Vec<TriangleMesh> =
        frames.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    let mut steps = Vec::new();
    for (paths, frames) in frames.windows(2).zip(meshes.windows(2)) {
        let [from, to] = [&paths[0], &paths[1]].map(|path| path.display().to_string());
        if frames[0].elements != frames[1].elements
            || frames[0].vertices.len() != frames[1].vertices.len()
        {
            return Err(
                format!("{to} has other triangles than {from}: no step between them").into()
            );
        }
        let name = paths[0].file_stem().map_or_else(|| from.clone(), |n| n.display().to_string());
        let end = paths[1].file_name().map_or_else(|| to.clone(), |n| n.display().to_string());
        let step = Step::new(&frames[0], &frames[1].vertices);
        steps.push(NamedStep { name, about: format!("to {end}"), step });
    }
    Ok(steps)
}

fn read(path: &Path) -> Result<TriangleMesh, Box<dyn Error>> {
    match jostle_io::read(path)?.mesh {
        Mesh::Triangles(mesh) => Ok(mesh),
        Mesh::Tets(_) => Err(format!("{}: give a surface of triangles", path.display()).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle::impact::CandidateTimes;

    #[test]
    fn steps_start_free_and_touch_as_they_say() {
        for workload in ALL {
            let step = (workload.make)(Size::Quick);
            let candidates = step.candidates().expect("a valid step");
            assert!(candidates.len() > 0, "{}", workload.name);
            let listed = step.listed(&candidates);
            let first = step.earliest(&listed, 0.0);
            let impacts = step.impacts(&listed, 0.0, &mut CandidateTimes::default());
            assert_eq!(impacts > 0, workload.name != "ripple", "{}", workload.name);
            assert_eq!(first.is_some(), impacts > 0, "{}", workload.name);
            assert!(first.is_none_or(|first| first.lower > 0.0), "{}: {first:?}", workload.name);
        }
    }
}
