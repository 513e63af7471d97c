//! Trees of boxes over the elements of objects, kept from one question to the next.

use super::{BoxTree, Object, Scene};
use crate::conditions::{Condition, required};
use crate::geometry::Aabb;
use jostle_support::parallel;

/// A tree for each object that was asked about.
#[derive(Debug, Default)]
pub struct ElementTrees {
    objects: Vec<ElementTree>,
}

/// The elements of one object.
#[derive(Debug, Default)]
pub struct ElementTree {
    /// The topology and the positions that it is of; none before it is made.
    fitted_to: Option<[u64; 2]>,
    /// The box of each element.
    pub boxes: Vec<Aabb>,
    /// The tree over these boxes.
    pub tree: BoxTree,
    /// The edges of the box of the largest element, summed: at least its diameter.
    pub largest_extent: f64,
    /// The [`spread`](BoxTree::spread) of the tree when it was built.
    built_spread: f64,
}

/// A tree whose boxes have grown by this factor against the box around them all is built anew: less than rotations
/// make of it, which are at most the square root of three.
const MOST_SPREAD: f64 = 2.0;

impl ElementTrees {
    /// Makes the trees of two objects those of where they are; forgets those of objects that are gone.
    pub fn update(&mut self, scene: &Scene, [a, b]: [usize; 2]) {
        self.objects.resize_with(scene.objects().len(), ElementTree::default);
        for (own, object) in self.objects.iter_mut().zip(scene.objects()) {
            if own.fitted_to.is_some_and(|[topology, _]| topology != object.topology_id()) {
                *own = ElementTree::default();
            }
        }
        let [mut first, mut second] =
            [a, b].map(|object| std::mem::take(&mut self.objects[object]));
        let [of_first, of_second] = [a, b].map(|object| &scene.objects()[object]);
        parallel::join(|| first.update(scene, of_first), || second.update(scene, of_second));
        (self.objects[a], self.objects[b]) = (first, second);
    }

    /// The tree of an object of the last update.
    pub fn object(&self, object: usize) -> &ElementTree {
        &self.objects[object]
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let own =
            |tree: &ElementTree| tree.boxes.capacity() * size_of::<Aabb>() + tree.tree.bytes();
        self.objects.capacity() * size_of::<ElementTree>()
            + self.objects.iter().map(own).sum::<usize>()
    }
}

impl ElementTree {
    fn update(&mut self, scene: &Scene, object: &Object) {
        let is_new = self.fitted_to.is_none();
        let current = [object.topology_id(), object.positions_id()];
        let is_current = self.fitted_to.replace(current) == Some(current);
        if is_current || !is_new && !required(Condition::ElementTreeIsCurrent) {
            return;
        }
        let elements = object.elements();
        let bounds = |e: usize| scene.element_at(elements.start + e).bounds();
        self.boxes.clear();
        parallel::extend(&mut self.boxes, elements.len(), 1024, bounds);
        let extents = self.boxes.iter().map(|own| own.size().element_sum());
        self.largest_extent = extents.fold(0.0, f64::max);
        if !is_new {
            self.tree.refit(&self.boxes);
            if self.tree.spread() <= MOST_SPREAD * self.built_spread {
                return;
            }
        }
        self.tree = BoxTree::build(&self.boxes);
        self.built_spread = self.tree.spread();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes;
    use glam::DVec3;

    /// Every node holds what is below it, whether it was built, refitted or built again.
    fn check(trees: &ElementTrees, scene: &Scene, object: usize) {
        let own = trees.object(object);
        let elements = scene.objects()[object].elements();
        let boxes: Vec<Aabb> = elements.map(|e| scene.element_at(e).bounds()).collect();
        assert_eq!(own.boxes, boxes);
        let mut waiting = vec![BoxTree::ROOT];
        let mut seen = 0;
        while let Some(node) = waiting.pop() {
            let reach = own.tree.reach(node);
            match own.tree.children(node) {
                Some(children) => {
                    let [a, b] = children.map(|child| *own.tree.reach(child));
                    assert_eq!(*reach, a.union(b));
                    waiting.extend(children);
                }
                None => {
                    let items = own.tree.items(node).iter().map(|&item| boxes[item as usize]);
                    assert_eq!(*reach, items.fold(Aabb::EMPTY, Aabb::union));
                    seen += own.tree.items(node).len();
                }
            }
        }
        assert_eq!(seen, boxes.len());
    }

    #[test]
    fn trees_are_of_where_objects_are() {
        let mut scene = Scene::new();
        let ball = scene.add("ball", shapes::icosphere(3, 1.0)).unwrap();
        let cloth = scene.add("cloth", shapes::cloth(8, 8, [1.0, 1.0])).unwrap();
        let mut trees = ElementTrees::default();
        let both = [ball.index(), cloth.index()];
        let mut update = |scene: &Scene| {
            trees.update(scene, both);
            both.iter().for_each(|&object| check(&trees, scene, object));
            trees.object(0).built_spread
        };
        let built = update(&scene);
        assert_eq!(update(&scene), built);
        scene.vertices_mut(ball).unwrap().iter_mut().for_each(|v| v.x += 2.0);
        assert_eq!(update(&scene), built, "the tree is refitted");
        // Vertices change places, and so do elements: a tree of before is of no use.
        let mut mixed = scene.vertices()[scene.objects()[0].vertices()].to_vec();
        let mut random = jostle_support::random::SplitMix64::new(1);
        for i in 1..mixed.len() {
            mixed.swap(i, (random.signed().abs() * i as f64) as usize);
        }
        scene.set_vertices(ball, &mixed).unwrap();
        assert_ne!(update(&scene), built, "the tree is built anew");
        scene.replace(ball, shapes::box_surface(DVec3::ONE, [3; 3])).unwrap();
        update(&scene);
    }
}
