//! Loops over indices and slices on the threads of the current rayon pool, compiled once.
//!
//! A parallel iterator of rayon is compiled anew for each chain of adapters, about 2,500 lines of LLVM's language a
//! piece: 38% of the engine. Here one function splits ranges of indices, as rayon does, and calls the loop's body through
//! a pointer, once for each range. The body is compiled once, where it is written.
//!
//! ```
//! use jostle_support::parallel;
//!
//! let mut squares = vec![0; 1000];
//! parallel::for_each_mut(&mut squares, 64, |i, square| *square = i * i);
//! assert_eq!(parallel::map(1000, 64, |i| i * i), squares);
//! ```

use rayon::current_num_threads;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Calls a function on ranges that make up `0..len`, each index in one of them.
///
/// Ranges of fewer than twice `least` indices are not split. An idle thread that takes over a range splits it further,
/// so uneven work is spread.
pub fn for_each_range(len: usize, least: usize, work: impl Fn(Range<usize>) + Sync) {
    if len > 0 {
        split(0..len, current_num_threads(), least.max(1), false, &work);
    }
}

/// Splits a range in halves until there are enough for all threads, with the policy of rayon's `LengthSplitter`.
fn split(
    range: Range<usize>,
    mut splits: usize,
    least: usize,
    is_stolen: bool,
    work: &(dyn Fn(Range<usize>) + Sync),
) {
    let splits_again = range.len() / 2 >= least && (is_stolen || splits > 0);
    if !splits_again {
        return work(range);
    }
    splits /= 2;
    if is_stolen {
        splits = splits.max(current_num_threads());
    }
    let middle = range.start + range.len() / 2;
    rayon::join_context(
        |context| split(range.start..middle, splits, least, context.migrated(), work),
        |context| split(middle..range.end, splits, least, context.migrated(), work),
    );
}

/// Calls a function on each index of `0..len`.
pub fn for_each(len: usize, least: usize, work: impl Fn(usize) + Sync) {
    for_each_range(len, least, |range| range.for_each(&work));
}

/// Calls a function on parts that make up a slice, with the index of the first item of each.
pub fn for_each_part_mut<T: Send>(
    items: &mut [T],
    least: usize,
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    let items = Disjoint::new(items);
    for_each_range(items.len, least, |range| {
        // SAFETY: `for_each_range` hands out each index once.
        work(range.start, unsafe { items.part(range) })
    });
}

/// Calls a function on parts that make up two slices of the same length, with the index of the first items.
///
/// # Panics
///
/// If their lengths differ.
pub fn for_each_part_mut2<A: Send, B: Send>(
    first: &mut [A],
    second: &mut [B],
    least: usize,
    work: impl Fn(usize, &mut [A], &mut [B]) + Sync,
) {
    assert_eq!(first.len(), second.len(), "slices of one loop have one length");
    let (first, second) = (Disjoint::new(first), Disjoint::new(second));
    for_each_range(first.len, least, |range| {
        // SAFETY: `for_each_range` hands out each index once, and both slices have as many.
        let parts = unsafe { (first.part(range.clone()), second.part(range.clone())) };
        work(range.start, parts.0, parts.1)
    });
}

/// Calls a function on each item of a slice, with its index.
pub fn for_each_mut<T: Send>(items: &mut [T], least: usize, work: impl Fn(usize, &mut T) + Sync) {
    for_each_part_mut(items, least, |first, part| {
        part.iter_mut().enumerate().for_each(|(i, item)| work(first + i, item));
    });
}

/// Calls a function on each pair of items of two slices of the same length, with their index.
///
/// # Panics
///
/// If their lengths differ.
pub fn for_each_mut2<A: Send, B: Send>(
    first: &mut [A],
    second: &mut [B],
    least: usize,
    work: impl Fn(usize, &mut A, &mut B) + Sync,
) {
    for_each_part_mut2(first, second, least, |start, first, second| {
        let items = first.iter_mut().zip(second).enumerate();
        items.for_each(|(i, (a, b))| work(start + i, a, b));
    });
}

/// Calls a function on chunks of a slice, all of one length but the last, with the number of the chunk.
///
/// # Panics
///
/// If the length of a chunk is zero.
pub fn for_each_chunk_mut<T: Send>(
    items: &mut [T],
    chunk: usize,
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    let items = Disjoint::new(items);
    for_each(items.len.div_ceil(chunk), 1, |number| {
        let begin = number * chunk;
        let end = items.len.min(begin + chunk);
        // SAFETY: each number comes once, and chunks do not overlap.
        work(number, unsafe { items.part(begin..end) })
    });
}

