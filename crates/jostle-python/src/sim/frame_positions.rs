//! Positions of a frame, which arrays of NumPy look at where they lie.

use jostle::DVec3;
use numpy::ndarray::ArrayView2;
use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// What keeps the positions of a frame as long as an array looks at them.
#[pyclass(module = "jostle.sim", name = "_FramePositions", frozen)]
struct FrameOwner {
    positions: Arc<Vec<DVec3>>,
}

/// The positions of the current frame: filled once a frame, by whoever asks first, and given to all who ask. A buffer that
/// an array still looks at is left as it is; another is taken for the next frame.
#[derive(Default)]
pub struct FramePositions {
    positions: Arc<Vec<DVec3>>,
    is_current: bool,
}

impl FramePositions {
    /// What was filled is no longer current.
    pub fn expire(&mut self) {
        self.is_current = false;
    }

    fn fill(&mut self, positions: &[DVec3]) {
        if self.is_current {
            return;
        }
        match Arc::get_mut(&mut self.positions) {
            Some(own) => {
                own.clear();
                own.extend_from_slice(positions);
            }
            None => self.positions = Arc::new(positions.to_vec()),
        }
        self.is_current = true;
    }

    /// A part of the positions as an array that is read only, and keeps them.
    pub fn view<'py>(
        &mut self,
        py: Python<'py>,
        positions: &[DVec3],
        part: Range<usize>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.fill(positions);
        let owner = Bound::new(py, FrameOwner { positions: self.positions.clone() })?;
        let numbers: &[f64] = bytemuck::cast_slice(&owner.get().positions[part.clone()]);
        let shaped =
            ArrayView2::from_shape((part.len(), 3), numbers).expect("three numbers a point");
        // SAFETY: the numbers are those of an `Arc` that the container has a part in, so that they stay, and nobody changes
        // them before it is gone: `fill` does only if there is no other part. The array is made read-only.
        let array = unsafe { PyArray2::borrow_from_array(&shaped, owner.clone().into_any()) };
        array.readwrite().make_nonwriteable();
        Ok(array)
    }
}
