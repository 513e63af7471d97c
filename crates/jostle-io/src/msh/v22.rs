//! MSH 2.2: one list of nodes, one list of elements.

use super::element_type::ElementType;
use super::{Groups, Tags, element, numbers::Numbers};
use crate::binary::Scalar;
use crate::error::ParseResult;
use crate::mesh_builder::MeshBuilder;
use jostle::DVec3;

pub(super) fn read_nodes(numbers: &mut Numbers, builder: &mut MeshBuilder) -> ParseResult<Tags> {
    // A tag and three coordinates.
    let count = numbers.decimal_count([8, 28], "nodes")?;
    let mut tags = Vec::with_capacity(count);
    builder.vertices.reserve_exact(count);
    for _ in 0..count {
        tags.push(numbers.integer(Scalar::I32, "a node tag")?);
        let mut position = DVec3::ZERO;
        for axis in 0..3 {
            position[axis] = numbers.float("a coordinate")?;
        }
        builder.vertices.push(position);
    }
    Tags::new(tags).map_err(|tag| numbers.error(format!("two nodes have the tag {tag}")))
}

pub(super) fn read_elements(
    numbers: &mut Numbers,
    tags: &Tags,
    groups: &Groups,
    builder: &mut MeshBuilder,
) -> ParseResult<()> {
    // A tag, a type, a count and a node; in binary, blocks of one type share the type and count.
    let count = numbers.decimal_count([8, 8], "elements")?;
    let end = builder.seen() + count;
    let mut corners = Vec::new();
    while builder.seen() < end {
        let (block, element) = if numbers.is_binary() {
            let element = numbers.integer(Scalar::I32, "an element type")?;
            let block = numbers.count(Scalar::I32, "elements", 0, 8)?;
            (block, element)
        } else {
            numbers.integer(Scalar::I32, "an element tag")?;
            (1, numbers.integer(Scalar::I32, "an element type")?)
        };
        let Some(kind) = ElementType::from_number(element) else {
            return Err(numbers.error(format!("there is no element type {element}")));
        };
        if block == 0 || block > end - builder.seen() {
            let left = end - builder.seen();
            return Err(
                numbers.error(format!("a block of {block} elements comes where {left} are left"))
            );
        }
        let labels = numbers.count(Scalar::I32, "element tags", 2, 4)?;
        for _ in 0..block {
            if numbers.is_binary() {
                numbers.integer(Scalar::I32, "an element tag")?;
            }
            // The physical group, then the geometric entity and others.
            let mut group = 0;
            for label in 0..labels {
                let tag = numbers.integer(Scalar::I32, "an element tag")?;
                group = if label == 0 { tag } else { group };
            }
            builder.enter_part(groups.part(kind.shape, group));
            element::read(numbers, Scalar::I32, &kind, tags, &mut corners, builder)?;
        }
    }
    Ok(())
}
