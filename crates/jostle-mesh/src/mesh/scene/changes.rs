//! Changes of whole objects: their layers, where they are, and whether they are there at all.

use super::{Object, ObjectId, Scene, SceneError};
use crate::mesh::{ElementKind, Layers, MeshError, TetMesh, TriangleMesh};
use glam::DAffine3;
use jostle_support::parallel;

impl Object {
    /// The layers that it is on, and those that it is compared with.
    pub fn layers(&self) -> Layers {
        self.layers
    }

    /// Whether it has been [removed](Scene::remove).
    pub fn is_removed(&self) -> bool {
        self.is_removed
    }
}

impl Scene {
    /// Gives an object another name.
    pub fn rename(&mut self, object: ObjectId, name: impl Into<String>) -> Result<(), SceneError> {
        self.object(object)?;
        self.objects[object.index()].name = name.into();
        Ok(())
    }

    /// Says which objects an object is compared with; see [`Layers`].
    ///
    /// ```
    /// use jostle::mesh::{Layers, shapes};
    /// use jostle::{Query, Scene, collide};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("one", shapes::icosphere(2, 1.0))?;
    /// let other = scene.add("other", shapes::icosphere(2, 1.0))?;
    /// assert!(collide(&scene, &Query::default())?.any());
    /// scene.set_layers(other, Layers { mask: 0, ..Layers::ALL })?;
    /// assert!(!collide(&scene, &Query::default())?.any());
    /// # Ok::<(), jostle::QueryError>(())
    /// ```
    pub fn set_layers(&mut self, object: ObjectId, layers: Layers) -> Result<(), SceneError> {
        self.object(object)?;
        self.objects[object.index()].layers = layers;
        Ok(())
    }

    /// Removes an object.
    ///
    /// The ids of other objects stay as they are, and no other object ever has its id: what is left of it
    /// in [`objects`](Self::objects) is its name, without vertices or elements, and
    /// [`Object::is_removed`] tells. It cannot be [replaced](Self::replace) or removed again, and a
    /// query `among` objects (`Filters::among`) refuses it. Elements are numbered through the scene, so
    /// the numbers of elements of later objects change.
    ///
    /// ```
    /// use jostle::mesh::shapes;
    /// use jostle::{Query, Scene, collide};
    ///
    /// let mut scene = Scene::new();
    /// let ball = scene.add("ball", shapes::icosphere(2, 1.0))?;
    /// let other = scene.add("other", shapes::icosphere(2, 1.0))?;
    /// scene.remove(ball)?;
    /// assert!(!collide(&scene, &Query::default())?.any());
    /// assert_eq!(scene.object(other)?.name(), "other");
    /// assert!(scene.remove(ball).is_err());
    /// # Ok::<(), jostle::QueryError>(())
    /// ```
    pub fn remove(&mut self, object: ObjectId) -> Result<(), SceneError> {
        match self.present(object)?.kind() {
            ElementKind::Triangle => self.replace(object, TriangleMesh::default())?,
            ElementKind::Tetrahedron => self.replace(object, TetMesh::default())?,
        }
        let own = &mut self.objects[object.index()];
        own.is_removed = true;
        own.has_self_collision = false;
        Ok(())
    }

    /// An object that has not been removed.
    #[doc(hidden)]
    pub fn present(&self, object: ObjectId) -> Result<&Object, SceneError> {
        let own = self.object(object)?;
        match own.is_removed {
            true => Err(SceneError::Removed { object, name: own.name.clone() }),
            false => Ok(own),
        }
    }

