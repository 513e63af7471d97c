//! Welding of vertices at the same position, for formats without shared vertices.

use crate::error::ParseResult;
use crate::mesh_builder::MeshBuilder;
use jostle::DVec3;
use std::collections::HashMap;

/// Remembers where vertices are. The standard hasher is keyed, so no file can make it slow.
#[derive(Default)]
pub(crate) struct Welder {
    seen: HashMap<[u64; 3], u32>,
}

impl Welder {
    /// The number of the vertex at this place, which is new or an earlier one.
    pub fn vertex(&mut self, position: DVec3, builder: &mut MeshBuilder) -> ParseResult<u32> {
        // Adding zero turns -0.0 into 0.0 and nothing else.
        let place = position.to_array().map(|x| (x + 0.0).to_bits());
        let next = builder.vertices.len() as u32;
        let vertex = *self.seen.entry(place).or_insert(next);
        if vertex == next {
            builder.push_vertex(position)?;
        } else {
            builder.report.vertices_welded += 1;
        }
        Ok(vertex)
    }
}
