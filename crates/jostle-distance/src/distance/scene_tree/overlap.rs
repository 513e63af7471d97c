//! What is in a box or ball.

use super::frame::FrameBox;
use super::wide_tree::{NO_ITEM, Stack};
use super::{SceneTree, SceneTreeError};
use crate::convex::{Sphere, SupportMap, intersects};
use crate::geometry::Aabb;
use crate::mesh::{Element, ElementId, Scene};
use glam::DVec3;

/// Buffers of a search, kept from one box to the next.
#[derive(Default)]
struct OverlapScratch {
    objects: Stack,
    elements: Stack,
}

fn check_boxes(boxes: &[Aabb]) -> Result<(), SceneTreeError> {
    let is_bad = |b: &Aabb| b.is_empty() || !(b.min.is_finite() && b.max.is_finite());
    match boxes.iter().position(is_bad) {
        Some(index) => Err(SceneTreeError::BadBox { index, bounds: boxes[index] }),
        None => Ok(()),
    }
}

fn check_balls(balls: &[Sphere]) -> Result<(), SceneTreeError> {
    let is_good = |b: &Sphere| b.core[0].is_finite() && b.radius.is_finite() && b.radius >= 0.0;
    match balls.iter().position(|ball| !is_good(ball)) {
        Some(index) => Err(SceneTreeError::BadBall { index, ball: balls[index] }),
        None => Ok(()),
    }
}

impl SceneTree {
    /// All elements that have a point in common with a box, ascending; tetrahedra are solid. Touching
    /// counts, and it is exact.
    ///
    /// ```
    /// use jostle::distance::SceneTree;
    /// use jostle::geometry::Aabb;
    /// use jostle::{DVec3, Scene, TriangleMesh};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("one", TriangleMesh::new(vec![DVec3::X, DVec3::Y, DVec3::Z], vec![[0, 1, 2]]))?;
    /// let mut tree = SceneTree::new();
    /// tree.update(&scene)?;
    /// let mut elements = Vec::new();
    /// let corner = |size: f64| Aabb { min: DVec3::ZERO, max: DVec3::splat(size) };
    /// tree.elements_in_box(&scene, &corner(0.33), &mut elements)?;
    /// assert!(elements.is_empty(), "in the box of the triangle, but not on it");
    /// tree.elements_in_box(&scene, &corner(0.34), &mut elements)?;
    /// assert_eq!(elements.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn elements_in_box(
        &self,
        scene: &Scene,
        bounds: &Aabb,
        elements: &mut Vec<ElementId>,
    ) -> Result<(), SceneTreeError> {
        self.check(scene)?;
        check_boxes(&[*bounds])?;
        self.in_box(scene, bounds, elements, &mut OverlapScratch::default());
        Ok(())
    }

    /// The same for many boxes, in parallel; `elements` holds one list for each.
    pub fn elements_in_box_many(
        &self,
        scene: &Scene,
        boxes: &[Aabb],
        elements: &mut Vec<Vec<ElementId>>,
    ) -> Result<(), SceneTreeError> {
        self.check(scene)?;
        check_boxes(boxes)?;
        elements.resize_with(boxes.len(), Vec::new);
        self.answer_many(boxes, elements, |own, elements, scratch| {
            self.in_box(scene, own, elements, scratch);
        })
    }

    /// All elements that have a point in common with a ball, ascending; tetrahedra are solid. Touching
    /// counts, and it is exact.
    ///
    /// ```
    /// use jostle::convex::Sphere;
    /// use jostle::distance::SceneTree;
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Scene};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("cube", shapes::box_surface(DVec3::splat(2.0), [1, 1, 1]))?;
    /// let mut tree = SceneTree::new();
    /// tree.update(&scene)?;
    /// let mut elements = Vec::new();
    /// tree.elements_in_ball(&scene, &Sphere::new(DVec3::X * 3.0, 2.0), &mut elements)?;
    /// assert_eq!(elements.len(), 2, "it touches one side");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn elements_in_ball(
        &self,
        scene: &Scene,
        ball: &Sphere,
        elements: &mut Vec<ElementId>,
    ) -> Result<(), SceneTreeError> {
        self.check(scene)?;
        check_balls(&[*ball])?;
        self.in_ball(scene, ball, elements, &mut OverlapScratch::default());
        Ok(())
    }

    /// The same for many balls, in parallel; `elements` holds one list for each.
    pub fn elements_in_ball_many(
        &self,
        scene: &Scene,
        balls: &[Sphere],
        elements: &mut Vec<Vec<ElementId>>,
    ) -> Result<(), SceneTreeError> {
        self.check(scene)?;
        check_balls(balls)?;
        elements.resize_with(balls.len(), Vec::new);
        self.answer_many(balls, elements, |own, elements, scratch| {
            self.in_ball(scene, own, elements, scratch);
        })
    }

    fn in_box(
        &self,
        scene: &Scene,
        bounds: &Aabb,
        elements: &mut Vec<ElementId>,
        scratch: &mut OverlapScratch,
    ) {
        let corners: [DVec3; 8] = std::array::from_fn(|i| {
            let at = |x: usize| if i >> x & 1 == 0 { bounds.min[x] } else { bounds.max[x] };
            DVec3::new(at(0), at(1), at(2))
        });
        self.elements_near(scene, bounds, elements, scratch, |element, own| {
            bounds.contains(own) || meets(element, &corners)
        });
    }

    fn in_ball(
        &self,
        scene: &Scene,
        ball: &Sphere,
        elements: &mut Vec<ElementId>,
        scratch: &mut OverlapScratch,
    ) {
        let bounds = Aabb::from_points(ball.core).inflated(ball.radius);
        self.elements_near(scene, &bounds, elements, scratch, |element, _| meets(element, ball));
    }

    /// The elements whose boxes overlap a box and that pass a test.
    fn elements_near(
        &self,
        scene: &Scene,
        bounds: &Aabb,
        elements: &mut Vec<ElementId>,
        scratch: &mut OverlapScratch,
        test: impl Fn(&Element, &Aabb) -> bool,
    ) {
        elements.clear();
        let query = FrameBox::new(bounds, &self.frame);
        self.top.blocks_in_box(&query, &mut scratch.objects, |block| {
            for item in self.top.blocks()[block].into_iter().filter(|&item| item != NO_ITEM) {
                let object = self.present[item as usize] as usize;
                let first = scene.objects()[object].elements().start;
                self.objects[object].elements_in_box(bounds, &mut scratch.elements, |e| {
                    let element = scene.element_at(first + e as usize);
                    let own = element.bounds();
                    if bounds.overlaps(&own) && test(&element, &own) {
                        elements.push(ElementId::new(first + e as usize));
                    }
                });
            }
        });
        elements.sort_unstable();
    }
}

/// Whether an element and a shape of finite numbers have a common point.
fn meets(element: &Element, shape: &impl SupportMap) -> bool {
    let meet = match element {
        Element::Triangle(corners) => intersects(corners, shape),
        Element::Tetrahedron(corners) => intersects(corners, shape),
    };
    meet.expect("finite, as has been checked")
}
