//! Draws one picture of each kind into a folder: `cargo run --release -p jostle-picture --example
//! gallery -- FOLDER`.

use jostle::geometry::Aabb;
use jostle::mesh::shapes::{self, Split};
use jostle::{DVec3, Query, Scene, TriangleMesh, Workspace, collide};
use jostle_picture::{Animation, Lens, Paint, Picture, Size, Viewpoint};
use jostle_testing::SplitMix64;
use std::path::{Path, PathBuf};
use std::time::Instant;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "gallery".to_owned()));
    std::fs::create_dir_all(&folder)?;
    let picture = Picture::default();
    show(&folder.join("spheres.png"), &spheres()?, &picture)?;
    show(&folder.join("boxes.png"), &boxes()?, &picture)?;
    show(&folder.join("folded.png"), &folded()?, &picture)?;
    show(
        &folder.join("many.png"),
        &balls()?,
        &picture.clone().viewpoint(Viewpoint::new(20.0, 35.0)),
    )?;
    heat(&folder.join("heat.png"), &picture.clone().lens(Lens::Orthographic))?;
    let small = picture.size(Size::new(480, 360)?);
    passing(&folder.join("passing.gif"), &small)
}

fn show(path: &Path, scene: &Scene, picture: &Picture) -> Outcome<()> {
    let collisions = collide(scene, &Query::default())?;
    let start = Instant::now();
    let image = picture.draw(scene, &Paint::collisions(scene, &collisions))?;
    println!("{}: {:.2} s", path.display(), start.elapsed().as_secs_f64());
    Ok(image.write_png(path)?)
}

/// Two that cross.
fn spheres() -> Outcome<Scene> {
    let mut scene = Scene::new();
    scene.add("left", shapes::bumpy_sphere(70, 0.3, 1))?;
    scene.add("right", shapes::bumpy_sphere(70, 0.3, 2).translated(DVec3::new(1.5, 0.2, 0.3)))?;
    Ok(scene)
}

/// Bodies of tetrahedra.
fn boxes() -> Outcome<Scene> {
    let mut scene = Scene::new();
    let cube = || shapes::beam_tets(1.0, 1.0, 6, Split::Six);
    scene.add("cube", cube())?;
    scene.add("other cube", cube().translated(DVec3::new(0.7, -0.55, 0.6)))?;
    Ok(scene)
}

/// A sphere pushed in at the top until it leaves at the bottom.
fn folded() -> Outcome<Scene> {
    let mut mesh: TriangleMesh = shapes::icosphere(5, 1.0);
    for v in &mut mesh.vertices {
        let off = (v.x - 0.15).hypot(v.y + 0.25);
        let push = 1.9 * (1.0 - off / 0.75).max(0.0);
        v.z -= if v.z > 0.0 { push } else { 0.0 };
    }
    let mut scene = Scene::new();
    let folded = scene.add("folded sphere", mesh)?;
    scene.set_self_collision(folded, true)?;
    Ok(scene)
}

/// A heap of small balls.
fn balls() -> Outcome<Scene> {
    let mut scene = Scene::new();
    let mut random = SplitMix64::new(4);
    let mut next = || (random.next_u64() % 1000) as f64 / 1000.0;
    for ball in 0..200 {
        let place = DVec3::new(next() * 6.0, next() * 6.0, next() * 2.0);
        scene.add(format!("ball {ball}"), shapes::icosphere(3, 0.35).translated(place))?;
    }
    Ok(scene)
}

/// A value per element: how far it is from the middle.
fn heat(path: &Path, picture: &Picture) -> Outcome<()> {
    let mesh = shapes::bumpy_sphere(100, 0.5, 3);
    let far = |t: usize| mesh.corners(t).iter().sum::<DVec3>().length() / 3.0;
    let values = (0..mesh.elements.len()).map(far).collect();
    let mut scene = Scene::new();
    scene.add("bumpy sphere", mesh.clone())?;
    let start = Instant::now();
    let image = picture.draw(&scene, &Paint::values("distance from the middle", values))?;
    println!("{}: {:.2} s", path.display(), start.elapsed().as_secs_f64());
    Ok(image.write_png(path)?)
}

/// One body through another.
fn passing(path: &Path, picture: &Picture) -> Outcome<()> {
    let start = Instant::now();
    let mut scene = Scene::new();
    scene.add("torus", shapes::torus(1.0, 0.35, 64, 32))?;
    let body = shapes::bumpy_sphere(16, 0.3, 5).scaled(DVec3::splat(0.8));
    let moving = scene.add("bumpy sphere", body.translated(DVec3::Z * 1.6))?;
    let picture = picture.clone().frame(Aabb::from_points([DVec3::splat(-1.6), DVec3::splat(1.6)]));
    let mut workspace = Workspace::new();
    let mut animation = Animation::create(path, 20.0)?;
    for frame in 0..24 {
        let collisions = workspace.collide(&scene, &Query::default())?;
        let paint = Paint::collisions(&scene, collisions);
        let caption = format!("frame {frame}: {} pairs", collisions.pairs().len());
        animation.add(&picture.clone().caption(caption).draw(&scene, &paint)?)?;
        scene.vertices_mut(moving)?.iter_mut().for_each(|v| v.z -= 0.13);
    }
    let frames = animation.frames();
    animation.finish()?;
    println!("{}: {frames} frames, {:.2} s", path.display(), start.elapsed().as_secs_f64());
    Ok(())
}
