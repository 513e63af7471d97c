//! Draws frames of a scene that ships side by side, or of a scene file:
//! `cargo run --release -p jostle-sim --example draw_scene drape 0,60,240 drape-{}.png`.

use jostle_picture::{Paint, Picture, Size};
use jostle_sim::{SceneFile, ShippedScene};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [scene, frames, out] = &arguments[..] else {
        return Err("a scene, frames such as 0,60 and a file such as out-{}.png are wanted".into());
    };
    let mut file = match ShippedScene::find(scene) {
        Some(shipped) => shipped.load()?,
        None => SceneFile::read(scene)?,
    };
    let frames: Vec<u64> = frames.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let last = frames.iter().copied().max().unwrap_or(0);
    for frame in 0..=last {
        if frames.contains(&frame) {
            let picture = Picture::default().size(Size::new(480, 360)?).legend(false);
            let image = picture.draw(file.world.scene(), &Paint::plain())?;
            image.write_png(out.replace("{}", &frame.to_string()))?;
        }
        file.world.step()?;
    }
    Ok(())
}
