//! Nodes, meshes, primitives.

use super::buffers::{self, Buffers};
use crate::draft::{Budget, Draft, Meter, Shape};
use crate::error::{Flaw, Parsed, Place};
use crate::weld::Welder;
use glam::{DMat4, DQuat, DVec3};
use gltf::accessor::{DataType, Dimensions};
use gltf::mesh::Mode;
use gltf::scene::Transform;
use gltf::{Document, Gltf, Mesh, Node, Primitive, Semantic};
use std::path::Path;

pub(crate) fn read(content: &[u8], folder: Option<&Path>, draft: &mut Draft) -> Parsed<()> {
    let Gltf { document, blob } =
        Gltf::from_slice(content).map_err(|error| damaged(content, error))?;
    let buffers = buffers::load(&document, blob, folder)?;
    draft.set_budget(Budget::of_file(content.len() + buffers.external));
    let mut reader = Reader { buffers, meter: Meter::new(draft.budget()), draft };
    for (mesh, transform) in instances(&document)? {
        reader.mesh(mesh, transform)?;
    }
    Ok(())
}

fn damaged(content: &[u8], error: gltf::Error) -> Flaw {
    let place = match &error {
        gltf::Error::Deserialize(json) if !content.starts_with(b"glTF") => Place::Line(json.line()),
        _ => Place::Byte(0),
    };
    Flaw::malformed(place, format!("the glTF cannot be understood: {}", short(&error.to_string())))
        .advise("export it again as glTF 2.0, without compression or other required extensions")
}

/// The messages of the JSON reader may quote as much of the file as they like.
fn short(message: &str) -> String {
    const SHOWN: usize = 200;
    message.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The meshes of the scene in the order of its nodes, depth first; without nodes, all meshes.
fn instances(document: &Document) -> Parsed<Vec<(Mesh<'_>, DMat4)>> {
    if document.nodes().len() == 0 {
        return Ok(document.meshes().map(|mesh| (mesh, DMat4::IDENTITY)).collect());
    }
    let mut stack: Vec<(Node, DMat4)> =
        roots(document).map(|node| (node, DMat4::IDENTITY)).collect();
    stack.reverse();
    let mut visited = vec![false; document.nodes().len()];
    let mut found = Vec::new();
    while let Some((node, above)) = stack.pop() {
        let index = node.index();
        if std::mem::replace(&mut visited[index], true) {
            let problem = format!("node {index} occurs twice in the scene");
            return Err(Flaw::malformed(Place::Byte(0), problem));
        }
        let transform = above * local(node.transform());
        if let Some(mesh) = node.mesh() {
            found.push((mesh, transform));
        }
        let first = stack.len();
        stack.extend(node.children().map(|child| (child, transform)));
        stack[first..].reverse();
    }
    Ok(found)
}

fn roots(document: &Document) -> Box<dyn Iterator<Item = Node<'_>> + '_> {
    match document.default_scene().or_else(|| document.scenes().next()) {
        Some(scene) => Box::new(document.nodes().filter({
            let mut root = vec![false; document.nodes().len()];
            scene.nodes().for_each(|node| root[node.index()] = true);
            move |node| root[node.index()]
        })),
        None => {
            let mut root = vec![true; document.nodes().len()];
            for node in document.nodes() {
                node.children().for_each(|child| root[child.index()] = false);
            }
            Box::new(document.nodes().filter(move |node| root[node.index()]))
        }
    }
}

/// In `f64`, so that transforms add nothing to the rounding of the file itself.
fn local(transform: Transform) -> DMat4 {
    match transform {
        Transform::Matrix { matrix } => {
            DMat4::from_cols_array_2d(&matrix.map(|c| c.map(f64::from)))
        }
        Transform::Decomposed { translation, rotation, scale } => {
            DMat4::from_scale_rotation_translation(
                DVec3::from_array(scale.map(f64::from)),
                DQuat::from_array(rotation.map(f64::from)).normalize(),
                DVec3::from_array(translation.map(f64::from)),
            )
        }
    }
}

struct Reader<'a> {
    buffers: Buffers,
    meter: Meter,
    draft: &'a mut Draft,
}

