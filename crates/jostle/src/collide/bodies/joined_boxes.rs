//! A few boxes instead of many.

use crate::geometry::Aabb;

/// Joins boxes that are near each other; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct JoinedBoxes {
    boxes: Vec<Aabb>,
    joined: Vec<Aabb>,
}

/// There are no more, a power of two: each cluster of a body is compared with all of them.
const MANY: usize = 64;

impl JoinedBoxes {
    /// A few boxes, such that each of the given ones is within one of them.
    pub fn join(&mut self, boxes: impl Iterator<Item = Aabb>) -> &[Aabb] {
        self.boxes.clear();
        self.boxes.extend(boxes);
        self.joined.clear();
        join(&mut self.boxes, MANY, &mut self.joined);
        &self.joined
    }

    pub fn bytes(&self) -> usize {
        (self.boxes.capacity() + self.joined.capacity()) * size_of::<Aabb>()
    }
}

/// Joins boxes to so many at most: by halves along the longest axis, and each half to half as many.
fn join(boxes: &mut [Aabb], many: usize, joined: &mut Vec<Aabb>) {
    let Some(all) = boxes.iter().copied().reduce(Aabb::union) else { return };
    if many == 1 || boxes.len() == 1 {
        joined.push(all);
        return;
    }
    let axis = all.size().max_position();
    let along = |own: &Aabb| own.min[axis] * 0.5 + own.max[axis] * 0.5;
    let middle = boxes.len() / 2;
    boxes.select_nth_unstable_by(middle, |a, b| along(a).total_cmp(&along(b)));
    let (low, high) = boxes.split_at_mut(middle);
    join(low, many / 2, joined);
    join(high, many / 2, joined);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::SplitMix64;
    use glam::DVec3;

    #[test]
    fn each_box_is_within_one_of_a_few() {
        let mut random = SplitMix64::new(1);
        let mut joined = JoinedBoxes::default();
        for count in [0, 1, 2, 3, MANY - 1, MANY, MANY + 1, 1000] {
            let mut point = || DVec3::new(random.signed(), random.signed(), random.signed());
            let boxes: Vec<Aabb> = (0..count)
                .map(|_| (point(), point()))
                .map(|(at, size)| Aabb::from_points([at, at + size * 0.1]))
                .collect();
            let few = joined.join(boxes.iter().copied()).to_vec();
            assert!(few.len() <= MANY);
            assert!(count > MANY || few.len() == count);
            let contains = |all: &Aabb, own: &Aabb| all.union(*own) == *all;
            assert!(boxes.iter().all(|own| few.iter().any(|all| contains(all, own))));
        }
    }
}