/// Calls a function on each of some tasks, which it consumes.
pub fn for_each_task<T: Send>(tasks: Vec<T>, work: impl Fn(T) + Sync) {
    let mut tasks: Vec<Option<T>> = tasks.into_iter().map(Some).collect();
    for_each_mut(&mut tasks, 1, |_, task| work(task.take().expect("each is taken once")));
}

/// The values of a function at the indices of `0..len`, in order.
pub fn map<T: Send>(len: usize, least: usize, value: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let mut values = Vec::new();
    extend(&mut values, len, least, value);
    values
}

/// Appends the values of a function at the indices of `0..len`, in order. Allocates only if the capacity does not suffice.
///
/// If the function panics, the list is as it was, and values that were computed are leaked.
pub fn extend<T: Send>(
    list: &mut Vec<T>,
    len: usize,
    least: usize,
    value: impl Fn(usize) -> T + Sync,
) {
    extend_ranges(list, len, least, |range| range.map(&value));
}

/// The values of iterators over ranges that make up `0..len`, in order; see [`extend_ranges`].
pub fn map_ranges<T: Send, I: Iterator<Item = T>>(
    len: usize,
    least: usize,
    values: impl Fn(Range<usize>) -> I + Sync,
) -> Vec<T> {
    let mut list = Vec::new();
    extend_ranges(&mut list, len, least, values);
    list
}

/// Appends the values of iterators over ranges that make up `0..len`, in order. Allocates only if the capacity does not
/// suffice.
///
/// An iterator over a part of another slice checks no index, and one that owns buffers uses them for its whole range.
/// If one panics, the list is as it was, and values that were computed are leaked.
///
/// # Panics
///
/// If an iterator ends before its range.
pub fn extend_ranges<T: Send, I: Iterator<Item = T>>(
    list: &mut Vec<T>,
    len: usize,
    least: usize,
    values: impl Fn(Range<usize>) -> I + Sync,
) {
    list.reserve(len);
    let spare = &mut list.spare_capacity_mut()[..len];
    for_each_part_mut(spare, least, |first, part: &mut [MaybeUninit<T>]| {
        let (len, mut written) = (part.len(), 0);
        for (place, value) in part.iter_mut().zip(values(first..first + len)) {
            place.write(value);
            written += 1;
        }
        assert_eq!(written, len, "an iterator has a value for each index of its range");
    });
    // SAFETY: the loop has written to all `len` places behind the list.
    unsafe { list.set_len(list.len() + len) };
}

/// Appends the values of a function of each item of a slice, in order. Allocates only if the capacity does not suffice.
pub fn extend_from<S: Sync, T: Send>(
    list: &mut Vec<T>,
    items: &[S],
    least: usize,
    value: impl Fn(&S) -> T + Sync,
) {
    list.reserve(items.len());
    let spare = &mut list.spare_capacity_mut()[..items.len()];
    for_each_part_mut(spare, least, |first, part: &mut [MaybeUninit<T>]| {
        let items = &items[first..][..part.len()];
        part.iter_mut().zip(items).for_each(|(place, item)| _ = place.write(value(item)));
    });
    // SAFETY: the loop has written to as many places behind the list as there are items.
    unsafe { list.set_len(list.len() + items.len()) };
}

/// Combines the results of a function on ranges that make up `0..len`, or returns none if `len` is zero.
///
/// Ranges, and the order in which results are combined, differ from run to run: the combination must be associative and
/// commutative, as sums of integers, unions and extremes are.
pub fn reduce<T: Send>(
    len: usize,
    least: usize,
    value: impl Fn(Range<usize>) -> T + Sync,
    combine: impl Fn(T, T) -> T + Sync,
) -> Option<T> {
    let result = Mutex::new(None);
    for_each_range(len, least, |range| {
        let mut value = value(range);
        loop {
            // What another thread left is combined outside the lock.
            let other = {
                let mut result = result.lock().expect("no panic under the lock");
                match result.take() {
                    None => {
                        *result = Some(value);
                        return;
                    }
                    Some(other) => other,
                }
            };
            value = combine(other, value);
        }
    });
    result.into_inner().expect("no panic under the lock")
}

