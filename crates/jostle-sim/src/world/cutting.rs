//! Tools that cut, and breaking: changes of topology in a world that runs.

use super::{BodyId, World};
use crate::body::Solid;
use crate::contact::coupling::NO_BODY;
use crate::dragger::DragTarget;
use crate::error::{SimError, check};
use crate::fracture::{self, PartedVertex};
use glam::DVec3;
use jostle::mesh::topology::{Boundary, VolumeTopology};
use jostle::narrow::segment_triangle;
use jostle::{Filters, Query, Scene, SelfPairs, TetMesh, TriangleMesh, collide};

/// What a cutter does to the tetrahedra that it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutMode {
    /// Takes them away.
    Remove,
    /// Parts those on its two sides from each other, along the faces between them.
    Split,
}

/// A tool that moves through a solid and cuts it for a while.
#[derive(Clone, Debug, PartialEq)]
pub struct Cutter {
    /// The solid.
    pub body: BodyId,
    /// Where the tool is when it begins.
    pub tool: TriangleMesh,
    /// How fast it moves.
    pub velocity: DVec3,
    /// When it begins and ends; it cuts after every step from one to the other.
    pub times: [f64; 2],
    /// What it does.
    pub mode: CutMode,
}

impl World {
    /// Adds a tool that cuts a solid while the world runs.
    pub fn add_cutter(&mut self, cutter: Cutter) -> Result<(), SimError> {
        for (key, time) in [("from", cutter.times[0]), ("to", cutter.times[1])] {
            check("cutter", key, time, |_| true, "finite")?;
        }
        check("cutter", "velocity", cutter.velocity.length(), |_| true, "finite")?;
        let name = || "cutter".to_owned();
        cutter.tool.check().map_err(|source| SimError::Mesh { body: name(), source })?;
        self.cutters.push(cutter);
        Ok(())
    }

    /// Lets the cutters whose time it is cut; returns how many tetrahedra or faces.
    pub(super) fn run_cutters(&mut self) -> Result<usize, SimError> {
        let mut sum = 0;
        // Half a step early, so that rounding of the time does not lose the first cut or the last.
        let time = self.time;
        let slack = 0.5 * self.settings.step;
        for index in 0..self.cutters.len() {
            let Cutter { body, velocity, times: [from, to], mode, .. } = self.cutters[index];
            if time < from - slack || time > to + slack {
                continue;
            }
            let tool = self.cutters[index].tool.clone().translated(velocity * (time - from));
            sum += self.cut(body, &tool, mode)?;
        }
        Ok(sum)
    }

    /// Cuts a solid with a surface, such as a blade; returns how many tetrahedra were taken away, or faces were cut.
    ///
    /// What the surface touches is found exactly. Faces are cut where the line between the middles of their two tetrahedra
    /// crosses the surface; a vertex parts if nothing holds its tetrahedra together any more. Momentum stays as it is, but
    /// what is taken away takes its own along.
    pub fn cut(
        &mut self,
        body: BodyId,
        tool: &TriangleMesh,
        mode: CutMode,
    ) -> Result<usize, SimError> {
        let Some(index) = self.soft_index(body) else { return Ok(0) };
        let Some(solid) = self.solids[index].clone() else { return Ok(0) };
        let positions = self.positions(body).to_vec();
        let now = TetMesh::new(positions, solid.mesh.elements.clone());
        let mut scene = Scene::new();
        scene.add("tool", tool.clone())?;
        let object = scene.add("body", now.clone())?;
        let found = collide(
            &scene,
            &Query::all_pairs().filters(Filters::new().self_pairs(SelfPairs::None)),
        )?;
        let mut touched: Vec<u32> = found
            .pairs()
            .iter()
            .map(|pair| scene.locate(pair.b))
            .filter(|(own, _)| *own == object)
            .map(|(_, element)| element.index() as u32)
            .collect();
        touched.sort_unstable();
        touched.dedup();
        if touched.is_empty() {
            return Ok(0);
        }
        match mode {
            CutMode::Remove => {
                let mut rest = solid.mesh.clone();
                let mut tet = 0u32;
                rest.elements.retain(|_| {
                    tet += 1;
                    touched.binary_search(&(tet - 1)).is_err()
                });
                self.retopologize(index, &solid, rest, &[])?;
                Ok(touched.len())
            }
            CutMode::Split => {
                let faces = crossed_faces(&now, &touched, tool)
                    .map_err(|source| SimError::Mesh { body: solid.common.name.clone(), source })?;
                self.cut_faces(index, &solid, &faces)?;
                Ok(faces.len())
            }
        }
    }

