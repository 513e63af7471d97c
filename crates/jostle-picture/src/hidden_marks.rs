//! How strongly hidden marks show through what hides them.

use crate::samples::{Sample, layers_in_front};
use crate::surface::Surface;
use jostle::raster::View;

/// How strongly hidden marks show through triangles and through bodies of tetrahedra.
const STRENGTH: [f32; 2] = [0.62, 0.74];
/// How fast that fades with the distance between them, in a scene about two units long.
const FADE: f32 = 0.7;
/// Marks that fill more than the first share of what is drawn hide each other: layers between them
/// and the eye then weaken them, the more the closer to the second share.
const DENSE: [f32; 2] = [0.02, 0.15];
/// What a layer leaves of a hidden mark where marks are dense.
const LAYER: f32 = 0.4;
/// Marks this much deeper than the surface still lie on it.
pub(crate) const SAME_DEPTH: f32 = 2e-4;

/// The triangles in front of each mark, and how they weaken it.
pub(crate) struct HiddenMarks {
    /// How many triangles lie in front of each mark.
    layers: Vec<u8>,
    /// What each but the first of them leaves of it.
    layer: f32,
}

impl HiddenMarks {
    pub fn new(
        surface: &Surface,
        view: &View,
        visible: &[Sample],
        marked: &[Sample],
    ) -> HiddenMarks {
        if marked.is_empty() {
            return HiddenMarks { layers: Vec::new(), layer: 1.0 };
        }
        let corners = |face: usize| surface.corners(face);
        HiddenMarks {
            layers: layers_in_front(view, surface.outer, corners, marked, SAME_DEPTH),
            layer: layer(filled(marked) as f32 / filled(visible).max(1) as f32),
        }
    }

    /// How strongly a mark at a place is seen, so far behind what hides it, which may be a body of
    /// tetrahedra.
    pub fn strength(&self, place: usize, behind: f32, solid: bool) -> f32 {
        let more = i32::from(self.layers[place].saturating_sub(1));
        STRENGTH[usize::from(solid)] * self.layer.powi(more) / (1.0 + FADE * behind)
    }
}

fn filled(samples: &[Sample]) -> usize {
    samples.iter().filter(|sample| !sample.is_empty()).count()
}

/// What a layer leaves of a hidden mark, where marks fill a share of what is drawn: all of it if
/// there are few, since they could be anywhere.
fn layer(share: f32) -> f32 {
    let density = (share - DENSE[0]) / (DENSE[1] - DENSE[0]);
    1.0 - (1.0 - LAYER) * density.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_weaken_marks_that_are_many_and_not_those_that_are_few() {
        assert_eq!([0.0, 0.01].map(layer), [1.0, 1.0]);
        assert!((layer(0.5) - LAYER).abs() < 1e-6);
        let hidden = HiddenMarks { layers: vec![1, 3], layer: LAYER };
        assert_eq!(hidden.strength(0, 0.0, false), STRENGTH[0]);
        assert!(hidden.strength(1, 0.0, false) < 0.2 * STRENGTH[0]);
    }
}
