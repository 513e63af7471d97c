//! Lists that are divided into ranges, and made by all threads.

use rayon::prelude::*;
use std::ops::Range;

/// The parts of a list that hold so many ranges each, with the ranges that they hold. A range begins at its start
/// and ends where the next begins; the last start is where the last ends.
pub(crate) fn parts<'l, T>(
    mut list: &'l mut [T],
    starts: &[u32],
    ranges: usize,
) -> Vec<(Range<usize>, &'l mut [T])> {
    let count = starts.len() - 1;
    let mut parts = Vec::with_capacity(count.div_ceil(ranges));
    for first in (0..count).step_by(ranges) {
        let end = (first + ranges).min(count);
        let (part, rest) = list.split_at_mut((starts[end] - starts[first]) as usize);
        parts.push((first..end, part));
        list = rest;
    }
    parts
}

/// Entries of a list that are worth a thread.
const MANY: usize = 1 << 14;

/// A list of one value, made by all threads: whoever first writes to a page of memory waits for it.
pub(crate) fn filled<T: Copy + Send + Sync>(length: usize, value: T) -> Vec<T> {
    let mut list = Vec::new();
    lengthen(&mut list, length, value);
    list
}

/// Makes a list longer, if it is shorter than that, by all threads.
pub(crate) fn lengthen<T: Copy + Send + Sync>(list: &mut Vec<T>, length: usize, value: T) {
    let more = length.saturating_sub(list.len());
    match more < 2 * MANY {
        true => list.extend(std::iter::repeat_n(value, more)),
        false => list.par_extend(rayon::iter::repeat_n(value, more).with_min_len(MANY)),
    }
}

/// All parts one after the other, copied by all threads.
pub(crate) fn joined<'p, T: Copy + Default + Send + Sync + 'p>(
    of: impl Iterator<Item = &'p [T]>,
    length: usize,
) -> Vec<T> {
    let mut list = filled(length, T::default());
    let mut rest = &mut list[..];
    let copies: Vec<(&mut [T], &[T])> = of
        .map(|part| (rest.split_off_mut(..part.len()).expect("as long as all parts"), part))
        .collect();
    copies.into_par_iter().with_min_len(8).for_each(|(to, part)| to.copy_from_slice(part));
    list
}

/// Puts ranges in another order, given the number that each has in the new one's place.
pub(crate) fn reordered<T: Copy + Default + Send + Sync>(
    starts: &[u32],
    list: &[T],
    order: &[u32],
) -> (Vec<u32>, Vec<T>) {
    /// Ranges that a thread copies at a time.
    const AT_A_TIME: usize = 1024;
    let own = |number: u32| starts[number as usize] as usize..starts[number as usize + 1] as usize;
    let new_starts = starts_of(order.iter().map(|&number| own(number).len()));
    let mut new_list = filled(list.len(), T::default());
    parts(&mut new_list, &new_starts, AT_A_TIME).into_par_iter().for_each(|(ranges, mut part)| {
        for &number in &order[ranges] {
            let (to, rest) = part.split_at_mut(own(number).len());
            to.copy_from_slice(&list[own(number)]);
            part = rest;
        }
    });
    (new_starts, new_list)
}

/// Where ranges of these lengths begin, and where the last ends.
pub(crate) fn starts_of(lengths: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut starts = Vec::with_capacity(lengths.size_hint().0 + 1);
    let mut end = 0;
    starts.push(0);
    starts.extend(lengths.map(|length| {
        end += length as u32;
        end
    }));
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_hold_whole_ranges() {
        let mut list: Vec<u32> = (0..10).collect();
        let starts = starts_of([2, 0, 3, 1, 4].into_iter());
        assert_eq!(starts, [0, 2, 2, 5, 6, 10]);
        let parts = parts(&mut list, &starts, 2);
        let found: Vec<_> =
            parts.iter().map(|(ranges, part)| (ranges.clone(), part.len())).collect();
        assert_eq!(found, [(0..2, 2), (2..4, 4), (4..5, 4)]);
        assert_eq!(parts[2].1, [6, 7, 8, 9]);
    }

    #[test]
    fn ranges_are_reordered_whole() {
        let (starts, list) = reordered(&[0, 2, 2, 5], &[1, 2, 3, 4, 5], &[2, 0, 1]);
        assert_eq!((starts, list), (vec![0, 3, 5, 5], vec![3, 4, 5, 1, 2]));
    }
}
