//! The numbers under which elements are reported: those of the file.

use jostle::{ElementId, LocalElementId, ObjectId, Pair, Scene};

/// For each object of a scene, the numbers of its elements.
#[derive(Clone, Debug, Default)]
pub struct ElementNumbers {
    /// `None` for objects whose elements have the numbers that they have in the scene.
    objects: Vec<Option<Vec<u32>>>,
}

/// A pair under the numbers of its elements; within one object the lower number first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NumberedPair {
    pub a: (ObjectId, u32),
    pub b: (ObjectId, u32),
}

impl ElementNumbers {
    /// Given the numbers of the elements of each object.
    pub fn new<'n>(objects: impl Iterator<Item = &'n [u32]>) -> ElementNumbers {
        let is_plain = |numbers: &[u32]| (0..).zip(numbers).all(|(i, &number)| i == number);
        let own = |numbers: &[u32]| (!is_plain(numbers)).then(|| numbers.to_vec());
        ElementNumbers { objects: objects.map(own).collect() }
    }

    /// The number of an element of an object.
    pub fn local(&self, object: ObjectId, element: LocalElementId) -> u32 {
        match self.objects.get(object.index()) {
            Some(Some(numbers)) => numbers[element.index()],
            _ => element.index() as u32,
        }
    }

    /// The object of an element, and the number of the element.
    pub fn element(&self, scene: &Scene, element: ElementId) -> (ObjectId, u32) {
        let (object, element) = scene.locate(element);
        (object, self.local(object, element))
    }

    /// Number of elements of an object under different numbers.
    pub fn count(&self, scene: &Scene, object: ObjectId) -> usize {
        let elements = scene.objects()[object.index()].elements().len();
        match self.objects.get(object.index()) {
            Some(Some(numbers)) => distinct(numbers.clone()),
            _ => elements,
        }
    }

    /// Number of elements under different numbers, of those for which `is_chosen` holds.
    pub fn count_if(&self, scene: &Scene, object: ObjectId, is_chosen: &[bool]) -> usize {
        let own = scene.objects()[object.index()].elements();
        let chosen = own.clone().filter(|&element| is_chosen[element]);
        match self.objects.get(object.index()) {
            Some(Some(numbers)) => distinct(chosen.map(|e| numbers[e - own.start]).collect()),
            _ => chosen.count(),
        }
    }

    /// Whether the elements of an object have the numbers that they have in the scene.
    pub fn is_plain(&self, object: ObjectId) -> bool {
        self.objects.get(object.index()).is_none_or(Option::is_none)
    }

    /// Whether all elements have the numbers that they have in the scene.
    pub fn are_plain(&self) -> bool {
        self.objects.iter().all(Option::is_none)
    }

    /// Pairs, with their distances if there are any; sorted, and each once with its least distance.
    pub fn pairs(
        &self,
        scene: &Scene,
        pairs: &[Pair],
        distances: &[f64],
    ) -> Vec<(NumberedPair, Option<f64>)> {
        let numbered = |(i, pair): (usize, &Pair)| {
            let [a, b] = [pair.a, pair.b].map(|element| self.element(scene, element));
            (NumberedPair { a: a.min(b), b: a.max(b) }, distances.get(i).copied())
        };
        let mut all: Vec<(NumberedPair, Option<f64>)> =
            pairs.iter().enumerate().map(numbered).collect();
        if !self.are_plain() {
            let distance = |distance: Option<f64>| distance.unwrap_or(0.0);
            all.sort_unstable_by(|x, y| {
                x.0.cmp(&y.0).then(distance(x.1).total_cmp(&distance(y.1)))
            });
            all.dedup_by_key(|own| own.0);
        }
        all
    }
}

fn distinct(mut numbers: Vec<u32>) -> usize {
    numbers.sort_unstable();
    numbers.dedup();
    numbers.len()
}
