// Sorts the pairs by digits of eight bits, from the lowest up: counts of each digit in each tile, sums
// of these, and each pair to its place. Pairs of the same digit stay in order.

struct Digit {
    // Whether it is one of the first element of a pair.
    is_of_first: u32,
    shift: u32,
}

@group(0) @binding(2) var<storage, read> from_pairs: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> to_pairs: array<vec2<u32>>;
// How many pairs have each digit; and then for each digit a row of tiles.
@group(0) @binding(4) var<storage, read_write> table: array<u32>;
@group(0) @binding(5) var<uniform> place_of_digit: Digit;

const DIGITS = 256u;

fn pair_count() -> u32 {
    return min(atomicLoad(&counters[PAIRS]), params.pairs);
}

fn tile_count() -> u32 {
    return (pair_count() + TILE - 1u) / TILE;
}

fn digit_of(pair: vec2<u32>) -> u32 {
    return (select(pair.y, pair.x, place_of_digit.is_of_first != 0u) >> place_of_digit.shift) & 255u;
}

var<workgroup> sums: array<atomic<u32>, 256>;

@compute @workgroup_size(THREADS)
fn count_digits(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let tile = group.y * ROW + group.x;
    let tiles = tile_count();
    atomicStore(&sums[t], 0u);
    workgroupBarrier();
    let end = pair_count();
    for (var n = 0u; n < TILE; n += 256u) {
        let at = tile * TILE + n + t;
        if at < end {
            atomicAdd(&sums[digit_of(from_pairs[at])], 1u);
        }
    }
    workgroupBarrier();
    if tile < tiles {
        table[DIGITS + t * tiles + tile] = atomicLoad(&sums[t]);
    }
}

// One workgroup a digit.
@compute @workgroup_size(THREADS)
fn sum_tiles(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let tiles = tile_count();
    let row = DIGITS + group.x * tiles;
    let each = (tiles + 255u) / 256u;
    let begin = min(t * each, tiles);
    let end = min(begin + each, tiles);
    var own = 0u;
    for (var i = begin; i < end; i++) {
        own += table[row + i];
    }
    var before = sum_of(t, own).before;
    if t == 255u {
        table[group.x] = before + own;
    }
    for (var i = begin; i < end; i++) {
        let count = table[row + i];
        table[row + i] = before;
        before += count;
    }
}

// For each digit, which of the 256 threads have it: eight words of 32.
var<workgroup> having: array<atomic<u32>, 2048>;
// Where the next pair of each digit goes.
var<workgroup> next: array<u32, 256>;

@compute @workgroup_size(THREADS)
fn move_pairs(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let tile = group.y * ROW + group.x;
    let tiles = tile_count();
    let lower = sum_of(t, table[t]).before;
    var before = 0u;
    if tile < tiles {
        before = table[DIGITS + t * tiles + tile];
    }
    next[t] = lower + before;
    let end = pair_count();
    for (var n = 0u; n < TILE; n += 256u) {
        for (var w = 0u; w < 8u; w++) {
            atomicStore(&having[w * 256u + t], 0u);
        }
        workgroupBarrier();
        let at = tile * TILE + n + t;
        let is_one = at < end;
        var pair = vec2<u32>(0u);
        var digit = 0u;
        if is_one {
            pair = from_pairs[at];
            digit = digit_of(pair);
            atomicOr(&having[digit * 8u + t / 32u], 1u << (t % 32u));
        }
        workgroupBarrier();
        if is_one {
            var rank = 0u;
            for (var w = 0u; w < t / 32u; w++) {
                rank += countOneBits(atomicLoad(&having[digit * 8u + w]));
            }
            let own = atomicLoad(&having[digit * 8u + t / 32u]);
            rank += countOneBits(own & ((1u << (t % 32u)) - 1u));
            to_pairs[next[digit] + rank] = pair;
        }
        workgroupBarrier();
        var taken = 0u;
        for (var w = 0u; w < 8u; w++) {
            taken += countOneBits(atomicLoad(&having[t * 8u + w]));
        }
        next[t] += taken;
        workgroupBarrier();
    }
}
