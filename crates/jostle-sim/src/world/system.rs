//! A world as a system that integrators advance.

use super::Settings;
use crate::body::{RigidParts, SoftBody};
use crate::contact::coupling::{Coupling, Shifts};
use crate::contact::rigid::{RigidContacts, RigidOutcome};
use crate::contact::search::{ContactSearch, Role};
use crate::contact::{ContactSettings, Plane};
use crate::dragger::Dragger;
use crate::error::SimError;
use crate::field::Field;
use crate::integrate::System;
use crate::state::{Forces, Inertia, State};
use glam::{DMat3, DVec3};
use jostle::{ObjectId, Scene};
use jostle_support::parallel;
use std::ops::Range;

/// Everything of a world that is not its state.
pub(super) struct WorldSystem {
    pub inertia: Inertia,
    /// Deformable bodies with their vertices, in the order of the scene.
    pub soft: Vec<(ObjectId, Range<usize>, SoftBody)>,
    pub rigid: Vec<RigidParts>,
    /// The vertices of each rigid body.
    pub rigid_vertices: Vec<Range<usize>>,
    pub rigid_objects: Vec<ObjectId>,
    /// The rigid body of each vertex.
    pub owners: Vec<u32>,
    /// By object.
    pub frictions: Vec<f64>,
    pub roles: Vec<Role>,
    /// Triangles of deformable bodies.
    pub surfaces: Vec<[u32; 3]>,
    pub planes: Vec<Plane>,
    pub fields: Vec<Field>,
    pub draggers: Vec<Dragger>,
    pub search: ContactSearch,
    pub settings: ContactSettings,
    contacts: RigidContacts,
    omegas: Vec<DVec3>,
    inverse_inertias: Vec<DMat3>,
    shifts: Shifts,
    forces: Forces,
    /// The time at the start of the step, for draggers.
    time: f64,
}

impl WorldSystem {
    pub fn new(search: ContactSearch) -> WorldSystem {
        WorldSystem {
            inertia: Inertia::default(),
            soft: Vec::new(),
            rigid: Vec::new(),
            rigid_vertices: Vec::new(),
            rigid_objects: Vec::new(),
            owners: Vec::new(),
            frictions: Vec::new(),
            roles: Vec::new(),
            surfaces: Vec::new(),
            planes: Vec::new(),
            fields: Vec::new(),
            draggers: Vec::new(),
            search,
            settings: ContactSettings::default(),
            contacts: RigidContacts::default(),
            omegas: Vec::new(),
            inverse_inertias: Vec::new(),
            shifts: Shifts::default(),
            forces: Forces::default(),
            time: 0.0,
        }
    }

    fn gravity(&self) -> f64 {
        let own = |field: &Field| match field {
            Field::Gravity(by) => by.length(),
            _ => 0.0,
        };
        self.fields.iter().map(own).sum()
    }

    pub fn find_contacts(
        &mut self,
        scene: &Scene,
        state: &State,
        settings: &Settings,
        interval: f64,
    ) -> Result<(), SimError> {
        let fall = self.gravity() * interval;
        // Twice: both sides may come nearer. No further than the thickness, or near contacts would be without end.
        let speeds = state.velocities.iter().map(|v| v.length());
        let fastest = speeds.fold(0.0, f64::max) + fall;
        let reach = (2.0 * fastest * interval).min(settings.contact.thickness);
        self.search.find(scene, &self.roles, &self.frictions, &settings.contact, reach)?;
        if self.rigid.is_empty() {
            return Ok(());
        }
        let rims = state.bodies.iter().zip(&self.inertia.bodies).zip(&self.rigid);
        let rims = rims.map(|((body, own), parts)| {
            body.velocity.length() + body.angular_velocity(own).length() * parts.radius
        });
        let fastest = rims.fold(0.0, f64::max) + fall;
        let smallest = self.rigid.iter().map(|parts| parts.radius).fold(f64::INFINITY, f64::min);
        // Contacts further ahead than a body's own size would have no meaning.
        let reach = (2.0 * fastest * interval).clamp(settings.contact.slop, 0.5 * smallest);
        self.contacts.find(
            state,
            &self.rigid,
            &self.rigid_objects,
            &self.planes,
            &self.search.rigid,
            &self.inertia,
            reach,
            interval,
        )
    }

