//! One element, which both versions list as the tags of its nodes.

use super::kind::{self, Kind};
use super::{Tags, numbers::Numbers};
use crate::binary::Scalar;
use crate::draft::Draft;
use crate::error::Parsed;

/// Reads the nodes of an element and adds it to the draft; `corners` keeps its room.
pub(super) fn read(
    numbers: &mut Numbers,
    tag_size: Scalar,
    kind: &Kind,
    tags: &Tags,
    corners: &mut Vec<u32>,
    draft: &mut Draft,
) -> Parsed<()> {
    corners.clear();
    for _ in 0..kind.nodes {
        let tag = numbers.integer(tag_size, "a node tag")?;
        match tags.vertex(tag) {
            Some(vertex) => corners.push(vertex),
            None => return Err(numbers.flaw(tags.missing(draft.seen(), tag))),
        }
    }
    corners.truncate(kind::corners(kind.shape));
    draft.report.curved_straightened += kind.curved as usize;
    draft.push(kind.shape, corners)
}
