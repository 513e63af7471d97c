// The counters of a frame, and places in the lists that they count.
// needs: constants

// A list with more is full.
const LIST_FULL = 0xe0000000u;

@group(0) @binding(1) var<storage, read_write> counters: array<atomic<u32>, COUNTERS>;

// The index at which so many more entries begin in a list. A list that is full by far is not counted on,
// so no counter wraps.
fn reserve(counter: u32, more: u32) -> u32 {
    let begin = atomicAdd(&counters[counter], more);
    if begin >= LIST_FULL {
        atomicStore(&counters[counter], LIST_FULL);
        return LIST_FULL;
    }
    return begin;
}
