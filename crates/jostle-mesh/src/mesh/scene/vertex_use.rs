//! Whether the elements of an object use all its vertices, found out when that is worth it.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Meshes that are replaced in every frame are asked about once or never, and then to look at their elements
/// takes no longer than to find out; so it is found out at the second question, or when vertices move after the first.
/// Objects compare equal whatever is known of this.
#[derive(Debug, Default)]
pub(super) struct VertexUse(AtomicU8);

const NOT_ASKED: u8 = 0;
const ASKED: u8 = 1;
const NOT_ALL: u8 = 2;
const ALL: u8 = 3;

impl VertexUse {
    /// As if it had been asked about once.
    pub fn asked() -> VertexUse {
        VertexUse(AtomicU8::new(ASKED))
    }

    /// Finds out ahead of the second question, where `find_out` tells whether all vertices are used.
    pub fn find_out_if_asked(&self, find_out: impl FnOnce() -> bool) {
        if self.0.load(Relaxed) == ASKED {
            self.is_known_full(find_out);
        }
    }

    /// Whether all vertices are known to be used; `find_out` tells whether they are.
    pub fn is_known_full(&self, find_out: impl FnOnce() -> bool) -> bool {
        match self.0.load(Relaxed) {
            NOT_ASKED => {
                self.0.store(ASKED, Relaxed);
                false
            }
            ASKED => {
                let is_full = find_out();
                self.0.store(if is_full { ALL } else { NOT_ALL }, Relaxed);
                is_full
            }
            known => known == ALL,
        }
    }
}

impl Clone for VertexUse {
    fn clone(&self) -> VertexUse {
        VertexUse(AtomicU8::new(self.0.load(Relaxed)))
    }
}

impl PartialEq for VertexUse {
    fn eq(&self, _: &VertexUse) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_found_out_at_the_second_question_and_kept() {
        for is_full in [false, true] {
            let own = VertexUse::default();
            assert!(!own.is_known_full(|| panic!("not worth it yet")));
            let copy = own.clone();
            assert_eq!(own.is_known_full(|| is_full), is_full);
            assert_eq!(own.is_known_full(|| panic!("known")), is_full);
            assert_eq!(copy.is_known_full(|| is_full), is_full);
            let (own, asked) = (VertexUse::default(), VertexUse::asked());
            own.find_out_if_asked(|| panic!("not worth it yet"));
            asked.find_out_if_asked(|| is_full);
            assert_eq!(asked.is_known_full(|| panic!("known")), is_full);
        }
    }
}
