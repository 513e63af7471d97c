//! Reading of one element, which both MSH versions list as the tags of its nodes.

use super::element_type::{self, ElementType};
use super::{Tags, numbers::Numbers};
use crate::binary::Scalar;
use crate::error::ParseResult;
use crate::mesh_builder::MeshBuilder;

/// Reads the nodes of an element and adds it to the builder; `corners` keeps its capacity.
pub(super) fn read(
    numbers: &mut Numbers,
    tag_size: Scalar,
    kind: &ElementType,
    tags: &Tags,
    corners: &mut Vec<u32>,
    builder: &mut MeshBuilder,
) -> ParseResult<()> {
    corners.clear();
    for _ in 0..kind.nodes {
        let tag = numbers.integer(tag_size, "a node tag")?;
        match tags.vertex(tag) {
            Some(vertex) => corners.push(vertex),
            None => return Err(numbers.error(tags.missing(builder.seen(), tag))),
        }
    }
    corners.truncate(element_type::corners(kind.shape));
    builder.report.curved_straightened += kind.curved as usize;
    builder.push(kind.shape, corners)
}
