//! Keeping cloth from passing through anything: continuous detection of the whole step, and three answers.
//!
//! 1. Impulses take away the velocity with which features approach, one impact after the other, as far as they go
//!    (Bridson, Fedkiw and Anderson, "Robust treatment of collisions, contact and friction for cloth animation", 2002).
//! 2. Vertices whose impacts hang together move as one, by the mean of their ways: what keeps its shape does not meet
//!    itself (Provot, "Collision and self-collision handling in cloth model dedicated to design garments", 1997).
//! 3. If that is not free either, everything stays where it was.
//!
//! Each is checked by the exact search, so that whatever a step ends with was reached without contact.

use super::coupling::NO_BODY;
use super::search::{Role, without_cloth};
use crate::error::SimError;
use crate::state::{Inertia, State};
use glam::DVec3;
use jostle::impact::{ImpactQuery, ImpactSearch};
use jostle::{Filters, Scene, Session};

/// Rounds of impulses. More seldom help: what is left by then is caught in folds.
const IMPULSE_ROUNDS: usize = 6;
/// Rounds of zones, each of which takes in what the last one touched.
const ZONE_ROUNDS: usize = 24;

/// What a guarded step came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GuardOutcome {
    pub impacts: usize,
    pub rounds: usize,
    /// Vertices in zones that moved as one.
    pub in_zones: usize,
    pub is_held: bool,
}

/// The search and its buffers.
#[derive(Debug)]
pub(crate) struct Guard {
    search: ImpactSearch,
    /// Union-find over vertices.
    parents: Vec<u32>,
}

impl Guard {
    pub fn new(session: &Session) -> Guard {
        Guard { search: ImpactSearch::in_session(session), parents: Vec::new() }
    }

    /// Whether the scene as it is has cloth in contact; names an object of the first.
    pub fn check_start(&mut self, scene: &Scene, roles: &[Role]) -> Result<(), SimError> {
        let query = ImpactQuery::first().filters(filters(scene, roles));
        let found = self.search.find(scene, scene.vertices(), &query)?;
        match found.first() {
            None => Ok(()),
            Some(first) => Err(SimError::StartsInContact {
                other: scene.objects()[first.objects[1].index()].name().to_owned(),
            }),
        }
    }

    /// Corrects where a step ends, which starts from the scene as it is; `start` has the same positions, and the bodies.
    pub fn correct(
        &mut self,
        scene: &Scene,
        roles: &[Role],
        owners: &[u32],
        inertia: &Inertia,
        start: &State,
        duration: f64,
        end: &mut State,
    ) -> Result<GuardOutcome, SimError> {
        // Times a little early cost nothing: verdicts are exact whatever the tolerance.
        let query = ImpactQuery::all().tolerance(1e-3).filters(filters(scene, roles));
        let mut outcome = GuardOutcome::default();
        let before = end.positions.clone();
        let mass = |vertex: u32| {
            if owners[vertex as usize] == NO_BODY {
                inertia.inverse_masses[vertex as usize]
            } else {
                0.0
            }
        };
        self.parents.clear();
        for round in 0..IMPULSE_ROUNDS + ZONE_ROUNDS {
            let impacts = self.search.find(scene, &end.positions, &query)?;
            if impacts.is_free() {
                settle(owners, &before, duration, end);
                return Ok(outcome);
            }
            outcome.rounds = round + 1;
            if round == 0 {
                outcome.impacts = impacts.all().len();
            }
            if round < IMPULSE_ROUNDS {
                for impact in impacts.all() {
                    let at = impact.contact_point(scene, &end.positions);
                    let first = match impact.features {
                        jostle::impact::TouchingFeatures::VertexFace(_) => 1,
                        jostle::impact::TouchingFeatures::EdgeEdge(_) => 2,
                    };
                    let vertices = impact.features.vertices();
                    let signed = |i: usize| if i < first { at.weights[i] } else { -at.weights[i] };
                    let way: DVec3 = (0..4)
                        .map(|i| {
                            let v = vertices[i] as usize;
                            (end.positions[v] - start.positions[v]) * signed(i)
                        })
                        .sum();
                    let approach = -way.dot(at.normal);
                    let inverse: f64 =
                        (0..4).map(|i| signed(i) * signed(i) * mass(vertices[i])).sum();
                    if approach <= 0.0 || inverse == 0.0 {
                        continue;
                    }
                    // A tenth more than what stops it, so that rounds come to an end.
                    let push = 1.1 * approach / inverse;
                    for i in 0..4 {
                        let vertex = vertices[i];
                        end.positions[vertex as usize] +=
                            at.normal * (signed(i) * mass(vertex) * push);
                    }
                }
                continue;
            }
            if self.parents.is_empty() {
                self.parents.extend(0..end.positions.len() as u32);
            }
            for impact in impacts.all() {
                let vertices = impact.features.vertices();
                for pair in vertices.windows(2) {
                    join(&mut self.parents, pair[0], pair[1]);
                }
            }
            outcome.in_zones = self.move_zones(start, &mass, end);
        }
        // Nothing moves; the next step begins at rest where this one did.
        outcome.is_held = true;
        for (vertex, owner) in owners.iter().enumerate() {
            end.positions[vertex] = start.positions[vertex];
            if *owner == NO_BODY {
                end.velocities[vertex] = DVec3::ZERO;
            }
        }
        for (body, old) in end.bodies.iter_mut().zip(&start.bodies) {
            body.position = old.position;
            body.orientation = old.orientation;
        }
        Ok(outcome)
    }

