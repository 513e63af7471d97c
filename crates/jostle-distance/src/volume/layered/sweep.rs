//! A walk along a column, from layer to layer.

use super::Layer;

/// A part of a column, between two layers or faces of the region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Where it begins, as a coordinate along the columns.
    pub near: f64,
    /// Where it ends.
    pub far: f64,
    /// The layer that it begins at; `None` at the face of the region.
    pub near_layer: Option<Layer>,
    /// The layer that it ends at; `None` at the face of the region.
    pub far_layer: Option<Layer>,
}

impl Span {
    /// How long it is; never zero.
    pub fn length(&self) -> f64 {
        self.far - self.near
    }
}

/// Which end of the columns is outside of an object, whatever the region leaves out of it.
///
/// The outside-face rule of the thesis: triangles beyond the other end of the region may be left out, because
/// inside and outside are told from this end on. One that lies beyond the object's box at both ends of the
/// region leaves nothing out; where neither does, the columns are extended to the front of the box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum OutsideEnd {
    /// Least depth.
    #[default]
    Near,
    /// Greatest depth.
    Far,
}

/// The winding numbers of all objects at a place of a column.
#[derive(Clone, Debug, Default)]
pub(super) struct Windings {
    numbers: Vec<i32>,
    /// Objects whose number is not zero, ascending.
    active: Vec<u32>,
}

impl Windings {
    pub fn new(objects: usize) -> Windings {
        Windings { numbers: vec![0; objects], active: Vec::new() }
    }

    /// How often an object winds around the place.
    #[inline]
    pub fn of(&self, object: usize) -> i32 {
        self.numbers[object]
    }

    /// The objects whose number is not zero, ascending.
    pub fn active(&self) -> &[u32] {
        &self.active
    }

    fn clear(&mut self) {
        for object in self.active.drain(..) {
            self.numbers[object as usize] = 0;
        }
    }

    #[inline]
    fn change(&mut self, object: usize, by: i32) {
        let number = &mut self.numbers[object];
        let before = *number;
        *number += by;
        if before == 0 || *number == 0 {
            match self.active.binary_search(&(object as u32)) {
                Ok(place) => drop(self.active.remove(place)),
                Err(place) => self.active.insert(place, object as u32),
            }
        }
    }

    /// Shows all parts of a column between the depths of the region that are not empty, in order, with the
    /// winding numbers there.
    #[inline]
    pub fn sweep(
        &mut self,
        column: &[Layer],
        outside: &[OutsideEnd],
        [mut near, far]: [f64; 2],
        mut show: impl FnMut(&Windings, Span),
    ) {
        self.clear();
        for layer in column {
            if outside[layer.object()] == OutsideEnd::Far {
                self.change(layer.object(), -layer.sign());
            }
        }
        let mut near_layer = None;
        for layer in column {
            let end = layer.depth.min(far);
            if end > near {
                let far_layer = (layer.depth <= far).then_some(*layer);
                show(self, Span { near, far: end, near_layer, far_layer });
            }
            if layer.depth >= far {
                return;
            }
            self.change(layer.object(), layer.sign());
            if layer.depth >= near {
                (near, near_layer) = (layer.depth, Some(*layer));
            }
        }
        if far > near {
            show(self, Span { near, far, near_layer, far_layer: None });
        }
    }

    /// How often an object winds around a depth of a column; layers at that depth are passed.
    pub fn at(column: &[Layer], object: usize, outside: OutsideEnd, depth: f64) -> i32 {
        let own = column.iter().filter(|layer| layer.object() == object);
        match outside {
            OutsideEnd::Near => own.filter(|l| l.depth <= depth).map(Layer::sign).sum(),
            OutsideEnd::Far => -own.filter(|l| l.depth > depth).map(Layer::sign).sum::<i32>(),
        }
    }
}

/// Joins parts of a column that follow each other into whole spans.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SpanMerger {
    pub open: Option<(usize, Span)>,
}

impl SpanMerger {
    /// Takes the next part, and shows the span before it if that does not go on.
    #[inline]
    pub fn add(&mut self, pixel: usize, part: Span, show: impl FnOnce(usize, Span)) {
        match &mut self.open {
            Some((at, open)) if *at == pixel && open.far == part.near => {
                (open.far, open.far_layer) = (part.far, part.far_layer);
            }
            open => {
                if let Some((at, whole)) = open.replace((pixel, part)) {
                    show(at, whole);
                }
            }
        }
    }

    /// Shows the last span.
    pub fn finish(&mut self, show: impl FnOnce(usize, Span)) {
        if let Some((at, whole)) = self.open.take() {
            show(at, whole);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Depths, objects and whether they are entered there; sorted as layers are.
    fn column(layers: &[(f64, u32, bool)]) -> Vec<Layer> {
        let mut column: Vec<Layer> = layers
            .iter()
            .map(|&(depth, object, enters)| Layer::new(depth, 0, object, enters))
            .collect();
        column.sort_unstable_by(Layer::order);
        column
    }

    /// The ends of all parts, with the winding numbers of two objects.
    fn parts(
        column: &[Layer],
        outside: [OutsideEnd; 2],
        depths: [f64; 2],
    ) -> Vec<([f64; 2], [i32; 2])> {
        let mut parts = Vec::new();
        Windings::new(2).sweep(column, &outside, depths, |windings, span| {
            let active: Vec<u32> = (0..2).filter(|&o| windings.of(o as usize) != 0).collect();
            assert_eq!(windings.active(), active);
            parts.push(([span.near, span.far], [windings.of(0), windings.of(1)]));
        });
        parts
    }

    use OutsideEnd::{Far, Near};

    #[test]
    fn exits_come_before_entries_of_the_same_depth() {
        let touching = column(&[(1.0, 1, true), (2.0, 1, false), (0.0, 0, true), (1.0, 0, false)]);
        assert_eq!(
            touching.iter().map(Layer::enters).collect::<Vec<_>>(),
            [true, false, true, false]
        );
        assert_eq!(
            parts(&touching, [Near; 2], [0.0, 3.0]),
            [([0.0, 1.0], [1, 0]), ([1.0, 2.0], [0, 1]), ([2.0, 3.0], [0, 0])]
        );
    }

    #[test]
    fn columns_are_cut_to_the_region() {
        let layers = column(&[(-1.0, 0, true), (5.0, 0, false), (1.0, 1, true), (2.0, 1, false)]);
        let expected = [([0.0, 1.0], [1, 0]), ([1.0, 2.0], [1, 1]), ([2.0, 3.0], [1, 0])];
        assert_eq!(parts(&layers, [Near; 2], [0.0, 3.0]), expected);
        // What lies beyond the end that is not outside may be missing.
        assert_eq!(parts(&layers[..3], [Near; 2], [0.0, 3.0]), expected);
        assert_eq!(parts(&layers[1..], [Far, Near], [0.0, 3.0]), expected);
        assert_eq!(parts(&[], [Near; 2], [0.0, 3.0]), [([0.0, 3.0], [0, 0])]);
        for (depth, expected) in [(0.5, 1), (4.0, 1), (-2.0, 0), (6.0, 0)] {
            assert_eq!(Windings::at(&layers, 0, Near, depth), expected);
            assert_eq!(Windings::at(&layers, 0, Far, depth), expected);
        }
    }
}
