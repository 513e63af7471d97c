//! Buffers that functions without a search of their own keep in a session.

use super::lock;
use crate::mesh::ElementTrees;
use std::any::Any;
use std::sync::Mutex;

/// Buffers of one kind.
pub trait Scratch: Any + Send {
    /// Bytes held.
    fn bytes(&self) -> usize;
}

impl Scratch for ElementTrees {
    fn bytes(&self) -> usize {
        ElementTrees::bytes(self)
    }
}

/// The buffers that nobody has at the moment, of several kinds.
#[derive(Default)]
pub(super) struct KeptScratch(Mutex<Vec<Box<dyn Scratch>>>);

impl KeptScratch {
    /// Lends buffers of a kind to some work, empty ones if all are lent already. Buffers of work that panics are lost:
    /// they may be half of one query and half of another.
    pub fn lend<S: Scratch + Default, R>(&self, work: impl FnOnce(&mut S) -> R) -> R {
        let mut own = self.take::<S>();
        let answer = work(&mut own);
        lock(&self.0).push(own);
        answer
    }

    fn take<S: Scratch + Default>(&self) -> Box<S> {
        let mut all = lock(&self.0);
        let is_of_kind = |own: &dyn Any| own.is::<S>();
        match all.iter().position(|own| is_of_kind(&**own)) {
            Some(place) => {
                let own: Box<dyn Any> = all.swap_remove(place);
                own.downcast().expect("the kind was compared")
            }
            None => Box::default(),
        }
    }

    /// Bytes of the buffers that are not lent.
    pub fn bytes(&self) -> usize {
        lock(&self.0).iter().map(|own| own.bytes()).sum()
    }
}

impl std::fmt::Debug for KeptScratch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeptScratch").field("bytes", &self.bytes()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default)]
    struct Numbers(Vec<u8>);

    impl Scratch for Numbers {
        fn bytes(&self) -> usize {
            self.0.len()
        }
    }

    #[test]
    fn scratch_comes_back_as_it_was_left() {
        let kept = KeptScratch::default();
        kept.lend(|own: &mut Numbers| own.0.push(7));
        kept.lend(|own: &mut ElementTrees| assert_eq!(own.bytes(), 0));
        assert_eq!(kept.bytes(), 1);
        kept.lend(|own: &mut Numbers| {
            assert_eq!(own.0, [7]);
            kept.lend(|other: &mut Numbers| assert!(other.0.is_empty(), "it is lent already"));
        });
        assert_eq!(kept.bytes(), 1);
    }
}
