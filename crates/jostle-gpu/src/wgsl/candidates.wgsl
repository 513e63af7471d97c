// Candidates: a workgroup compares the elements of two near clusters, or of one with itself. Pairs
// that share a vertex whose star is free of collisions are settled here.
//
// A thread keeps an element of one cluster and goes through those of the other, 32 at a time: a block.
// Blocks whose candidates find no room are listed for another round.

// Those elements that reach into the box of the other cluster; no cluster has more than 128. Their
// slots stand behind the lower corners.
var<workgroup> lows: array<vec4<i32>, 256>;
var<workgroup> highs: array<vec3<i32>, 256>;
// Corners of the first, if their stars are free, and of the second.
var<workgroup> names: array<vec4<u32>, 256>;
// Which threads have one of them: 128 bits a cluster.
var<workgroup> reached: array<atomic<u32>, 8>;
var<workgroup> found: atomic<u32>;
var<workgroup> overlapping: atomic<u32>;
var<workgroup> base: u32;

// The corner of nothing; not that which is missing in a triangle.
const NOT_FREE = 0xfffffffeu;
// Of a pair in a list: the block to compare, counted from one, or all.
const BLOCK_SHIFT = 28u;
const CLUSTER = 0x0fffffffu;

fn reaches(low: vec3<i32>, high: vec3<i32>, c: u32) -> bool {
    let c_low = vec3<i32>(boxes[6u * c], boxes[6u * c + 1u], boxes[6u * c + 2u]);
    let c_high = vec3<i32>(boxes[6u * c + 3u], boxes[6u * c + 4u], boxes[6u * c + 5u]);
    return all(low <= c_high) && all(c_low <= high);
}

fn free_only(v: u32) -> u32 {
    if v == NO_CORNER || stars[v] != FREE {
        return NOT_FREE;
    }
    return v;
}

fn is_settled(a: vec4<u32>, b: vec4<u32>) -> bool {
    let any_of = (b == a.xxxx) | (b == a.yyyy) | (b == a.zzzz) | (b == a.wwww);
    return any(any_of);
}

struct Box {
    low: vec3<i32>,
    high: vec3<i32>,
}

fn box_of(slot: u32) -> Box {
    let planes = params.slots;
    return Box(
        vec3<i32>(element_boxes[slot], element_boxes[planes + slot], element_boxes[2u * planes + slot]),
        vec3<i32>(
            element_boxes[3u * planes + slot], element_boxes[4u * planes + slot], element_boxes[5u * planes + slot]
        ),
    );
}

// How many threads before this one have an element of a side that reaches the other; all, for 128.
fn rank_of(side: u32, t: u32) -> u32 {
    var rank = 0u;
    for (var word = 0u; word < 4u; word++) {
        let before = clamp(i32(t) - i32(32u * word), 0, 32);
        let mask = select((1u << u32(before)) - 1u, 0xffffffffu, before == 32);
        rank += countOneBits(atomicLoad(&reached[4u * side + word]) & mask);
    }
    return rank;
}

