//! Finding the contacts of surfaces that deform.

use super::ContactSettings;
use super::surface_contact::SurfaceContact;
use crate::error::SimError;
use glam::DVec3;
use jostle::contact::{DepthQuery, DepthSearch, NearQuery, NearSearch};
use jostle::distance::{ClosestPoint, PointQuery, SceneTree};
use jostle::mesh::Layers;
use jostle::{Filters, ObjectId, Scene, Session};

/// What an object is, for the layers of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Cloth,
    Solid,
    Convex,
    RigidMesh,
    Points,
}

impl Role {
    /// Convex bodies are not compared with each other: their manifolds are. Points are compared with nothing.
    pub fn layers(self) -> Layers {
        let [cloth, solid, convex, mesh] = [1, 2, 4, 8];
        let all = cloth | solid | convex | mesh;
        match self {
            Role::Cloth => Layers { membership: cloth, mask: all },
            Role::Solid => Layers { membership: solid, mask: all },
            Role::Convex => Layers { membership: convex, mask: all & !convex },
            Role::RigidMesh => Layers { membership: mesh, mask: all },
            Role::Points => Layers { membership: 16, mask: 0 },
        }
    }

    pub fn is_rigid(self) -> bool {
        matches!(self, Role::Convex | Role::RigidMesh)
    }

    fn has_volume(self) -> bool {
        matches!(self, Role::Solid | Role::Convex | Role::RigidMesh)
    }
}

/// A place of two rigid bodies in each other, from depths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RigidDepth {
    pub objects: [ObjectId; 2],
    pub point: DVec3,
    pub normal: DVec3,
    pub depth: f64,
}

/// The searches, with their buffers.
#[derive(Debug)]
pub(crate) struct ContactSearch {
    depth: DepthSearch,
    near: NearSearch,
    tree: SceneTree,
    queries: Vec<PointQuery>,
    closest: Vec<Option<ClosestPoint>>,
    pub contacts: Vec<SurfaceContact>,
    pub rigid: Vec<RigidDepth>,
    /// The deepest point or edge of the last search.
    pub deepest: f64,
}

impl ContactSearch {
    pub fn new(session: &Session) -> ContactSearch {
        ContactSearch {
            depth: DepthSearch::in_session(session),
            near: NearSearch::in_session(session),
            tree: SceneTree::in_session(session),
            queries: Vec::new(),
            closest: Vec::new(),
            contacts: Vec::new(),
            rigid: Vec::new(),
            deepest: 0.0,
        }
    }

    /// Finds the contacts of the scene as it is. `reach` is how far vertices of cloth can move until the next search.
    pub fn find(
        &mut self,
        scene: &Scene,
        roles: &[Role],
        frictions: &[f64],
        settings: &ContactSettings,
        reach: f64,
    ) -> Result<(), SimError> {
        self.contacts.clear();
        self.rigid.clear();
        self.deepest = 0.0;
        let objects: Vec<ObjectId> = scene.object_ids().collect();
        let with_volume: Vec<ObjectId> =
            objects.iter().copied().filter(|o| roles[o.index()].has_volume()).collect();
        let has_depths = with_volume.iter().any(|o| roles[o.index()] != Role::Convex);
        if has_depths {
            self.find_depths(scene, roles, frictions, settings, with_volume)?;
        }
        if roles.contains(&Role::Cloth) {
            self.find_near(scene, roles, frictions, settings, reach)?;
        }
        Ok(())
    }

