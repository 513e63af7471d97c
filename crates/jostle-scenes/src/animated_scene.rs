//! A scene whose bodies can be moved to any frame.

use crate::body::{Body, Motion};
use crate::{Error, SceneDefinition, SceneOptions, mesh_replacement};
use jostle::{DVec3, Scene};

/// A scene, with the bodies and motions that give its vertices at any frame.
pub struct AnimatedScene {
    definition: &'static SceneDefinition,
    bodies: Vec<Body>,
    scene: Scene,
}

impl AnimatedScene {
    pub(crate) fn new(
        definition: &'static SceneDefinition,
        mut bodies: Vec<Body>,
        options: &SceneOptions,
    ) -> Result<AnimatedScene, Error> {
        mesh_replacement::replace(definition.name, &mut bodies, &options.meshes)?;
        if options.surfaces {
            bodies = bodies.into_iter().map(Body::into_surface).collect();
        }
        let mut scene = Scene::new();
        for body in &bodies {
            let object = scene.add(body.name.as_str(), body.rest.clone())?;
            scene.set_self_collision(
                object,
                options.has_self_collision.unwrap_or(body.has_self_collision),
            )?;
        }
        let mut animated = AnimatedScene { definition, bodies, scene };
        animated.set_frame(0)?;
        Ok(animated)
    }

    /// The definition it was built from.
    pub fn definition(&self) -> &'static SceneDefinition {
        self.definition
    }

    /// The scene at the current frame.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Moves the scene to a frame, counted from 0.
    pub fn set_frame(&mut self, frame: usize) -> Result<&Scene, Error> {
        let &SceneDefinition { name: scene, frames, .. } = self.definition;
        if frame >= frames {
            return Err(Error::NoSuchFrame { scene, frame, frames });
        }
        let time = frame as f64 / (frames - 1) as f64;
        for (object, body) in self.scene.object_ids().zip(&self.bodies) {
            match &body.motion {
                Motion::Vertices(motion) => {
                    let moved = |point: &DVec3| motion(*point, time);
                    let positions: Vec<DVec3> = body.rest.vertices().iter().map(moved).collect();
                    self.scene.set_vertices(object, &positions)?;
                }
                Motion::Mesh(change) => {
                    self.scene.replace(object, change(&body.rest, time))?;
                }
            }
        }
        Ok(&self.scene)
    }
}