    /// Moves each zone by the mean way of its vertices by mass, or as its fixed ones move.
    fn move_zones(&mut self, start: &State, mass: &impl Fn(u32) -> f64, end: &mut State) -> usize {
        let count = end.positions.len();
        let mut sums: Vec<(DVec3, f64, u32, bool)> = vec![(DVec3::ZERO, 0.0, 0, false); count];
        for vertex in 0..count as u32 {
            let root = find(&mut self.parents, vertex) as usize;
            let way = end.positions[vertex as usize] - start.positions[vertex as usize];
            let own = &mut sums[root];
            own.2 += 1;
            let inverse = mass(vertex);
            if inverse == 0.0 {
                // The first fixed vertex leads.
                if !own.3 {
                    *own = (way, 1.0, own.2, true);
                }
            } else if !own.3 {
                own.0 += way / inverse;
                own.1 += 1.0 / inverse;
            }
        }
        let mut moved = 0;
        for vertex in 0..count as u32 {
            let root = find(&mut self.parents, vertex) as usize;
            let (sum, weight, members, _) = sums[root];
            if members > 1 && mass(vertex) > 0.0 {
                end.positions[vertex as usize] = start.positions[vertex as usize] + sum / weight;
                moved += 1;
            }
        }
        moved
    }
}

/// Velocities change by what positions were corrected.
fn settle(owners: &[u32], before: &[DVec3], duration: f64, end: &mut State) {
    for vertex in 0..owners.len() {
        let by = end.positions[vertex] - before[vertex];
        if by != DVec3::ZERO && owners[vertex] == NO_BODY {
            end.velocities[vertex] += by / duration;
        }
    }
}

fn filters(scene: &Scene, roles: &[Role]) -> Filters {
    Filters::new().exclude(without_cloth(scene, roles))
}

fn find(parents: &mut [u32], mut vertex: u32) -> u32 {
    while parents[vertex as usize] != vertex {
        let next = parents[parents[vertex as usize] as usize];
        parents[vertex as usize] = next;
        vertex = next;
    }
    vertex
}

/// The lower root stays, so that the order of joining does not matter.
fn join(parents: &mut [u32], a: u32, b: u32) {
    let [a, b] = [find(parents, a), find(parents, b)];
    parents[a.max(b) as usize] = a.min(b);
}
