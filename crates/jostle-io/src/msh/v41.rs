//! MSH 4.1: nodes and elements in blocks, one per geometric entity.

use super::element_type::ElementType;
use super::{Groups, Tags, element, numbers::Numbers};
use crate::binary::Scalar;
use crate::error::ParseResult;
use crate::mesh_builder::MeshBuilder;
use jostle::DVec3;

pub(super) fn read_nodes(
    numbers: &mut Numbers,
    size: Scalar,
    builder: &mut MeshBuilder,
) -> ParseResult<Tags> {
    let bytes = size.size();
    // An empty block is four numbers.
    let blocks = numbers.count(size, "node blocks", 8, 12 + bytes)?;
    let total = numbers.count(size, "nodes", 8, 24 + bytes)?;
    skip(numbers, size, 2)?;
    let mut tags = Vec::with_capacity(total);
    builder.vertices.reserve_exact(total);
    for _ in 0..blocks {
        let dimension = numbers.integer(Scalar::I32, "an entity dimension")?;
        skip(numbers, Scalar::I32, 1)?;
        let parametric = numbers.integer(Scalar::I32, "a flag")? != 0;
        let count = numbers.count(size, "nodes of a block", 8, 24 + bytes)?;
        if count > total - tags.len() {
            let left = total - tags.len();
            return Err(
                numbers.error(format!("a block of {count} nodes comes where {left} are left"))
            );
        }
        for _ in 0..count {
            tags.push(numbers.integer(size, "a node tag")?);
        }
        let parameters = if parametric { dimension.clamp(0, 3) } else { 0 };
        for _ in 0..count {
            let mut position = DVec3::ZERO;
            for axis in 0..3 {
                position[axis] = numbers.float("a coordinate")?;
            }
            for _ in 0..parameters {
                numbers.float("a parameter")?;
            }
            builder.vertices.push(position);
        }
    }
    Tags::new(tags).map_err(|tag| numbers.error(format!("two nodes have the tag {tag}")))
}

pub(super) fn read_elements(
    numbers: &mut Numbers,
    size: Scalar,
    tags: &Tags,
    groups: &Groups,
    builder: &mut MeshBuilder,
) -> ParseResult<()> {
    let bytes = size.size();
    let blocks = numbers.count(size, "element blocks", 8, 12 + bytes)?;
    skip(numbers, size, 3)?;
    let mut corners = Vec::new();
    for _ in 0..blocks {
        let dimension = numbers.integer(Scalar::I32, "an entity dimension")?;
        let entity = numbers.integer(Scalar::I32, "an entity tag")?;
        builder.enter_part(groups.entity_part(dimension, entity));
        let element = numbers.integer(Scalar::I32, "an element type")?;
        let Some(kind) = ElementType::from_number(element) else {
            return Err(numbers.error(format!("there is no element type {element}")));
        };
        let count = numbers.count(
            size,
            "elements of a block",
            2 + 2 * kind.nodes,
            bytes * (1 + kind.nodes),
        )?;
        for _ in 0..count {
            skip(numbers, size, 1)?;
            element::read(numbers, size, &kind, tags, &mut corners, builder)?;
        }
    }
    Ok(())
}

fn skip(numbers: &mut Numbers, scalar: Scalar, count: usize) -> ParseResult<()> {
    for _ in 0..count {
        numbers.integer(scalar, "a number")?;
    }
    Ok(())
}