    /// Vertices and edges in solids and rigid bodies. The place of the other surface is where it is closest to the
    /// point that the depth leads to.
    fn find_depths(
        &mut self,
        scene: &Scene,
        roles: &[Role],
        frictions: &[f64],
        settings: &ContactSettings,
        among: Vec<ObjectId>,
    ) -> Result<(), SimError> {
        let filters = Filters::new().among(among);
        let query = DepthQuery::new().method(settings.depth_method).filters(filters);
        let depths = self.depth.find(scene, &query)?;
        if depths.is_empty() {
            return Ok(());
        }
        self.deepest = depths.pairs().iter().map(|pair| pair.largest).fold(0.0, f64::max);
        let positions = scene.vertices();
        let is_rigid = |object: ObjectId| roles[object.index()].is_rigid();
        self.queries.clear();
        let mut ask = |place: DVec3, touched: ObjectId| {
            self.queries.push(PointQuery::new(place).of(touched));
        };
        for point in depths.points() {
            let place = positions[point.vertex as usize];
            ask(place + point.direction * point.depth, point.touched);
        }
        for edge in depths.edges() {
            let [a, b] = edge.vertices.map(|vertex| positions[vertex as usize]);
            ask(a.lerp(b, edge.part) + edge.direction * edge.depth, edge.touched);
        }
        self.tree.update(scene)?;
        self.tree.closest_point_many(scene, &self.queries, &mut self.closest)?;
        let friction =
            |a: ObjectId, b: ObjectId| (frictions[a.index()] * frictions[b.index()]).sqrt();
        // Corners count within their object.
        let corners = |on: &ClosestPoint| {
            let first = scene.objects()[on.object.index()].vertices().start as u32;
            on.corners.map(|corner| first + corner)
        };
        let mut closest = self.closest.iter();
        for point in depths.points() {
            let Some(Some(on)) = closest.next() else { continue };
            if is_rigid(point.object) && is_rigid(point.touched) {
                self.rigid.push(RigidDepth {
                    objects: [point.object, point.touched],
                    point: positions[point.vertex as usize],
                    normal: point.direction,
                    depth: point.depth,
                });
                continue;
            }
            // A vertex cannot be pushed off its own face.
            let touched = corners(on);
            if touched.contains(&point.vertex) {
                continue;
            }
            let other = touched.into_iter().zip(on.weights.map(|weight| -weight));
            let parts = std::iter::once((point.vertex, 1.0)).chain(other);
            let gap = settings.slop - point.depth;
            let friction = friction(point.object, point.touched);
            self.contacts.push(SurfaceContact::new(
                parts,
                point.direction,
                gap,
                friction,
                positions,
            ));
        }
        for edge in depths.edges() {
            let Some(Some(on)) = closest.next() else { continue };
            if is_rigid(edge.object) && is_rigid(edge.touched) {
                let [a, b] = edge.vertices.map(|vertex| positions[vertex as usize]);
                self.rigid.push(RigidDepth {
                    objects: [edge.object, edge.touched],
                    point: a.lerp(b, edge.part),
                    normal: edge.direction,
                    depth: edge.depth,
                });
                continue;
            }
            let touched = corners(on);
            if edge.vertices.iter().any(|vertex| touched.contains(vertex)) {
                continue;
            }
            let [a, b] = edge.vertices;
            let other = touched.into_iter().zip(on.weights.map(|weight| -weight));
            let parts = [(a, 1.0 - edge.part), (b, edge.part)].into_iter().chain(other);
            let gap = settings.slop - edge.depth;
            let friction = friction(edge.object, edge.touched);
            self.contacts.push(SurfaceContact::new(
                parts,
                edge.direction,
                gap,
                friction,
                positions,
            ));
        }
        Ok(())
    }

    /// Features of cloth that are near to others.
    fn find_near(
        &mut self,
        scene: &Scene,
        roles: &[Role],
        frictions: &[f64],
        settings: &ContactSettings,
        reach: f64,
    ) -> Result<(), SimError> {
        let within = settings.thickness + reach;
        let filters = Filters::new().exclude(without_cloth(scene, roles));
        let found = self.near.find(scene, &NearQuery::within(within).filters(filters))?;
        let positions = scene.vertices();
        let owner = |vertex: u32| {
            let at =
                scene.objects().partition_point(|object| object.vertices().end <= vertex as usize);
            frictions[at]
        };
        let mut push = |vertices: &[u32], coefficients: &[f64], normal: DVec3, distance: f64| {
            let last = vertices[vertices.len() - 1];
            let friction = (owner(vertices[0]) * owner(last)).sqrt();
            // Coefficients lead from the first feature to the second, which is pushed along the normal.
            let parts = vertices.iter().copied().zip(coefficients.iter().copied());
            let gap = distance - settings.thickness;
            self.contacts.push(SurfaceContact::new(parts, normal, gap, friction, positions));
        };
        for own in &found.vertex_vertex {
            push(&own.vertices, &own.coefficients, own.normal, own.distance);
        }
        for own in &found.edge_vertex {
            push(&own.vertices, &own.coefficients, own.normal, own.distance);
        }
        for own in &found.edge_edge {
            let own = own.contact;
            push(&own.vertices, &own.coefficients, own.normal, own.distance);
        }
        for own in &found.face_vertex {
            push(&own.vertices, &own.coefficients, own.normal, own.distance);
        }
        Ok(())
    }
}

/// The pairs of objects that have no cloth, themselves with themselves included: those may overlap, so that the searches
/// that keep cloth from crossing leave them out.
pub(crate) fn without_cloth(scene: &Scene, roles: &[Role]) -> Vec<(ObjectId, ObjectId)> {
    let others: Vec<ObjectId> =
        scene.object_ids().filter(|o| roles[o.index()] != Role::Cloth).collect();
    let pairs = others.iter().enumerate();
    pairs.flat_map(|(i, &a)| others[i..].iter().map(move |&b| (a, b))).collect()
}