@compute @workgroup_size(128)
fn candidates_of_clusters(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups_started: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let at = group.y * ROW + group.x;
    var is_one = true;
    if is_at_end(group, groups_started) {
        is_one = at < min(atomicLoad(&counters[TO_COMPARE]), params.near_pairs);
    }
    var near = vec2<u32>(0u);
    if is_one {
        near = near_pairs[at];
    }
    let only = near.x >> BLOCK_SHIFT;
    near.x &= CLUSTER;
    if t < 8u {
        atomicStore(&reached[t], 0u);
    }
    if t == 0u {
        atomicStore(&found, 0u);
        atomicStore(&overlapping, 0u);
    }
    workgroupBarrier();
    let a = clusters[near.x];
    let b = clusters[near.y];
    let is_same = near.x == near.y;
    let has_stars = a.label == NO_LABEL && b.label == NO_LABEL;
    var own_a: Box;
    var own_b: Box;
    var reaches_b = false;
    var reaches_a = false;
    if is_one && t < a.count {
        own_a = box_of(a.start + t);
        reaches_b = is_same || reaches(own_a.low, own_a.high, near.y);
    }
    if is_one && t < b.count {
        own_b = box_of(b.start + t);
        reaches_a = is_same || reaches(own_b.low, own_b.high, near.x);
    }
    if reaches_b {
        atomicOr(&reached[t / 32u], 1u << (t % 32u));
    }
    if reaches_a {
        atomicOr(&reached[4u + t / 32u], 1u << (t % 32u));
    }
    workgroupBarrier();
    let rows = rank_of(0u, 128u);
    let columns = rank_of(1u, 128u);
    // They stay in order, because a block must be the same in every round.
    if reaches_b {
        let to = rank_of(0u, t);
        let slot = a.start + t;
        lows[to] = vec4<i32>(own_a.low, bitcast<i32>(slot));
        highs[to] = own_a.high;
        if has_stars && columns > 0u {
            let v = corners[slot];
            names[to] = vec4<u32>(free_only(v.x), free_only(v.y), free_only(v.z), free_only(v.w));
        }
    }
    if reaches_a {
        let to = 128u + rank_of(1u, t);
        let slot = b.start + t;
        lows[to] = vec4<i32>(own_b.low, bitcast<i32>(slot));
        highs[to] = own_b.high;
        if has_stars && rows > 0u {
            names[to] = corners[slot];
        }
    }
    workgroupBarrier();
    // Few columns are shared among groups of threads, which take every second or fourth row.
    let width = select(select(128u, 64u, columns <= 64u), 32u, columns <= 32u);
    let groups = 128u / width;
    let j = 128u + t % width;
    // A cluster has each pair of its own twice; the first is enough.
    let end = select(0u, select(rows, t % width, is_same), t % width < columns);
    let low = lows[j];
    let high = highs[j];
    let own_names = names[j];
    let rows_of_block = 32u * groups;
    let blocks = (rows + rows_of_block - 1u) / rows_of_block;
    var all_overlapping = 0u;
    var all_candidates = 0u;
    for (var block = 0u; block < blocks; block++) {
        if columns == 0u || (only != 0u && only != block + 1u) {
            continue;
        }
        let first = block * rows_of_block + t / width;
        var hits = 0u;
        for (var n = 0u; n < 32u; n++) {
            let i = first + n * groups;
            if i >= end {
                break;
            }
            let overlap = all(lows[i].xyz <= high) && all(low.xyz <= highs[i]);
            hits |= select(0u, 1u << n, overlap);
        }
        let all_hits = countOneBits(hits);
        if has_stars {
            var rest = hits;
            while rest != 0u {
                let n = firstTrailingBit(rest);
                rest &= rest - 1u;
                if is_settled(names[first + n * groups], own_names) {
                    hits ^= 1u << n;
                }
            }
        }
        let own = atomicAdd(&found, countOneBits(hits));
        if all_hits > 0u {
            atomicAdd(&overlapping, all_hits);
        }
        workgroupBarrier();
        if t == 0u {
            let count = atomicLoad(&found);
            var begin = 0u;
            if count > 0u {
                begin = place_for(CANDIDATES, count);
            }
            base = begin;
            if begin + count > params.candidates {
                let to = place_for(DEFERRED, 1u);
                if to < params.near_pairs {
                    other_pairs[to] = vec2<u32>(near.x | (block + 1u) << BLOCK_SHIFT, near.y);
                }
            } else {
                all_overlapping += atomicLoad(&overlapping);
                all_candidates += count;
            }
        }
        workgroupBarrier();
        let count = atomicLoad(&found);
        let fits = base + count <= params.candidates;
        var to = base + own;
        while hits != 0u {
            let n = firstTrailingBit(hits);
            hits &= hits - 1u;
            if to < params.candidates {
                // What is left of the room holds pairs of nothing.
                let pair = vec2<u32>(bitcast<u32>(lows[first + n * groups].w), bitcast<u32>(low.w));
                candidates[to] = select(vec2<u32>(0u), pair, fits);
            }
            to++;
        }
        workgroupBarrier();
        if t == 0u {
            atomicStore(&found, 0u);
            atomicStore(&overlapping, 0u);
        }
        workgroupBarrier();
    }
    let place = SPREAD + SPREAD_STEP * (at % SPREAD_PLACES);
    if all_overlapping > 0u {
        atomicAdd(&counters[place], all_overlapping);
    }
    if all_candidates > 0u {
        atomicAdd(&counters[place + 1u], all_candidates);
    }
}
