//! The meshes of a glTF scene, each with its transform.

use super::document::{Document, Mesh, Node};
use crate::error::{ParseError, ParseResult, Place};
use glam::{DMat4, DQuat, DVec3};

/// A mesh of the scene.
pub(super) struct Instance<'a> {
    pub mesh: &'a Mesh,
    pub transform: DMat4,
    /// The name of the node, else that of the mesh.
    pub name: &'a str,
    /// The number of the node, or of the mesh in a document without nodes.
    pub number: usize,
    pub is_skinned: bool,
}

/// The meshes of the scene in the order of its nodes, depth first; without nodes, all meshes. The same
/// mesh comes once for each node that shows it.
pub(super) fn instances(document: &Document) -> ParseResult<Vec<Instance<'_>>> {
    if document.nodes.is_empty() {
        let meshes = document.meshes.iter().enumerate();
        let instance = |(number, mesh)| Instance::new(mesh, None, DMat4::IDENTITY, number);
        return Ok(meshes.map(instance).collect());
    }
    let error = |problem: String| ParseError::malformed(Place::Byte(0), problem);
    let roots = roots(document)?;
    if roots.len() > document.nodes.len() {
        return Err(error("the scene shows a node twice".into()));
    }
    let mut stack: Vec<(u32, DMat4)> =
        roots.into_iter().rev().map(|node| (node, DMat4::IDENTITY)).collect();
    let mut visited = vec![false; document.nodes.len()];
    let mut found = Vec::new();
    while let Some((index, above)) = stack.pop() {
        let Some(node) = document.nodes.get(index as usize) else {
            return Err(error(format!("there is no node {index}")));
        };
        // A node has one parent; without this rule, a few nodes could stand for billions.
        if std::mem::replace(&mut visited[index as usize], true) {
            return Err(error(format!("node {index} occurs twice in the scene")));
        }
        let transform = above * local(node);
        if let Some(mesh) = node.mesh {
            match document.meshes.get(mesh as usize) {
                Some(mesh) => {
                    found.push(Instance::new(mesh, Some(node), transform, index as usize))
                }
                None => {
                    return Err(error(format!("node {index} shows mesh {mesh}, which is missing")));
                }
            }
        }
        if stack.len() + node.children.len() > document.nodes.len() {
            return Err(error(format!("node {index} has children that occur twice in the scene")));
        }
        stack.extend(node.children.iter().rev().map(|&child| (child, transform)));
    }
    Ok(found)
}

impl<'a> Instance<'a> {
    fn new(
        mesh: &'a Mesh,
        node: Option<&'a Node>,
        transform: DMat4,
        number: usize,
    ) -> Instance<'a> {
        let name = node.and_then(|node| node.name.as_deref()).filter(|name| !name.is_empty());
        let name = name.or(mesh.name.as_deref()).unwrap_or("");
        let is_skinned = node.is_some_and(|node| node.skin.is_some());
        Instance { mesh, transform, name, number, is_skinned }
    }
}

/// The nodes of the default scene, else of the first, else those without a parent.
fn roots(document: &Document) -> ParseResult<Vec<u32>> {
    if let Some(scene) = document.scenes.get(document.scene.unwrap_or(0) as usize) {
        return Ok(scene.nodes.clone());
    }
    if let Some(scene) = document.scene {
        return Err(ParseError::malformed(Place::Byte(0), format!("there is no scene {scene}")));
    }
    let mut is_root = vec![true; document.nodes.len()];
    for &child in document.nodes.iter().flat_map(|node| &node.children) {
        if let Some(root) = is_root.get_mut(child as usize) {
            *root = false;
        }
    }
    Ok((0..).zip(is_root).filter(|&(_, root)| root).map(|(node, _)| node).collect())
}

/// In `f64`, so that transforms add nothing to the rounding of the file itself.
fn local(node: &Node) -> DMat4 {
    if let Some(matrix) = &node.matrix {
        return DMat4::from_cols_array(matrix);
    }
    let rotation = node.rotation.as_deref().copied().map_or(DQuat::IDENTITY, DQuat::from_array);
    DMat4::from_scale_rotation_translation(
        node.scale.as_deref().copied().map_or(DVec3::ONE, DVec3::from_array),
        rotation.normalize(),
        node.translation.as_deref().copied().map_or(DVec3::ZERO, DVec3::from_array),
    )
}
