//! What the stages left on the device, to be compared with the CPU stage by stage.

use crate::GpuError;
use crate::engine::GpuEngine;
use crate::frame::read_list;

/// The lists of the last frame of an engine, in no particular order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspection {
    /// The elements of each cluster.
    pub clusters: Vec<Vec<u32>>,
    /// Pairs of near clusters, and clusters that are compared with themselves.
    pub near: Vec<[u32; 2]>,
    /// Pairs of elements for the narrow phase.
    pub candidates: Vec<[u32; 2]>,
    /// Those that the narrow phase was sure collide.
    pub sure: Vec<[u32; 2]>,
    /// Those that it left to the exact test.
    pub unsure: Vec<[u32; 2]>,
}

impl GpuEngine {
    /// Reads the lists of the last frame back; it takes its time.
    ///
    /// ```no_run
    /// use jostle::mesh::shapes;
    /// use jostle::{Query, Scene};
    /// use jostle_gpu::GpuEngine;
    ///
    /// let mut scene = Scene::new();
    /// scene.add("ball", shapes::icosphere(3, 1.0))?;
    /// let mut engine = GpuEngine::new()?;
    /// engine.collide(&scene, &Query::default())?;
    /// assert!(engine.inspect()?.candidates.is_empty(), "a ball that is not tested against itself");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn inspect(&self) -> Result<Inspection, GpuError> {
        let list = |list: usize| {
            let count = self.counts()[list];
            if count == 0 {
                return Ok(Vec::new());
            }
            read_list(self.device(), self.buffers().list(list), count)
        };
        let topology = self.topology();
        let element = |slot: u32| topology.elements[slot as usize];
        let of_slots = |[a, b]: [u32; 2]| {
            let (a, b) = (element(a), element(b));
            [a.min(b), a.max(b)]
        };
        Ok(Inspection {
            clusters: topology.members().map(<[u32]>::to_vec).collect(),
            near: list(1)?,
            candidates: list(2)?.into_iter().map(of_slots).collect(),
            sure: list(3)?,
            unsure: list(4)?,
        })
    }
}
