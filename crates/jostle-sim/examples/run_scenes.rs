//! Runs scenes to their rest and tells what they cost and how they end, all that ship or those that are named:
//! `cargo run --release -p jostle-sim --example run_scenes [NAME | NAME:RESOLUTION | FILE.toml]...`.

use jostle_sim::{SCENES, SceneFile, ShippedScene};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        names.extend(SCENES.iter().map(|scene| scene.name.to_owned()));
    }
    println!(
        "{:<20} {:>7} {:>9} {:>9} {:>9} {:>6} {:>9} {:>10} {:>10} {:>5}",
        "scene",
        "objects",
        "elements",
        "ms/frame",
        "worst",
        "coll.",
        "contacts",
        "energy",
        "deepest",
        "held"
    );
    for name in &names {
        run(name, load(name)?)?;
    }
    Ok(())
}

fn load(name: &str) -> Result<SceneFile, Box<dyn Error>> {
    if name.ends_with(".toml") {
        return Ok(SceneFile::read(name)?);
    }
    let (name, resolution) = match name.split_once(':') {
        Some((name, resolution)) => (name, Some(resolution.parse()?)),
        None => (name, None),
    };
    let scene = ShippedScene::find(name).ok_or_else(|| format!("no scene '{name}' ships"))?;
    Ok(match resolution {
        None => scene.load()?,
        Some(resolution) => scene
            .load_at(resolution)
            .ok_or_else(|| format!("'{name}' has no such resolution"))??,
    })
}

fn run(name: &str, mut file: SceneFile) -> Result<(), Box<dyn Error>> {
    let (mut seconds, mut collision, mut worst, mut held) = (0.0, 0.0, 0.0f64, 0);
    for _ in 0..file.frames {
        file.world.step()?;
        let own = file.world.statistics();
        seconds += own.seconds;
        collision += own.collision_seconds;
        worst = worst.max(own.seconds);
        held += own.held;
    }
    let own = file.world.statistics();
    println!(
        "{name:<20} {:>7} {:>9} {:>9.2} {:>9.2} {:>5.0}% {:>9} {:>10.1e} {:>10.1e} {held:>5}",
        file.world.scene().objects().len(),
        file.world.scene().element_count(),
        1e3 * seconds / f64::from(file.frames),
        1e3 * worst,
        100.0 * collision / seconds,
        own.contacts + own.rigid_contacts,
        file.world.kinetic_energy(),
        own.deepest
    );
    Ok(())
}
