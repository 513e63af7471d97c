//! Lists that are divided into ranges, and made by all threads.

use jostle_support::parallel;
use std::ops::Range;

/// The parts of a list that hold so many ranges each, with the ranges that they hold. A range begins at its start
/// and ends where the next begins; the last start is where the last ends.
pub fn parts<'l, T>(
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

/// Bytes of a list that are worth a thread.
const MANY_BYTES: usize = 1 << 16;

/// Makes a list longer, if it is shorter than that, by all threads: whoever first writes to a page of memory waits
/// for it.
pub fn lengthen<T: Copy + Send + Sync>(list: &mut Vec<T>, length: usize, value: T) {
    let more = length.saturating_sub(list.len());
    let many = (MANY_BYTES / size_of::<T>().max(1)).max(1);
    match more < 2 * many {
        true => list.extend(std::iter::repeat_n(value, more)),
        false => {
            let values = |range: Range<usize>| std::iter::repeat_n(value, range.len());
            parallel::extend_ranges(list, more, many, values);
        }
    }
}

/// A list that is divided into ranges, each of which begins where the one before ends.
#[derive(Debug)]
pub struct RangeList<T> {
    pub list: Vec<T>,
    /// Where each range begins, and where the last ends.
    pub starts: Vec<u32>,
}

impl<T> RangeList<T> {
    /// A list without ranges, with space for some ranges and entries.
    pub fn with_capacity(ranges: usize, entries: usize) -> RangeList<T> {
        let mut starts = Vec::with_capacity(ranges + 1);
        starts.push(0);
        RangeList { list: Vec::with_capacity(entries), starts }
    }

    /// How many ranges there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline]
    pub fn range(&self, number: usize) -> &[T] {
        &self.list[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// What has been added to the list since the last range ended.
    pub fn open_range(&mut self) -> &mut [T] {
        let begin = self.starts.last().map_or(0, |&start| start as usize);
        &mut self.list[begin..]
    }

    /// Ends the range of what has been added to the list since the last one ended.
    pub fn end_range(&mut self) {
        self.starts.push(self.list.len() as u32);
    }

    pub fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<T>() + self.starts.capacity() * size_of::<u32>()
    }
}

/// Ranges of lists that several threads made, each left where its thread put it, in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartedRanges<T> {
    parts: Vec<Vec<T>>,
    ranges: Vec<PartRange>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PartRange {
    part: u32,
    start: u32,
    end: u32,
}

impl<T> Default for PartedRanges<T> {
    fn default() -> PartedRanges<T> {
        PartedRanges { parts: Vec::new(), ranges: Vec::new() }
    }
}

impl<T: Send> PartedRanges<T> {
    /// Ranges of these lengths of one list, one after the other.
    pub fn of_list(list: Vec<T>, lengths: impl Iterator<Item = u32>) -> PartedRanges<T> {
        let mut end = 0;
        let ranges = lengths.map(|length| {
            end += length;
            PartRange { part: 0, start: end - length, end }
        });
        PartedRanges { ranges: ranges.collect(), parts: vec![list] }
    }

    /// A range for each entry of all lists, one after the other.
    pub fn of_entries(lists: Vec<Vec<T>>) -> PartedRanges<T> {
        let mut ranges = Vec::with_capacity(lists.iter().map(Vec::len).sum());
        for (part, own) in (0..).zip(&lists) {
            let entries = 0..own.len() as u32;
            ranges.extend(entries.map(|start| PartRange { part, start, end: start + 1 }));
        }
        PartedRanges { parts: lists, ranges }
    }

    /// The ranges of all lists, one after the other.
    pub fn new(lists: Vec<RangeList<T>>) -> PartedRanges<T> {
        let count = lists.iter().map(RangeList::len).sum();
        let mut ranges = Vec::with_capacity(count);
        for (part, own) in (0..).zip(&lists) {
            let range = |ends: &[u32]| PartRange { part, start: ends[0], end: ends[1] };
            ranges.extend(own.starts.windows(2).map(range));
        }
        PartedRanges { parts: lists.into_iter().map(|own| own.list).collect(), ranges }
    }

    /// How many ranges there are.
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    #[inline]
    pub fn range(&self, number: usize) -> &[T] {
        let PartRange { part, start, end } = self.ranges[number];
        &self.parts[part as usize][start as usize..end as usize]
    }

    /// Numbers the ranges anew, given the number that each has had in the new one's place.
    pub fn renumber(&mut self, order: &[u32]) {
        self.ranges = order.iter().map(|&number| self.ranges[number as usize]).collect();
    }

    /// Changes all entries, by all threads.
    pub fn for_each_mut(&mut self, change: impl Fn(&mut T) + Sync) {
        parallel::for_each_mut(&mut self.parts, 1, |_, part| part.iter_mut().for_each(&change));
    }

    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.capacity() * size_of::<T>()).sum::<usize>()
            + self.parts.capacity() * size_of::<Vec<T>>()
            + self.ranges.capacity() * size_of::<PartRange>()
    }
}

/// Where ranges of these lengths begin, and where the last ends.
pub fn starts_of(lengths: impl Iterator<Item = usize>) -> Vec<u32> {
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
    fn ranges_of_several_lists_are_numbered_through_and_anew() {
        let list = |ranges: &[&[u32]]| {
            let mut own = RangeList::with_capacity(0, 0);
            for range in ranges {
                own.list.extend_from_slice(range);
                assert_eq!(own.open_range(), *range);
                own.end_range();
            }
            own
        };
        let lists = vec![list(&[&[1, 2], &[]]), list(&[]), list(&[&[3], &[4, 5, 6]])];
        let mut ranges = PartedRanges::new(lists);
        let all = |own: &PartedRanges<u32>| -> Vec<Vec<u32>> {
            (0..own.len()).map(|number| own.range(number).to_vec()).collect()
        };
        assert_eq!(all(&ranges), [vec![1, 2], vec![], vec![3], vec![4, 5, 6]]);
        ranges.renumber(&[3, 0, 1, 2]);
        ranges.for_each_mut(|entry| *entry *= 10);
        assert_eq!(all(&ranges), [vec![40, 50, 60], vec![10, 20], vec![], vec![30]]);
    }

    #[test]
    fn lists_are_as_long_as_asked_however_large_their_entries_are() {
        for length in [0, 1, 100, 3000] {
            let (mut bytes, mut words) = (Vec::new(), Vec::new());
            lengthen(&mut bytes, length, [7u8; 100]);
            lengthen(&mut words, length, [7u32; 1 << 10]);
            assert_eq!((bytes, words.len()), (vec![[7; 100]; length], length));
        }
        let mut list = vec![1; 10];
        lengthen(&mut list, 5, 2);
        lengthen(&mut list, 12, 2);
        assert_eq!(list, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2]);
    }
}
