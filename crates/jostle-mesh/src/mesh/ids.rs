//! Numbers of objects and elements, one type for each numbering.

use std::fmt;

macro_rules! id {
    ($(#[$documentation:meta])* $name:ident) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(u32);

        impl $name {
            /// The one with an index, counted from 0.
            ///
            /// # Panics
            ///
            /// If the index is `2^32` or more, which no scene has.
            #[inline]
            pub const fn new(index: usize) -> $name {
                assert!(index <= u32::MAX as usize, "scenes have fewer than 2^32 of anything");
                $name(index as u32)
            }

            /// The index, counted from 0.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id! {
    /// An object of a scene, in the order in which they were added.
    ObjectId
}

id! {
    /// An element of a scene, numbered through all its objects.
    ///
    /// [`Scene::locate`](crate::mesh::Scene::locate) tells its object and its number there;
    /// [`Scene::element_id`](crate::mesh::Scene::element_id) leads back.
    ///
    /// ```
    /// use jostle::mesh::shapes;
    /// use jostle::{ElementId, Scene};
    ///
    /// let mut scene = Scene::new();
    /// let first = scene.add("first", shapes::icosphere(0, 1.0))?;
    /// let second = scene.add("second", shapes::icosphere(0, 1.0))?;
    /// let (object, element) = scene.locate(ElementId::new(25));
    /// assert_eq!((object, element.index()), (second, 5));
    /// assert_eq!(scene.element_id(object, element), ElementId::new(25));
    /// assert_ne!(scene.element_id(first, element), ElementId::new(25));
    /// # Ok::<(), jostle::SceneError>(())
    /// ```
    ElementId
}

id! {
    /// An element of an object, numbered within it: as in the mesh that was added, and in its file.
    LocalElementId
}

impl ElementId {
    #[inline]
    #[doc(hidden)]
    pub const fn from_u32(index: u32) -> ElementId {
        ElementId(index)
    }
}
