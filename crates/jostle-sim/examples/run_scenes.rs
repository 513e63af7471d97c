//! Runs scenes that ship to their rest and tells what they cost and how they end:
//! `cargo run --release -p jostle-sim --example run_scenes [NAME...]`.

use jostle_sim::SCENES;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "{:<16} {:>7} {:>9} {:>9} {:>9} {:>6} {:>10} {:>10} {:>10}",
        "scene",
        "objects",
        "elements",
        "ms/frame",
        "worst",
        "coll.",
        "contacts",
        "energy",
        "deepest"
    );
    for scene in SCENES {
        if !names.is_empty() && !names.iter().any(|name| name == scene.name) {
            continue;
        }
        let mut file = scene.load()?;
        let (mut seconds, mut collision, mut worst) = (0.0, 0.0, 0.0f64);
        for _ in 0..file.frames {
            file.world.step()?;
            let own = file.world.statistics();
            seconds += own.seconds;
            collision += own.collision_seconds;
            worst = worst.max(own.seconds);
        }
        let own = file.world.statistics();
        println!(
            "{:<16} {:>7} {:>9} {:>9.2} {:>9.2} {:>5.0}% {:>10} {:>10.1e} {:>10.1e}",
            scene.name,
            file.world.scene().objects().len(),
            file.world.scene().element_count(),
            1e3 * seconds / f64::from(file.frames),
            1e3 * worst,
            100.0 * collision / seconds,
            own.contacts + own.rigid_contacts,
            file.world.kinetic_energy(),
            own.deepest
        );
    }
    Ok(())
}
