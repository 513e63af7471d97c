//! The least distance of each two objects, of all pairs that were found.

use super::Pair;
use crate::mesh::{ElementId, ObjectId, Scene};

/// The nearest pair of elements of two objects, or of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObjectDistance {
    /// The objects, the lower first; one and the same for pairs within an object.
    pub objects: [ObjectId; 2],
    /// The least distance of any of their pairs; zero if one collides.
    pub distance: f64,
    /// The pair; of several with this distance, the first.
    pub pair: Pair,
}

/// Lists the nearest pair of each two objects that have one, sorted by the objects.
pub(super) fn list(
    scene: &Scene,
    pairs: &[Pair],
    distances: &[f64],
    least: &mut Vec<ObjectDistance>,
) {
    least.clear();
    // Pairs of the same objects often follow each other: where their elements are numbered.
    let (mut last, mut ranges) = (0, [const { 0..0 }; 2]);
    for (&pair, &distance) in pairs.iter().zip(distances) {
        let elements = [pair.a, pair.b].map(ElementId::index);
        if !(ranges[0].contains(&elements[0]) && ranges[1].contains(&elements[1])) {
            // Elements are numbered object after object, so the lower element has the lower object.
            let objects = [pair.a, pair.b].map(|element| scene.owner(element));
            ranges = objects.map(|object| scene.objects()[object.index()].elements());
            last = least.partition_point(|own| own.objects < objects);
            if least.get(last).is_none_or(|own| own.objects != objects) {
                least.insert(last, ObjectDistance { objects, distance, pair });
            }
        }
        if distance < least[last].distance {
            least[last] = ObjectDistance { distance, pair, ..least[last] };
        }
    }
}