    /// Breaks solids where they are stretched by more than they bear; called once for each step.
    pub(super) fn break_solids(&mut self) -> Result<usize, SimError> {
        let mut broken = 0;
        for index in 0..self.solids.len() {
            let most = self.solids[index].as_ref().and_then(|solid| solid.material.break_strain);
            let Some(most) = most else { continue };
            let Some(solid) = self.solids[index].clone() else { continue };
            let range = self.system.soft[index].1.clone();
            let faces =
                fracture::breaking_faces(&solid.mesh, &self.state.positions[range], most)
                    .map_err(|source| SimError::Mesh { body: solid.common.name.clone(), source })?;
            if !faces.is_empty() {
                broken += faces.len();
                self.cut_faces(index, &solid, &faces)?;
            }
        }
        Ok(broken)
    }

    fn soft_index(&self, body: BodyId) -> Option<usize> {
        self.system.soft.iter().position(|(object, _, _)| *object == body.0)
    }

    /// Cuts faces, which stay cut: where vertices do not part yet they do when the faces beside are cut too.
    fn cut_faces(
        &mut self,
        index: usize,
        solid: &Solid,
        faces: &[[u32; 2]],
    ) -> Result<(), SimError> {
        self.cuts[index].extend_from_slice(faces);
        let mut rest = solid.mesh.clone();
        let parted = fracture::part_vertices(&mut rest, &self.cuts[index])
            .map_err(|source| SimError::Mesh { body: solid.common.name.clone(), source })?;
        if parted.is_empty() {
            return Ok(());
        }
        self.retopologize(index, solid, rest, &parted)
    }

    /// Takes over a solid's new mesh at rest, whose vertices are the old ones and then those that parted.
    fn retopologize(
        &mut self,
        index: usize,
        solid: &Solid,
        rest: TetMesh,
        parted: &[PartedVertex],
    ) -> Result<(), SimError> {
        if rest.elements.len() != solid.mesh.elements.len() {
            // Tetrahedra have other numbers now; faces that are cut but hold are whole again.
            self.cuts[index].clear();
        }
        let (object, range, _) = self.system.soft[index].clone();
        let count = parted.len();
        let end = range.end;
        // What is behind the body moves back.
        let inertia = &mut self.system.inertia;
        let origin = |own: &PartedVertex| range.start + own.origin as usize;
        let positions: Vec<DVec3> =
            parted.iter().map(|own| self.state.positions[origin(own)]).collect();
        let velocities: Vec<DVec3> =
            parted.iter().map(|own| self.state.velocities[origin(own)]).collect();
        let whole: Vec<f64> =
            parted.iter().map(|own| inertia.inverse_masses[origin(own)]).collect();
        let inverse: Vec<f64> = parted.iter().zip(&whole).map(|(own, w)| w / own.share).collect();
        for (vertex, left) in left_shares(parted) {
            inertia.inverse_masses[range.start + vertex as usize] /= left;
        }
        self.state.positions.splice(end..end, positions);
        self.state.velocities.splice(end..end, velocities);
        inertia.inverse_masses.splice(end..end, inverse);
        self.system.owners.splice(end..end, std::iter::repeat_n(NO_BODY, count));
        let shifted = |vertex: usize| if vertex >= end { vertex + count } else { vertex };
        for (other, own, _) in &mut self.system.soft {
            if *other == object {
                own.end += count;
            } else {
                *own = shifted(own.start)..shifted(own.start) + own.len();
            }
        }
        for own in &mut self.system.rigid_vertices {
            *own = shifted(own.start)..shifted(own.start) + own.len();
        }
        for dragger in &mut self.system.draggers {
            dragger.vertex = shifted(dragger.vertex as usize) as u32;
            if let DragTarget::Vertex(other) = &mut dragger.target {
                *other = shifted(*other as usize) as u32;
            }
        }
        self.system.search.contacts.clear();
        let solid = Solid { mesh: rest, ..solid.clone() };
        let plastic = self.system.soft[index].2.edge_flow();
        let mut body = solid.soft_body()?;
        body.set_edge_flow(&plastic, &|vertex: u32| {
            let own = (vertex as usize).checked_sub(range.len());
            own.map_or(vertex, |own| parted[own].origin)
        });
        self.system.soft[index].2 = body;
        let range = self.system.soft[index].1.clone();
        let mut is_used = vec![false; range.len()];
        solid.mesh.elements.as_flattened().iter().for_each(|&v| is_used[v as usize] = true);
        for (vertex, is_used) in range.clone().zip(is_used) {
            if !is_used {
                // Of no tetrahedron any more: it has nothing to fall with.
                self.system.inertia.inverse_masses[vertex] = 0.0;
                self.state.velocities[vertex] = DVec3::ZERO;
            }
        }
        let now = TetMesh::new(self.state.positions[range].to_vec(), solid.mesh.elements.clone());
        self.scene.replace(object, now)?;
        self.solids[index] = Some(solid);
        self.collect_surfaces()
    }

