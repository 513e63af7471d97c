//! Reading of the triangles of a glTF document.

use super::accessor::Accessors;
use super::document::{Document, Kind, Mesh, Primitive};
use super::{buffers, container, scene};
use crate::budget::{Budget, Meter};
use crate::error::{ParseError, ParseResult, Place};
use crate::mesh_builder::{MeshBuilder, Shape};
use crate::weld::Welder;
use glam::{DMat4, DVec3};
use std::path::Path;

pub(crate) fn read(
    content: &[u8],
    folder: Option<&Path>,
    builder: &mut MeshBuilder,
) -> ParseResult<()> {
    let container = container::open(content)?;
    let document = parse(container.json, container.at)?;
    check_version(&document)?;
    let buffers = buffers::load(&document, container.blob, folder)?;
    builder.set_budget(Budget::for_file(content.len() + buffers.external));
    let meter = Meter::new(builder.budget());
    let accessors = Accessors { document: &document, buffers, meter };
    let instances = scene::instances(&document)?;
    let shown = document.nodes.iter().filter(|node| node.mesh.is_some()).count();
    builder.report.nodes_outside_scene = shown.saturating_sub(instances.len());
    let what = if document.nodes.is_empty() { "mesh" } else { "node" };
    for instance in instances {
        let part = builder.add_part(instance.name.as_bytes(), what, instance.number);
        builder.enter_part(part);
        builder.restart_count();
        // The pose of the skeleton is not evaluated; where exporters bind it, a node's transform holds.
        builder.report.skins_in_bind_pose += instance.is_skinned as usize;
        read_mesh(instance.mesh, instance.transform, &accessors, builder)?;
    }
    Ok(())
}

fn parse(json: &[u8], at: usize) -> ParseResult<Document> {
    serde_json::from_slice(json).map_err(|error| {
        // Within a GLB, lines mean nothing to the reader of the message.
        let place = if at == 0 { Place::Line(error.line()) } else { Place::Byte(at) };
        let message: String =
            error.to_string().chars().filter(|c| !c.is_control()).take(200).collect();
        ParseError::malformed(place, format!("the JSON is no glTF: {message}"))
    })
}

fn check_version(document: &Document) -> ParseResult<()> {
    let remedy = "export it as glTF 2.0 without compression and GPU instancing";
    if !document.asset.version.starts_with("2.") {
        let version: String = document.asset.version.chars().take(20).collect();
        return Err(ParseError::unsupported(
            Place::Byte(0),
            format!("glTF version '{version}'"),
            remedy,
        ));
    }
    // Other extensions are about looks, or are understood.
    let unread = |name: &&String| {
        ["draco", "meshopt", "instancing"].iter().any(|unread| name.contains(unread))
    };
    // Instances are missed even by readers that may leave them out; compressed data have a plain twin then.
    let instancing = document.extensions_used.iter().find(|name| name.contains("instancing"));
    match document.extensions_required.iter().find(unread).or(instancing) {
        Some(name) => {
            let name: String = name.chars().take(50).collect();
            Err(ParseError::unsupported(Place::Byte(0), format!("the extension '{name}'"), remedy))
        }
        None => Ok(()),
    }
}

fn read_mesh(
    mesh: &Mesh,
    transform: DMat4,
    accessors: &Accessors,
    builder: &mut MeshBuilder,
) -> ParseResult<()> {
    // A mirror turns triangles over.
    let turned = transform.determinant() < 0.0;
    // Primitives of one mesh meet at seams of material, so they are welded together.
    let mut welder = Welder::default();
    for primitive in &mesh.primitives {
        let shape = match primitive.mode.unwrap_or(4) {
            0 => Shape::Point,
            1..=3 => Shape::Line,
            4 => Shape::Triangle,
            5 => Shape::Strip { turned },
            6 => Shape::Fan { turned },
            other => {
                let place = Place::Element(builder.seen());
                return Err(ParseError::malformed(
                    place,
                    format!("there is no primitive mode {other}"),
                ));
            }
        };
        match shape {
            // They are no triangles, and not counted among them.
            Shape::Point => builder.report.points_skipped += 1,
            Shape::Line => builder.report.lines_skipped += 1,
            Shape::Triangle => {
                let corners = corners(primitive, transform, accessors, &mut welder, builder)?;
                if corners.len() % 3 != 0 {
                    let problem = format!("{} corners make no whole triangles", corners.len());
                    return Err(ParseError::malformed(Place::Element(builder.seen()), problem));
                }
                for three in corners.chunks_exact(3) {
                    let (a, b, c) = (three[0], three[1], three[2]);
                    builder.push(shape, &if turned { [b, a, c] } else { [a, b, c] })?;
                }
            }
            _ => {
                let corners = corners(primitive, transform, accessors, &mut welder, builder)?;
                builder.push_each(shape, &corners)?;
            }
        }
    }
    Ok(())
}

/// The welded vertices in the order in which the primitive names them.
fn corners(
    primitive: &Primitive,
    transform: DMat4,
    accessors: &Accessors,
    welder: &mut Welder,
    builder: &mut MeshBuilder,
) -> ParseResult<Vec<u32>> {
    let place = Place::Element(builder.seen());
    let Some(position) = primitive.attributes.position else {
        return Err(ParseError::malformed(place, "a primitive has no positions"));
    };
    let numbers = accessors.numbers(position, Kind::Vec3, place)?;
    let mut vertices = Vec::with_capacity(numbers.len() / 3);
    for p in numbers.chunks_exact(3) {
        let position = transform.transform_point3(DVec3::new(p[0], p[1], p[2]));
        vertices.push(welder.vertex(position, builder)?);
    }
    let Some(indices) = primitive.indices else { return Ok(vertices) };
    let indices = accessors.numbers(indices, Kind::Scalar, place)?;
    let mut corners = Vec::with_capacity(indices.len());
    for index in indices {
        // A float that is no index becomes one that does not exist.
        let known = if index.fract() == 0.0 && index >= 0.0 { index as usize } else { usize::MAX };
        let Some(&vertex) = vertices.get(known) else {
            let count = vertices.len();
            let problem = format!("a primitive of {count} vertices refers to vertex {index}");
            return Err(ParseError::malformed(place, problem));
        };
        corners.push(vertex);
    }
    Ok(corners)
}
