//! `jostle.sim`: worlds of bodies that deform, collide and come to rest.

mod bodies;
mod frame_positions;
mod recording;
mod statistics;
mod turns;
mod world;

use pyo3::prelude::*;

pub fn add_to(module: &Bound<PyModule>) -> PyResult<()> {
    let names: Vec<&str> = jostle_sim::SCENES.iter().map(|scene| scene.name).collect();
    module.add("SIM_SCENES", names)?;
    module.add_class::<world::World>()?;
    module.add_class::<statistics::StepStatistics>()?;
    module.add_class::<recording::Recorder>()?;
    module.add_class::<recording::Recording>()
}
