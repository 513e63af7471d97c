//! The energy of all elements of one kind in a body: forces gathered per vertex, and projections one by one.

use super::{Measures, Plasticity};
use glam::DVec3;
use jostle_support::parallel;

/// Elements that a worker takes at a time; fewer are not worth a task.
const CHUNK: usize = 512;

/// Elements with the same measure, by the numbers of their vertices within the body.
#[derive(Clone, Debug)]
pub struct ElementEnergy<const N: usize, M, const K: usize = 1> {
    corners: Vec<[u32; N]>,
    measures: Vec<M>,
    stiffness: Vec<[f64; K]>,
    plastic: Vec<[f64; K]>,
    /// Which corners each vertex is, as `element * N + corner`, by vertex; in the order of elements.
    starts: Vec<u32>,
    uses: Vec<u32>,
    /// Forces on the corners of each element.
    corner_forces: Vec<[DVec3; N]>,
}

impl<const N: usize, M: Measures<N, K>, const K: usize> ElementEnergy<N, M, K> {
    /// No elements.
    pub fn new() -> ElementEnergy<N, M, K> {
        ElementEnergy {
            corners: Vec::new(),
            measures: Vec::new(),
            stiffness: Vec::new(),
            plastic: Vec::new(),
            starts: Vec::new(),
            uses: Vec::new(),
            corner_forces: Vec::new(),
        }
    }

    /// Adds an element. [`finish`](Self::finish) is to be called after the last.
    pub fn push(&mut self, corners: [u32; N], measures: M, stiffness: [f64; K]) {
        self.corners.push(corners);
        self.measures.push(measures);
        self.stiffness.push(stiffness);
        self.plastic.push([0.0; K]);
    }

    /// Keeps the elements that a function says, by their numbers and corners; [`finish`](Self::finish) is to be called
    /// after it.
    pub fn retain(&mut self, keep: impl Fn(usize, &[u32; N]) -> bool) {
        let kept: Vec<bool> = self.corners.iter().enumerate().map(|(i, c)| keep(i, c)).collect();
        fn filter<T>(items: &mut Vec<T>, kept: &[bool]) {
            let mut index = 0;
            items.retain(|_| {
                index += 1;
                kept[index - 1]
            });
        }
        filter(&mut self.corners, &kept);
        filter(&mut self.measures, &kept);
        filter(&mut self.stiffness, &kept);
        filter(&mut self.plastic, &kept);
    }

    /// Makes the list of what each of the body's vertices takes part in.
    pub fn finish(&mut self, vertices: usize) {
        self.starts.clear();
        self.starts.resize(vertices + 1, 0);
        let all = self.corners.as_flattened();
        all.iter().for_each(|&vertex| self.starts[vertex as usize + 1] += 1);
        for vertex in 0..vertices {
            self.starts[vertex + 1] += self.starts[vertex];
        }
        self.uses.clear();
        self.uses.resize(all.len(), 0);
        let mut next = self.starts.clone();
        for (place, &vertex) in (0u32..).zip(all) {
            let at = &mut next[vertex as usize];
            self.uses[*at as usize] = place;
            *at += 1;
        }
        self.corner_forces.clear();
        self.corner_forces.resize(self.corners.len(), [DVec3::ZERO; N]);
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.corners.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.corners.is_empty()
    }

    /// The corners of all elements.
    pub fn corners(&self) -> &[[u32; N]] {
        &self.corners
    }

    /// A plain loop, which is inlined where a map of an array is not.
    #[inline(always)]
    fn places(corners: &[u32; N], positions: &[DVec3]) -> [DVec3; N] {
        let mut places = [DVec3::ZERO; N];
        for (place, &vertex) in places.iter_mut().zip(corners) {
            *place = positions[vertex as usize];
        }
        places
    }

    /// What elements measure now, less what has flowed.
    pub fn strain(&self, element: usize, positions: &[DVec3]) -> [f64; K] {
        let places = Self::places(&self.corners[element], positions);
        let measured = self.measures[element].values_and_gradients(places);
        std::array::from_fn(|k| measured[k].0 - self.plastic[element][k])
    }

    /// The elastic energy, summed in the order of elements.
    pub fn energy(&self, positions: &[DVec3]) -> f64 {
        let energies = (0..self.len()).map(|element| {
            let strain = self.strain(element, positions);
            let stiffness = &self.stiffness[element];
            (0..K).map(|k| 0.5 * stiffness[k] * strain[k] * strain[k]).sum::<f64>()
        });
        energies.sum()
    }

