// A radix sort of the pairs, from the lowest digit up: counts of each digit in each tile, sums of these,
// and each pair to its place. Pairs of the same digit stay in order. A thread a digit.
// needs: constants, threads, params.wgsl, work_list.wgsl, prefix_sum.wgsl

struct SortDigit {
    // Whether it is a digit of the first element of a pair.
    is_first_element: u32,
    shift: u32,
}

@group(0) @binding(2) var<storage, read> from_pairs: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> to_pairs: array<vec2<u32>>;
// How many pairs have each digit; and then for each digit a row of tiles.
@group(0) @binding(4) var<storage, read_write> table: array<u32>;
@group(0) @binding(5) var<uniform> sort_digit: SortDigit;

fn pair_count() -> u32 {
    return list_length(COUNT_PAIRS, params.pair_capacity);
}

fn tile_count() -> u32 {
    return (pair_count() + SORT_TILE - 1u) / SORT_TILE;
}

fn pair_digit(pair: vec2<u32>) -> u32 {
    return (select(pair.y, pair.x, sort_digit.is_first_element != 0u) >> sort_digit.shift) & (SORT_DIGITS - 1u);
}

var<workgroup> sums: array<atomic<u32>, SORT_DIGITS>;

@compute @workgroup_size(THREADS)
fn count_digits(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let tiles = tile_count();
    let end = pair_count();
    for (var tile = first_entry(group, groups); tile < tiles; tile += entry_step(groups)) {
        atomicStore(&sums[t], 0u);
        workgroupBarrier();
        for (var n = 0u; n < SORT_TILE; n += THREADS) {
            let at = tile * SORT_TILE + n + t;
            if at < end {
                atomicAdd(&sums[pair_digit(from_pairs[at])], 1u);
            }
        }
        workgroupBarrier();
        table[SORT_DIGITS + t * tiles + tile] = atomicLoad(&sums[t]);
    }
}

// One workgroup a digit.
@compute @workgroup_size(THREADS)
fn sum_tiles(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let tiles = tile_count();
    let row = SORT_DIGITS + group.x * tiles;
    let each = (tiles + THREADS - 1u) / THREADS;
    let begin = min(t * each, tiles);
    let end = min(begin + each, tiles);
    var own = 0u;
    for (var i = begin; i < end; i++) {
        own += table[row + i];
    }
    var before = prefix_sum(t, own).before;
    if t == THREADS - 1u {
        table[group.x] = before + own;
    }
    for (var i = begin; i < end; i++) {
        let count = table[row + i];
        table[row + i] = before;
        before += count;
    }
}

// For each digit, which of the threads have it, a bit each.
const WORDS = THREADS / 32u;
var<workgroup> digit_threads: array<atomic<u32>, SORT_DIGITS * WORDS>;
// Where the next pair of each digit goes.
var<workgroup> next: array<u32, SORT_DIGITS>;

@compute @workgroup_size(THREADS)
fn scatter_pairs(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let tiles = tile_count();
    let lower = prefix_sum(t, table[t]).before;
    for (var tile = first_entry(group, groups); tile < tiles; tile += entry_step(groups)) {
        next[t] = lower + table[SORT_DIGITS + t * tiles + tile];
        scatter_tile(tile, t);
    }
}

// Called by all threads of a workgroup.
fn scatter_tile(tile: u32, t: u32) {
    let end = pair_count();
    for (var n = 0u; n < SORT_TILE; n += THREADS) {
        for (var w = 0u; w < WORDS; w++) {
            atomicStore(&digit_threads[w * THREADS + t], 0u);
        }
        workgroupBarrier();
        let at = tile * SORT_TILE + n + t;
        let is_listed = at < end;
        var pair = vec2<u32>(0u);
        var digit = 0u;
        if is_listed {
            pair = from_pairs[at];
            digit = pair_digit(pair);
            atomicOr(&digit_threads[digit * WORDS + t / 32u], 1u << (t % 32u));
        }
        workgroupBarrier();
        if is_listed {
            var rank = 0u;
            for (var w = 0u; w < t / 32u; w++) {
                rank += countOneBits(atomicLoad(&digit_threads[digit * WORDS + w]));
            }
            let own = atomicLoad(&digit_threads[digit * WORDS + t / 32u]);
            rank += countOneBits(own & ((1u << (t % 32u)) - 1u));
            to_pairs[next[digit] + rank] = pair;
        }
        workgroupBarrier();
        var moved = 0u;
        for (var w = 0u; w < WORDS; w++) {
            moved += countOneBits(atomicLoad(&digit_threads[t * WORDS + w]));
        }
        next[t] += moved;
        workgroupBarrier();
    }
}