/// Combines the results of a function on ranges that make up `0..len` in their order, or returns none if `len` is zero.
///
/// There are at most 64 ranges, which depend on `len` and `least` alone: the result is the same in each run and on any
/// number of threads, whatever the combination is.
pub fn reduce_in_order<T: Send>(
    len: usize,
    least: usize,
    value: impl Fn(Range<usize>) -> T + Sync,
    combine: impl Fn(T, T) -> T,
) -> Option<T> {
    const MOST: usize = 64;
    let count = (len / least.max(1)).clamp(1, MOST).min(len);
    let start = |part: usize| part * len / count;
    let mut results = [const { None }; MOST];
    for_each_mut(&mut results[..count], 1, |part, result| {
        *result = Some(value(start(part)..start(part + 1)));
    });
    results.into_iter().flatten().reduce(combine)
}

/// Whether a function is true of all ranges that make up `0..len`, of up to `least` indices. Once it is not, no more
/// ranges are asked about.
pub fn all(len: usize, least: usize, holds: impl Fn(Range<usize>) -> bool + Sync) -> bool {
    let all = AtomicBool::new(true);
    for_each_range(len, least, |mut range| {
        // In small steps, so that all threads stop soon after one has found that it does not hold.
        while !range.is_empty() && all.load(Ordering::Relaxed) {
            let end = range.end.min(range.start + least.max(1));
            if !holds(range.start..end) {
                all.store(false, Ordering::Relaxed);
            }
            range.start = end;
        }
    });
    all.into_inner()
}

/// The least index of `0..len` that a function finds, which is given ranges and returns the least in each.
pub fn first(
    len: usize,
    least: usize,
    find: impl Fn(Range<usize>) -> Option<usize> + Sync,
) -> Option<usize> {
    let first = AtomicUsize::new(usize::MAX);
    for_each_range(len, least, |range| {
        if range.start < first.load(Ordering::Relaxed)
            && let Some(found) = find(range)
        {
            first.fetch_min(found, Ordering::Relaxed);
        }
    });
    Some(first.into_inner()).filter(|&first| first != usize::MAX)
}

/// Runs two functions, at the same time if a thread is idle, and returns both results.
pub fn join<A: Send, B: Send>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    let (mut first, mut second) = (Some(first), Some(second));
    let (mut a, mut b) = (None, None);
    join_both(&mut || a = first.take().map(|first| first()), &mut || {
        b = second.take().map(|second| second())
    });
    (a.expect("it has run"), b.expect("it has run"))
}

fn join_both(first: &mut (dyn FnMut() + Send), second: &mut (dyn FnMut() + Send)) {
    rayon::join(first, second);
}

/// A slice whose parts are handed to several threads.
struct Disjoint<'s, T> {
    items: *mut T,
    len: usize,
    slice: PhantomData<&'s mut [T]>,
}

// SAFETY: it only hands out parts of a slice that is borrowed exclusively, to whoever promises that no two overlap.
unsafe impl<T: Send> Sync for Disjoint<'_, T> {}