    /// Adds the forces on vertices. The damping is a time: that which elastic forces would need for the impulse of the
    /// damping at unit rate.
    ///
    /// Elements are evaluated in parallel; each vertex then adds up what its elements give it, in their order.
    pub fn add_forces(
        &mut self,
        positions: &[DVec3],
        velocities: &[DVec3],
        damping: f64,
        forces: &mut [DVec3],
    ) {
        if self.is_empty() {
            return;
        }
        let ElementEnergy { corners, measures, stiffness, plastic, corner_forces, .. } = self;
        let evaluate = |element: usize, out: &mut [DVec3; N]| {
            let own = &corners[element];
            let measured = measures[element].values_and_gradients(Self::places(own, positions));
            *out = [DVec3::ZERO; N];
            for (k, (value, gradients)) in measured.into_iter().enumerate() {
                let rate: f64 = (0..N).map(|i| gradients[i].dot(velocities[own[i] as usize])).sum();
                let strain = value - plastic[element][k];
                let force = -stiffness[element][k] * (strain + damping * rate);
                (0..N).for_each(|i| out[i] += gradients[i] * force);
            }
        };
        parallel::for_each_mut(corner_forces, CHUNK, evaluate);
        let flat = self.corner_forces.as_flattened();
        let (starts, uses) = (&self.starts, &self.uses);
        parallel::for_each_mut(forces, CHUNK, |vertex, force| {
            let own = starts[vertex] as usize..starts[vertex + 1] as usize;
            *force += uses[own].iter().map(|&place| flat[place as usize]).sum::<DVec3>();
        });
    }

    /// Projects the elements one after the other, as [`PositionBased`](crate::integrate::PositionBased) says.
    pub fn project(
        &self,
        start: &[DVec3],
        step: f64,
        inverse_masses: &[f64],
        damping: f64,
        positions: &mut [DVec3],
    ) {
        let viscous = damping / step;
        for (element, corners) in self.corners.iter().enumerate() {
            let places = Self::places(corners, positions);
            let measured = self.measures[element].values_and_gradients(places);
            // Of `x - start = -M^-1 h^2 sum of k_i g_i (C_i + damping dC_i/dt)`, linearised at the predicted place: a row
            // for each measure, with the mass that gradients share.
            let mut rows = [[0.0; K]; K];
            let mut multipliers = [0.0; K];
            for k in 0..K {
                let (value, gradients) = &measured[k];
                let stiff = self.stiffness[element][k] * step * step;
                let moved: f64 = (0..N)
                    .map(|i| {
                        let vertex = corners[i] as usize;
                        gradients[i].dot(positions[vertex] - start[vertex])
                    })
                    .sum();
                multipliers[k] = -stiff * (value - self.plastic[element][k] + viscous * moved);
                for other in 0..K {
                    let shared: f64 = (0..N)
                        .map(|i| {
                            let weight = inverse_masses[corners[i] as usize];
                            weight * gradients[i].dot(measured[other].1[i])
                        })
                        .sum();
                    let own = if k == other { 1.0 } else { 0.0 };
                    rows[k][other] = own + stiff * (1.0 + viscous) * shared;
                }
            }
            solve(&mut rows, &mut multipliers);
            for k in 0..K {
                if multipliers[k] == 0.0 || !multipliers[k].is_finite() {
                    continue;
                }
                for i in 0..N {
                    let vertex = corners[i] as usize;
                    let by = inverse_masses[vertex] * multipliers[k];
                    positions[vertex] += measured[k].1[i] * by;
                }
            }
        }
    }

    /// Lets what is strained beyond the yield strain flow for a time.
    pub fn flow(&mut self, positions: &[DVec3], plasticity: &Plasticity, time: f64) {
        for element in 0..self.len() {
            let places = Self::places(&self.corners[element], positions);
            let measured = self.measures[element].values_and_gradients(places);
            for (k, (value, _)) in measured.iter().enumerate() {
                let plastic = &mut self.plastic[element][k];
                *plastic = plasticity.flow(*value, *plastic, time);
            }
        }
    }

    /// Says what has flowed of an element.
    pub fn set_plastic(&mut self, element: usize, plastic: [f64; K]) {
        self.plastic[element] = plastic;
    }

    /// What has flowed, by element.
    pub fn plastic(&self) -> &[[f64; K]] {
        &self.plastic
    }
}

impl<const N: usize, M: Measures<N, K>, const K: usize> Default for ElementEnergy<N, M, K> {
    fn default() -> ElementEnergy<N, M, K> {
        ElementEnergy::new()
    }
}

/// Gauss's elimination, without pivots: the identity plus a positive diagonal times a matrix without negative
/// eigenvalues has none that vanish.
#[inline(always)]
fn solve<const K: usize>(rows: &mut [[f64; K]; K], right: &mut [f64; K]) {
    for k in 0..K {
        for below in k + 1..K {
            let factor = rows[below][k] / rows[k][k];
            for column in k..K {
                rows[below][column] -= factor * rows[k][column];
            }
            right[below] -= factor * right[k];
        }
    }
    for k in (0..K).rev() {
        let known: f64 = (k + 1..K).map(|column| rows[k][column] * right[column]).sum();
        right[k] = (right[k] - known) / rows[k][k];
    }
}
