//! Which objects a search is about.

/// The objects that take part in a search, and which of them are searched against themselves.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    objects: Vec<ObjectScope>,
}

#[derive(Clone, Copy, Debug)]
struct ObjectScope {
    takes_part: bool,
    has_self_pairs: bool,
}

impl Scope {
    /// Given, for each object of the scene, whether it takes part and whether its own pairs count.
    pub fn update(&mut self, objects: impl Iterator<Item = (bool, bool)>) {
        self.objects.clear();
        self.objects.extend(objects.map(|(takes_part, own)| ObjectScope {
            takes_part,
            has_self_pairs: takes_part && own,
        }));
    }

    /// Number of objects of the scene.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    #[inline]
    pub fn takes_part(&self, object: usize) -> bool {
        self.objects[object].takes_part
    }

    /// Whether pairs within the object are searched for.
    #[inline]
    pub fn has_self_pairs(&self, object: usize) -> bool {
        self.objects[object].has_self_pairs
    }

    /// Whether any object's own pairs are searched for.
    pub fn has_any_self_pairs(&self) -> bool {
        self.objects.iter().any(|object| object.has_self_pairs)
    }

    /// Whether pairs of the two objects, which take part, are searched for.
    #[inline]
    pub fn admits(&self, [a, b]: [u32; 2]) -> bool {
        a != b || self.objects[a as usize].has_self_pairs
    }

    pub fn bytes(&self) -> usize {
        self.objects.capacity() * size_of::<ObjectScope>()
    }
}