impl<'s, T> Disjoint<'s, T> {
    fn new(items: &'s mut [T]) -> Disjoint<'s, T> {
        Disjoint { items: items.as_mut_ptr(), len: items.len(), slice: PhantomData }
    }

    /// A part of the slice.
    ///
    /// # Safety
    ///
    /// The range is within the slice, and no two parts that are in use overlap.
    #[allow(clippy::mut_from_ref)]
    unsafe fn part(&self, range: Range<usize>) -> &mut [T] {
        debug_assert!(range.start <= range.end && range.end <= self.len);
        // SAFETY: the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.items.add(range.start), range.len()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a check on pools of some sizes.
    fn on_threads(check: impl Fn() + Sync) {
        for threads in [1, 2, 3, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(&check);
        }
    }

    #[test]
    fn each_index_comes_once() {
        on_threads(|| {
            for (len, least) in [(0, 1), (1, 1), (2, 1), (7, 3), (1000, 1), (1000, 600), (999, 0)] {
                let mut times = vec![0; len];
                for_each_mut(&mut times, least, |_, times| *times += 1);
                for_each_part_mut(&mut times, least, |first, part| {
                    part.iter_mut().enumerate().for_each(|(i, times)| *times += 10 * (first + i));
                });
                assert!(times.iter().enumerate().all(|(i, &times)| times == 1 + 10 * i));
                assert_eq!(map(len, least, |i| 1 + 10 * i), times);
                let mut more = vec![7];
                extend_from(&mut more, &times, least, |times| times + 1);
                assert_eq!(more[0], 7);
                assert!(more[1..].iter().map(|more| more - 1).eq(times.iter().copied()));
                let mut twice = times.clone();
                for_each_mut2(&mut twice, &mut times, least, |i, a, b| (*a, *b) = (*a + *b, i));
                assert!(twice.iter().enumerate().all(|(i, &twice)| twice == 2 * (1 + 10 * i)));
                assert_eq!(times, (0..len).collect::<Vec<_>>());
            }
        });
    }

    #[test]
    fn short_ranges_are_not_split() {
        on_threads(|| {
            for_each_range(1000, 64, |range| assert!(range.len() >= 64));
            for_each_range(100, 64, |range| assert_eq!(range, 0..100));
        });
    }

    #[test]
    fn chunks_have_their_length() {
        on_threads(|| {
            let mut items = vec![0; 1003];
            for_each_chunk_mut(&mut items, 10, |number, chunk| {
                assert_eq!(chunk.len(), if number == 100 { 3 } else { 10 });
                chunk.fill(number);
            });
            assert!(items.iter().enumerate().all(|(i, &number)| number == i / 10));
        });
    }

    #[test]
    fn results_are_combined() {
        on_threads(|| {
            assert_eq!(reduce(1001, 1, |range| range.sum::<usize>(), |a, b| a + b), Some(500_500));
            assert_eq!(reduce(0, 1, |_| 1, |a, b| a + b), None);
            for (len, least) in [(1, 1), (1, 9), (63, 1), (100, 7), (1001, 1), (1001, 600)] {
                let parts = |range: Range<usize>| {
                    assert!(range.len() >= least.min(len));
                    vec![range]
                };
                let parts = reduce_in_order(len, least, parts, |a, b| [a, b].concat()).unwrap();
                assert_eq!(parts.len(), (len / least).clamp(1, 64));
                assert!(parts.into_iter().flatten().eq(0..len));
            }
            assert_eq!(reduce_in_order(0, 1, |_| 1, |a, b| a + b), None);
            assert!(all(1000, 1, |mut range| range.all(|i| i < 1000)));
            assert!(!all(1000, 1, |mut range| range.all(|i| i != 999)));
            let seen = AtomicUsize::new(0);
            let count = |range: Range<usize>| seen.fetch_add(range.len(), Ordering::Relaxed);
            assert!(all(1003, 64, |range| range.len() <= 64 && count(range) < 1003));
            assert_eq!(seen.into_inner(), 1003);
            assert_eq!(first(1000, 1, |mut range| range.find(|i| i % 100 == 73)), Some(73));
            assert_eq!(first(1000, 1, |_| None), None);
            assert_eq!(join(|| 1, || "two"), (1, "two"));
            let sum = AtomicUsize::new(0);
            for_each_task((0..100).collect(), |i| _ = sum.fetch_add(i, Ordering::Relaxed));
            assert_eq!(sum.into_inner(), 4950);
        });
    }

    #[test]
    fn ranges_have_iterators() {
        on_threads(|| {
            let squares: Vec<usize> = (0..1001).map(|i| i * i).collect();
            let mut list = vec![7];
            extend_ranges(&mut list, 1001, 10, |range| squares[range].iter().map(|i| i + 1));
            assert!(list.iter().copied().eq([7].into_iter().chain((0..1001).map(|i| i * i + 1))));
            let numbers = map_ranges(1001, 10, |range| {
                let mut count = 0;
                range.map(move |_| {
                    count += 1;
                    count
                })
            });
            assert_eq!(numbers[0], 1);
            let is_next = |n: &[usize]| n[1] == n[0] + 1 || n[0] >= 10 && n[1] == 1;
            assert!(numbers.windows(2).all(is_next), "each range has a count");
            assert_eq!(map_ranges(0, 1, |range| range), []);
        });
    }

    #[test]
    fn iterators_that_end_early_are_refused() {
        let mut list = vec![1];
        let ends = std::panic::AssertUnwindSafe(|| {
            extend_ranges(&mut list, 10, 1, |range| range.filter(|&i| i != 7));
        });
        assert!(std::panic::catch_unwind(ends).is_err());
        assert_eq!(list, [1]);
    }

    #[test]
    fn lists_are_kept_if_a_value_panics() {
        let mut list = vec![String::from("kept")];
        let panics = std::panic::AssertUnwindSafe(|| {
            extend(&mut list, 10, 1, |i| if i == 7 { panic!("seven") } else { i.to_string() });
        });
        assert!(std::panic::catch_unwind(panics).is_err());
        assert_eq!(list, ["kept"]);
    }
}
