//! Physical groups, which the user of Gmsh names; those with a name are parts.

use super::numbers::Numbers;
use crate::binary::Scalar;
use crate::error::ParseResult;
use crate::mesh_builder::{MeshBuilder, Shape};
use crate::part_names::PartId;
use crate::text::Text;
use std::collections::HashMap;

/// A dimension, and the tag of a group or entity of it.
type DimensionTag = (i64, i64);

#[derive(Default)]
pub(super) struct Groups {
    named: HashMap<DimensionTag, PartId>,
    /// 4.1: the first named group of each geometric entity.
    entities: HashMap<DimensionTag, PartId>,
}

impl Groups {
    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// `$PhysicalNames`, which are text even in a binary file.
    pub fn read_names(&mut self, text: &mut Text, builder: &mut MeshBuilder) -> ParseResult<()> {
        // A dimension, a tag and a name in quotes.
        let count = text.count("physical names", 6)?;
        for _ in 0..count {
            let dimension = text.integer("the dimension of a physical group")?;
            let tag = text.integer("the tag of a physical group")?;
            let line = text.line().unwrap_or(b"").trim_ascii();
            let name = line.strip_prefix(b"\"").unwrap_or(line);
            let name = name.strip_suffix(b"\"").unwrap_or(name);
            if !name.trim_ascii().is_empty() {
                let part = builder.add_part(name, "group", self.named.len());
                self.named.entry((dimension, tag)).or_insert(part);
            }
        }
        Ok(())
    }

    /// `$Entities` of 4.1: of each, its groups.
    pub fn read_entities(&mut self, numbers: &mut Numbers, size: Scalar) -> ParseResult<()> {
        // A tag, three coordinates and a count at least.
        let least = 28 + size.size();
        let mut counts = [0; 4];
        for count in &mut counts {
            *count = numbers.count(size, "entities", 10, least)?;
        }
        for (dimension, count) in (0..).zip(counts) {
            for _ in 0..count {
                let tag = numbers.integer(Scalar::I32, "an entity tag")?;
                // A position, or the corners of a box.
                for _ in 0..if dimension == 0 { 3 } else { 6 } {
                    numbers.float("a coordinate")?;
                }
                for _ in 0..numbers.count(size, "physical tags", 2, 4)? {
                    let group = numbers.integer(Scalar::I32, "a physical tag")?;
                    if let Some(part) = self.named_part(dimension, group) {
                        self.entities.entry((dimension, tag)).or_insert(part);
                    }
                }
                if dimension > 0 {
                    for _ in 0..numbers.count(size, "bounding entities", 2, 4)? {
                        numbers.integer(Scalar::I32, "an entity tag")?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A negative tag is the group turned over.
    fn named_part(&self, dimension: i64, group: i64) -> Option<PartId> {
        self.named.get(&(dimension, group.saturating_abs())).copied()
    }

    /// 2.2: the part of an element of a shape in a group.
    pub fn part(&self, shape: Shape, group: i64) -> PartId {
        if self.is_empty() {
            return 0;
        }
        let dimension = match shape {
            Shape::Point => 0,
            Shape::Line => 1,
            Shape::Tet | Shape::Hex | Shape::Wedge | Shape::Pyramid => 3,
            _ => 2,
        };
        self.named_part(dimension, group).unwrap_or(0)
    }

    /// 4.1: the part of the elements of an entity.
    pub fn entity_part(&self, dimension: i64, entity: i64) -> PartId {
        self.entities.get(&(dimension, entity)).copied().unwrap_or(0)
    }
}
