//! A scene as it is played.

use crate::body::{Act, Body};
use crate::{Entry, Error, Setting, fit};
use jostle::{DVec3, Scene};

/// A scene that can be shown at any frame.
pub struct Playing {
    entry: &'static Entry,
    bodies: Vec<Body>,
    scene: Scene,
}

impl Playing {
    pub(crate) fn start(
        entry: &'static Entry,
        mut bodies: Vec<Body>,
        setting: &Setting,
    ) -> Result<Playing, Error> {
        fit::replace(entry.name, &mut bodies, &setting.meshes)?;
        if setting.surfaces {
            bodies = bodies.into_iter().map(Body::hollow).collect();
        }
        let mut scene = Scene::new();
        for body in &bodies {
            let object = scene.add(body.name.as_str(), body.rest.clone())?;
            scene.set_self_collision(
                object,
                setting.has_self_collision.unwrap_or(body.has_self_collision),
            )?;
        }
        let mut playing = Playing { entry, bodies, scene };
        playing.show(0)?;
        Ok(playing)
    }

    /// What is played.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The scene as it was shown last.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The scene at a frame, counted from 0.
    pub fn show(&mut self, frame: usize) -> Result<&Scene, Error> {
        let &Entry { name: scene, frames, .. } = self.entry;
        if frame >= frames {
            return Err(Error::NoSuchFrame { scene, frame, frames });
        }
        let time = frame as f64 / (frames - 1) as f64;
        for (object, body) in self.bodies.iter().enumerate() {
            match &body.act {
                Act::Moves(motion) => {
                    let moved = |point: &DVec3| motion(*point, time);
                    let positions: Vec<DVec3> = body.rest.vertices().iter().map(moved).collect();
                    self.scene.set_vertices(object, &positions)?;
                }
                Act::Changes(change) => {
                    self.scene.replace(object, change(&body.rest, time))?;
                }
            }
        }
        Ok(&self.scene)
    }
}