    /// Moves an object's vertices by an affine map, most often a rotation and a translation. Each
    /// position is rounded, so that many small moves add up; where that matters, keep the first positions
    /// and move those.
    ///
    /// On error the scene is as it was.
    ///
    /// ```
    /// use jostle::glam::{DAffine3, DQuat};
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Scene};
    ///
    /// let mut scene = Scene::new();
    /// let ball = scene.add("ball", shapes::icosphere(2, 1.0))?;
    /// let turn = DQuat::from_rotation_z(0.5);
    /// scene.transform(ball, &DAffine3::from_rotation_translation(turn, DVec3::X * 3.0))?;
    /// assert!(scene.bounds(ball)?.min.x > 1.9);
    /// # Ok::<(), jostle::SceneError>(())
    /// ```
    pub fn transform(&mut self, object: ObjectId, by: &DAffine3) -> Result<(), SceneError> {
        let own = self.object(object)?;
        let name = || own.name.clone();
        if !by.is_finite() {
            return Err(SceneError::BadTransform { object, name: name() });
        }
        let range = own.vertices();
        // The first vertex that leaves the number range is the same whoever finds it.
        let leaves = |p: &glam::DVec3| !by.transform_point3(*p).is_finite();
        let own = &self.vertices[range.clone()];
        let bad = parallel::first(own.len(), 4096, |part| {
            Some(part.start + own[part].iter().position(leaves)?)
        });
        if let Some(vertex) = bad {
            let position = by.transform_point3(self.vertices[range.start + vertex]);
            let source = MeshError::NonFinite { vertex, position };
            return Err(SceneError::Mesh { object, name: name(), source });
        }
        let vertices = self.vertices_mut(object)?;
        parallel::for_each_part_mut(vertices, 4096, |_, part| {
            part.iter_mut().for_each(|p| *p = by.transform_point3(*p));
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::mesh::{Mesh, MeshError, ObjectId, Scene, SceneError, TriangleMesh, shapes};
    use glam::{DAffine3, DVec3};

    fn scene() -> Scene {
        let mut scene = Scene::new();
        scene.add("a", shapes::cloth(2, 2, [1.0, 1.0])).unwrap();
        scene.add("b", shapes::ball_tets(1, 1.0)).unwrap();
        scene.add("c", shapes::cloth(3, 2, [1.0, 1.0])).unwrap();
        scene
    }

    #[test]
    fn what_is_removed_leaves_the_other_objects_as_they_were() {
        for removed in (0..3).map(ObjectId::new) {
            let mut left = scene();
            left.remove(removed).unwrap();
            assert!(left.object(removed).unwrap().is_removed());
            assert_eq!(left.mesh(removed).unwrap().element_count(), 0);
            for other in scene().object_ids().filter(|&o| o != removed) {
                assert_eq!(left.mesh(other), scene().mesh(other));
                assert!(!left.object(other).unwrap().is_removed());
            }
            let error = left.replace(removed, TriangleMesh::default()).unwrap_err();
            assert!(matches!(error, SceneError::Removed { object, .. } if object == removed));
            assert_eq!(left.remove(removed).unwrap_err(), error);
            let name = left.object(removed).unwrap().name().to_owned();
            assert_eq!(
                error.to_string(),
                format!(
                    "object {removed} ('{name}') was removed; leave it out, or add its mesh as \
                     another object"
                )
            );
            assert_eq!(left.add("d", shapes::cloth(1, 1, [1.0, 1.0])).unwrap(), ObjectId::new(3));
        }
        assert!(matches!(
            scene().remove(ObjectId::new(3)),
            Err(SceneError::NoSuchObject { objects: 3, .. })
        ));
    }

    #[test]
    fn a_transform_moves_one_object_or_nothing() {
        let moved = ObjectId::new(1);
        let by = DAffine3::from_scale_rotation_translation(
            DVec3::splat(2.0),
            glam::DQuat::from_rotation_x(0.3),
            DVec3::Y,
        );
        let mut scene = scene();
        let before = scene.clone();
        scene.transform(moved, &by).unwrap();
        let Ok(Mesh::Tets(mut mesh)) = before.mesh(moved) else { panic!("tetrahedra") };
        mesh.vertices.iter_mut().for_each(|v| *v = by.transform_point3(*v));
        assert_eq!(scene.mesh(moved).unwrap(), mesh.into());
        for other in [0, 2].map(ObjectId::new) {
            assert_eq!(scene.mesh(other), before.mesh(other));
        }
        let now = scene.clone();
        let nowhere = DAffine3::from_translation(DVec3::new(0.0, f64::NAN, 0.0));
        let error = scene.transform(moved, &nowhere).unwrap_err();
        assert!(matches!(error, SceneError::BadTransform { .. }));
        let far =
            DAffine3::from_scale(DVec3::splat(1e308)) * DAffine3::from_scale(DVec3::splat(2.0));
        let error = scene.transform(moved, &far).unwrap_err();
        assert!(
            matches!(error, SceneError::Mesh { source: MeshError::NonFinite { .. }, .. })
                || matches!(error, SceneError::BadTransform { .. })
        );
        assert_eq!(scene, now);
    }
}
