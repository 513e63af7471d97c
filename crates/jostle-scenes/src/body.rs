//! One body of a scene: a mesh at rest, and how it moves.

use jostle::mesh::topology::Boundary;
use jostle::{DVec3, Mesh};

/// Where a point at rest is at a time from 0 to 1.
pub type VertexMotion = Box<dyn Fn(DVec3, f64) -> DVec3 + Send + Sync>;

/// The mesh of a body, from its mesh at rest, at a time from 0 to 1.
pub type MeshMotion = Box<dyn Fn(&Mesh, f64) -> Mesh + Send + Sync>;

/// How a body changes over time.
pub enum Motion {
    /// Vertices move, the topology stays.
    Vertices(VertexMotion),
    /// Vertices and topology change.
    Mesh(MeshMotion),
}

pub struct Body {
    pub name: String,
    pub rest: Mesh,
    pub motion: Motion,
    pub has_self_collision: bool,
}

impl Body {
    pub fn new(
        name: impl Into<String>,
        rest: impl Into<Mesh>,
        motion: impl Fn(DVec3, f64) -> DVec3 + Send + Sync + 'static,
    ) -> Body {
        let motion = Motion::Vertices(Box::new(motion));
        Body { name: name.into(), rest: rest.into(), motion, has_self_collision: false }
    }

    /// A body that stays where it is.
    pub fn fixed(name: impl Into<String>, rest: impl Into<Mesh>) -> Body {
        Body::new(name, rest, |point, _| point)
    }

    pub fn with_changing_mesh(
        name: impl Into<String>,
        rest: impl Into<Mesh>,
        change: impl Fn(&Mesh, f64) -> Mesh + Send + Sync + 'static,
    ) -> Body {
        let motion = Motion::Mesh(Box::new(change));
        Body { name: name.into(), rest: rest.into(), motion, has_self_collision: false }
    }

    /// The body, tested against itself.
    pub fn with_self_collision(self) -> Body {
        Body { has_self_collision: true, ..self }
    }

    /// The body with its surface as its mesh.
    pub fn into_surface(self) -> Body {
        let rest = match &self.rest {
            Mesh::Tets(mesh) => match Boundary::from_mesh(mesh) {
                Ok(boundary) => boundary.surface.into(),
                Err(_) => self.rest,
            },
            Mesh::Triangles(_) => self.rest,
        };
        Body { rest, ..self }
    }
}