    /// Impulses between rigid bodies, before a step.
    pub fn solve_rigid(
        &mut self,
        state: &mut State,
        time: f64,
        step: f64,
        settings: &ContactSettings,
    ) -> RigidOutcome {
        if self.rigid.is_empty() {
            return RigidOutcome::default();
        }
        let mut forces = std::mem::take(&mut self.forces);
        forces.clear(state);
        self.add_external_forces(time, state, &mut forces);
        let gravity = self.gravity();
        let outcome =
            self.contacts.solve(state, &self.inertia, &forces.bodies, settings, step, gravity);
        self.forces = forces;
        outcome
    }

    /// What follows a step: overlaps that are parted, vertices of rigid bodies, drag, plastic flow.
    pub fn finish_step(&mut self, state: &mut State, step: f64) {
        self.shifts.apply(state);
        let State { positions, velocities, bodies } = state;
        for (index, (range, parts)) in self.rigid_vertices.iter().zip(&self.rigid).enumerate() {
            let body = &bodies[index];
            for (place, local) in positions[range.clone()].iter_mut().zip(&parts.local) {
                *place = body.position + body.orientation * *local;
            }
        }
        for (_, range, soft) in &mut self.soft {
            if soft.drag > 0.0 {
                let left = (-soft.drag * step).exp();
                let masses = &self.inertia.inverse_masses[range.clone()];
                let own = velocities[range.clone()].iter_mut().zip(masses);
                own.filter(|(_, m)| **m > 0.0).for_each(|(v, _)| *v *= left);
            }
            soft.flow(&positions[range.clone()], step);
        }
    }

    pub fn kinetic_energy(&self, state: &State) -> f64 {
        let vertices = state.velocities.iter().zip(&self.inertia.inverse_masses);
        let of = |(velocity, inverse): (&DVec3, &f64)| {
            if *inverse > 0.0 { 0.5 * velocity.length_squared() / inverse } else { 0.0 }
        };
        let bodies = state.bodies.iter().zip(&self.inertia.bodies);
        vertices.map(of).sum::<f64>() + bodies.map(|(b, own)| b.kinetic_energy(own)).sum::<f64>()
    }

    pub fn potential_energy(&mut self, state: &State) -> f64 {
        let soft = self.soft.iter_mut();
        let elastic: f64 =
            soft.map(|(_, range, body)| body.energy(&state.positions[range.clone()])).sum();
        let fields = self.fields.iter().map(|field| field.energy(state, &self.inertia));
        elastic + fields.sum::<f64>()
    }

    pub fn momentum(&self, state: &State) -> DVec3 {
        let vertices = state.velocities.iter().zip(&self.inertia.inverse_masses);
        let own = |velocity: &DVec3, inverse: f64| {
            if inverse > 0.0 { *velocity / inverse } else { DVec3::ZERO }
        };
        let bodies = state.bodies.iter().zip(&self.inertia.bodies);
        vertices.map(|(v, m)| own(v, *m)).sum::<DVec3>()
            + bodies.map(|(b, i)| own(&b.velocity, i.inverse_mass)).sum::<DVec3>()
    }

    pub fn angular_momentum(&self, state: &State) -> DVec3 {
        let mut sum = DVec3::ZERO;
        let places = state.positions.iter().zip(&state.velocities);
        for ((place, velocity), inverse) in places.zip(&self.inertia.inverse_masses) {
            if *inverse > 0.0 {
                sum += place.cross(*velocity / *inverse);
            }
        }
        for (body, own) in state.bodies.iter().zip(&self.inertia.bodies) {
            if own.inverse_mass > 0.0 {
                sum +=
                    body.angular_momentum + body.position.cross(body.velocity / own.inverse_mass);
            }
        }
        sum
    }

    /// Keeps vertices above planes, with friction.
    fn project_planes(&mut self, start: &State, step: f64, state: &mut State) {
        for (_, range, soft) in &self.soft {
            for vertex in range.clone() {
                if self.inertia.inverse_masses[vertex] == 0.0 {
                    continue;
                }
                for plane in &self.planes {
                    let shift = &mut self.shifts.vertices[vertex];
                    let height = plane.height(state.positions[vertex] + *shift);
                    if height >= 0.0 {
                        continue;
                    }
                    let way = state.positions[vertex] - start.positions[vertex];
                    let approach = (-plane.normal.dot(way)).max(0.0);
                    let by = (-height).min(approach);
                    *shift += plane.normal * (-height - by).min(self.settings.recovery * step);
                    let slide = way - plane.normal * plane.normal.dot(way);
                    let length = slide.length();
                    let brake = (plane.friction * soft.friction).sqrt() * by;
                    let share = if length > brake { brake / length } else { 1.0 };
                    state.positions[vertex] += plane.normal * by - slide * share;
                }
            }
        }
    }
}

