//! One body of a scene: a mesh at rest, and how it moves.

use jostle::mesh::topology::Boundary;
use jostle::{DVec3, Mesh};

/// Where a point at rest is at a time from 0 to 1.
pub type Motion = Box<dyn Fn(DVec3, f64) -> DVec3 + Send + Sync>;

/// The mesh of a body, from its mesh at rest, at a time from 0 to 1.
pub type Change = Box<dyn Fn(&Mesh, f64) -> Mesh + Send + Sync>;

pub enum Act {
    /// Vertices move, the topology stays.
    Moves(Motion),
    /// Both change.
    Changes(Change),
}

pub struct Body {
    pub name: String,
    pub rest: Mesh,
    pub act: Act,
    pub has_self_collision: bool,
}

impl Body {
    pub fn new(
        name: impl Into<String>,
        rest: impl Into<Mesh>,
        motion: impl Fn(DVec3, f64) -> DVec3 + Send + Sync + 'static,
    ) -> Body {
        let act = Act::Moves(Box::new(motion));
        Body { name: name.into(), rest: rest.into(), act, has_self_collision: false }
    }

    /// A body that stays where it is.
    pub fn still(name: impl Into<String>, rest: impl Into<Mesh>) -> Body {
        Body::new(name, rest, |point, _| point)
    }

    pub fn changing(
        name: impl Into<String>,
        rest: impl Into<Mesh>,
        change: impl Fn(&Mesh, f64) -> Mesh + Send + Sync + 'static,
    ) -> Body {
        let act = Act::Changes(Box::new(change));
        Body { name: name.into(), rest: rest.into(), act, has_self_collision: false }
    }

    /// The body, tested against itself.
    pub fn soft(self) -> Body {
        Body { has_self_collision: true, ..self }
    }

    /// The body as a surface.
    pub fn hollow(self) -> Body {
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
