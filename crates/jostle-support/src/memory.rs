//! Bytes of buffers.
//!
//! Types that say how much memory they keep take themselves apart without `..`, so that a new field must be counted.

/// Bytes of the buffer of a vector, whether filled or not.
pub fn vec_bytes<T>(vec: &Vec<T>) -> usize {
    vec.capacity() * size_of::<T>()
}