/// How many bodies a worker takes at a time: enough tasks for every core to have some, and no more.
fn group_size(bodies: usize) -> usize {
    bodies.div_ceil(4 * rayon::current_num_threads())
}

/// Splits a slice at the ranges of bodies, which are disjoint and ascending.
fn split<T>(mut slice: &mut [T], ranges: impl Iterator<Item = Range<usize>>) -> Vec<&mut [T]> {
    let mut at = 0;
    let mut parts = Vec::new();
    for range in ranges {
        let (_, rest) = slice.split_at_mut(range.start - at);
        let (own, rest) = rest.split_at_mut(range.len());
        parts.push(own);
        slice = rest;
        at = range.end;
    }
    parts
}

impl System for WorldSystem {
    fn inertia(&self) -> &Inertia {
        &self.inertia
    }

    fn add_external_forces(&mut self, time: f64, state: &State, forces: &mut Forces) {
        self.time = time;
        for field in &self.fields {
            field.add_forces(state, &self.inertia, &self.surfaces, forces);
        }
    }

    fn add_internal_forces(&mut self, time: f64, state: &State, forces: &mut Forces) {
        let ranges = self.soft.iter().map(|(_, range, _)| range.clone());
        let mut parts = split(&mut forces.vertices, ranges);
        let inverse_masses = &self.inertia.inverse_masses;
        let group = group_size(self.soft.len());
        let soft = &mut self.soft;
        parallel::for_each_mut2(soft, &mut parts, group, |_, (_, range, body), forces| {
            let range = range.clone();
            let (x, v) = (&state.positions[range.clone()], &state.velocities[range.clone()]);
            body.add_forces(x, v, &inverse_masses[range], forces);
        });
        for contact in &self.search.contacts {
            contact.add_forces(&self.settings, &self.inertia, &self.owners, state, forces);
        }
        for dragger in &self.draggers {
            dragger.add_forces(time, state, &self.owners, forces);
        }
        for (_, range, body) in &self.soft {
            for vertex in range.clone() {
                for plane in &self.planes {
                    let depth = -plane.height(state.positions[vertex]);
                    if depth <= 0.0 {
                        continue;
                    }
                    let velocity = state.velocities[vertex];
                    let rate = plane.normal.dot(velocity);
                    let ContactSettings { stiffness, damping, .. } = self.settings;
                    let pressure = (stiffness * (depth - damping * rate)).max(0.0);
                    let slide = velocity - plane.normal * rate;
                    let friction = (plane.friction * body.friction).sqrt();
                    let brake = (friction * pressure).min(stiffness * damping * slide.length());
                    forces.vertices[vertex] +=
                        plane.normal * pressure - slide.normalize_or_zero() * brake;
                }
            }
        }
    }

    fn project(&mut self, start: &State, step: f64, state: &mut State) {
        let ranges = self.soft.iter().map(|(_, range, _)| range.clone());
        let mut parts = split(&mut state.positions, ranges);
        let inverse_masses = &self.inertia.inverse_masses;
        // Bodies do not share vertices: each is projected by itself, and none depends on who does it when.
        let group = group_size(self.soft.len());
        let soft = &mut self.soft;
        parallel::for_each_mut2(soft, &mut parts, group, |_, (_, range, body), positions| {
            let range = range.clone();
            body.project(&start.positions[range.clone()], step, &inverse_masses[range], positions);
        });
        self.shifts.clear(state);
        self.inverse_inertias.clear();
        self.omegas.clear();
        for (body, own) in state.bodies.iter().zip(&self.inertia.bodies) {
            let inverse = body.inverse_inertia(own);
            self.inverse_inertias.push(inverse);
            self.omegas.push(inverse * body.angular_momentum);
        }
        let mut coupling = Coupling {
            start,
            step,
            inertia: &self.inertia,
            owners: &self.owners,
            inverse_inertias: &self.inverse_inertias,
            omegas: &mut self.omegas,
            state: &mut *state,
            shifts: &mut self.shifts,
        };
        for dragger in &self.draggers {
            dragger.project(&mut coupling, self.time + step);
        }
        // To and fro: in one order only, bodies creep along it.
        let recovery = self.settings.recovery;
        let contacts = || self.search.contacts.iter();
        contacts().for_each(|contact| contact.project(&mut coupling, recovery));
        contacts().rev().for_each(|contact| contact.project(&mut coupling, recovery));
        self.project_planes(start, step, state);
    }
}