impl Reader<'_> {
    fn mesh(&mut self, mesh: Mesh, transform: DMat4) -> Parsed<()> {
        // A mirror turns triangles over.
        let turned = transform.determinant() < 0.0;
        // Primitives of one mesh meet at seams of material, so they are welded together.
        let mut welder = Welder::default();
        for primitive in mesh.primitives() {
            let shape = match primitive.mode() {
                Mode::Triangles => Shape::Triangle,
                Mode::TriangleStrip => Shape::Strip { turned },
                Mode::TriangleFan => Shape::Fan { turned },
                Mode::Points => Shape::Point,
                Mode::Lines | Mode::LineLoop | Mode::LineStrip => Shape::Line,
            };
            match shape {
                Shape::Point | Shape::Line => self.draft.push(shape, &[])?,
                _ => self.primitive(&primitive, shape, turned, transform, &mut welder)?,
            }
        }
        Ok(())
    }

    fn primitive(
        &mut self,
        primitive: &Primitive,
        shape: Shape,
        turned: bool,
        transform: DMat4,
        welder: &mut Welder,
    ) -> Parsed<()> {
        let place = Place::Element(self.draft.seen());
        let vertices = self.vertices(primitive, transform, welder, place)?;
        let corners = match primitive.indices() {
            None => vertices,
            Some(_) => self.corners(primitive, &vertices, place)?,
        };
        if shape != Shape::Triangle {
            return self.draft.push(shape, &corners);
        }
        if corners.len() % 3 != 0 {
            let problem = format!("{} corners make no whole triangles", corners.len());
            return Err(Flaw::malformed(place, problem));
        }
        for three in corners.chunks_exact(3) {
            let (a, b, c) = (three[0], three[1], three[2]);
            self.draft.push(shape, &if turned { [b, a, c] } else { [a, b, c] })?;
        }
        Ok(())
    }

    /// The numbers of the welded vertices.
    fn vertices(
        &mut self,
        primitive: &Primitive,
        transform: DMat4,
        welder: &mut Welder,
        place: Place,
    ) -> Parsed<Vec<u32>> {
        let Some(accessor) = primitive.get(&Semantic::Positions) else {
            return Err(Flaw::malformed(place, "a primitive has no positions"));
        };
        if (accessor.data_type(), accessor.dimensions()) != (DataType::F32, Dimensions::Vec3) {
            let remedy = "export it without compression or quantization";
            return Err(Flaw::unsupported(place, "positions that are not three floats", remedy));
        }
        let spent = accessor.count().saturating_mul(size_of::<DVec3>());
        self.meter.spend(spent, place)?;
        let buffers = &self.buffers;
        let reader = primitive.reader(|buffer| buffers.bytes(buffer.index()));
        let positions = reader.read_positions().ok_or_else(|| overrun(place, "positions"))?;
        let mut vertices = Vec::with_capacity(accessor.count());
        for position in positions {
            let position = DVec3::from_array(position.map(f64::from));
            let position = transform.transform_point3(position);
            vertices.push(welder.vertex(position, self.draft)?);
        }
        Ok(vertices)
    }

    fn corners(&self, primitive: &Primitive, vertices: &[u32], place: Place) -> Parsed<Vec<u32>> {
        let Some(accessor) = primitive.indices() else { return Ok(Vec::new()) };
        let whole = matches!(accessor.data_type(), DataType::U8 | DataType::U16 | DataType::U32);
        if !whole || accessor.dimensions() != Dimensions::Scalar {
            return Err(Flaw::malformed(place, "indices are not unsigned whole numbers"));
        }
        self.meter.spend(accessor.count().saturating_mul(size_of::<u32>()), place)?;
        let reader = primitive.reader(|buffer| self.buffers.bytes(buffer.index()));
        let indices = reader.read_indices().ok_or_else(|| overrun(place, "indices"))?;
        let mut corners = Vec::with_capacity(accessor.count());
        for index in indices.into_u32() {
            let Some(&vertex) = vertices.get(index as usize) else {
                let count = vertices.len();
                let problem = format!("a primitive of {count} vertices refers to vertex {index}");
                return Err(Flaw::malformed(place, problem));
            };
            corners.push(vertex);
        }
        Ok(corners)
    }
}

fn overrun(place: Place, what: &str) -> Flaw {
    Flaw::malformed(place, format!("the {what} of a primitive are not within its buffers"))
}