    /// The triangles of all deformable bodies.
    fn collect_surfaces(&mut self) -> Result<(), SimError> {
        self.system.surfaces.clear();
        for (index, (object, range, _)) in self.system.soft.iter().enumerate() {
            let first = range.start as u32;
            match &self.solids[index] {
                Some(solid) => {
                    let boundary = Boundary::from_mesh(&solid.mesh).map_err(|source| {
                        SimError::Mesh { body: solid.common.name.clone(), source }
                    })?;
                    let corners = boundary.surface.elements.iter().map(|corners| {
                        corners.map(|corner| first + boundary.vertices[corner as usize])
                    });
                    self.system.surfaces.extend(corners);
                }
                None => {
                    let own = self.scene.object(*object)?;
                    for element in own.elements() {
                        let corners = self.scene.corner_indices(jostle::ElementId::new(element));
                        if let &[a, b, c] = corners {
                            self.system.surfaces.push([a, b, c]);
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// What is left of the mass of vertices that parted.
fn left_shares(parted: &[PartedVertex]) -> Vec<(u32, f64)> {
    let mut left: Vec<(u32, f64)> = Vec::new();
    for own in parted {
        match left.last_mut() {
            Some((vertex, share)) if *vertex == own.origin => *share -= own.share,
            _ => left.push((own.origin, 1.0 - own.share)),
        }
    }
    left
}

/// Faces with a touched tetrahedron whose two middles are on different sides of the surface.
fn crossed_faces(
    mesh: &TetMesh,
    touched: &[u32],
    tool: &TriangleMesh,
) -> Result<Vec<[u32; 2]>, jostle::MeshError> {
    let topology = VolumeTopology::from_mesh(mesh)?;
    let middle = |tet: u32| mesh.corners(tet as usize).iter().sum::<DVec3>() / 4.0;
    let mut faces = Vec::new();
    for &tet in touched {
        for other in topology.neighbours(tet as usize) {
            let segment = [middle(tet), middle(other)];
            let crosses = (0..tool.elements.len())
                .any(|triangle| segment_triangle(&segment, &tool.corners(triangle)));
            if crosses {
                faces.push([tet.min(other), tet.max(other)]);
            }
        }
    }
    faces.sort_unstable();
    faces.dedup();
    Ok(faces)
}
