//! Limits of the memory that reading a file may take.

use crate::error::{ParseError, ParseResult, Place};
use std::cell::Cell;
use std::mem::size_of;

/// No buffer grows beyond this many times the size of the file: a damaged or hostile file must not
/// take the memory of the machine. Honest files stay far below; the densest, zlib-compressed grids,
/// reach about 30.
const MOST_EXPANSION: usize = 100;

/// What small files may take on top, so that growing in powers of two never refuses them.
pub(crate) const SMALL: usize = 64 * 1024;

/// The most bytes one buffer may take while a file is read.
#[derive(Clone, Copy)]
pub(crate) struct Budget(usize);

impl Budget {
    /// The budget for a file of this size.
    pub fn for_file(bytes: usize) -> Budget {
        Budget(bytes.saturating_mul(MOST_EXPANSION).saturating_add(SMALL))
    }

    /// Whether a buffer of this many items is allowed.
    pub fn allows<T>(self, items: usize) -> bool {
        items.checked_mul(size_of::<T>()).is_some_and(|bytes| bytes <= self.0)
    }

    /// The error of content that needs more.
    pub fn exceeded(place: Place) -> ParseError {
        ParseError::malformed(
            place,
            format!("the content unpacks to over {MOST_EXPANSION} times its size"),
        )
        .advise("if the file is sound, save it without compression and instances")
    }

    /// Grows as a list does, but not beyond the budget.
    pub fn push<T>(self, list: &mut Vec<T>, item: T, place: impl Fn() -> Place) -> ParseResult<()> {
        if list.len() == list.capacity() {
            let most = self.0 / size_of::<T>();
            let wanted = (2 * list.capacity()).max(64).min(most);
            if wanted <= list.len() {
                return Err(Budget::exceeded(place()));
            }
            list.reserve_exact(wanted - list.len());
        }
        list.push(item);
        Ok(())
    }
}

/// Counts what is unpacked in all, so that content that is referred to many times takes no hours.
pub(crate) struct Meter(Cell<usize>);

impl Meter {
    pub fn new(budget: Budget) -> Meter {
        Meter(Cell::new(budget.0))
    }

    pub fn spend(&self, bytes: usize, place: Place) -> ParseResult<()> {
        match self.0.get().checked_sub(bytes) {
            Some(left) => {
                self.0.set(left);
                Ok(())
            }
            None => Err(Budget::exceeded(place)),
        }
    }
}
