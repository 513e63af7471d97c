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
var<workgroup> base: u32;

// The corner of nothing; not that which is missing in a triangle.
const NOT_FREE = 0xfffffffeu;
// Two counts in one number: the second is so much more.
const HALF = 65536u;
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

fn hit(i: u32, low: vec3<i32>, high: vec3<i32>) -> u32 {
    // Beyond the last is whatever was there, or the second cluster.
    return select(0u, 1u, all(lows[i].xyz <= high) && all(low <= highs[i]));
}

@compute @workgroup_size(THREADS)
fn candidates_of_clusters(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups_started: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
    LANE_PARAMETERS
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
    // Those of both clusters are counted at once. They stay in order, because a block must be the same in
    // every round.
    let reached = sum_of(t, select(0u, 1u, reaches_b) | select(0u, HALF, reaches_a) LANE_ARGUMENTS);
    let rows = reached.all % HALF;
    let columns = reached.all / HALF;
    if reaches_b {
        let to = reached.before % HALF;
        let slot = a.start + t;
        lows[to] = vec4<i32>(own_a.low, bitcast<i32>(slot));
        highs[to] = own_a.high;
        if has_stars && columns > 0u {
            let v = corners[slot];
            names[to] = vec4<u32>(free_only(v.x), free_only(v.y), free_only(v.z), free_only(v.w));
        }
    }
    if reaches_a {
        let to = 128u + reached.before / HALF;
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
        // Four at a time, because each has to wait for its numbers; what is beyond the end is not counted.
        for (var n = 0u; n < 32u && first + n * groups < end; n += 4u) {
            let i = first + n * groups;
            let four = hit(i, low.xyz, high) | hit(i + groups, low.xyz, high) << 1u
                | hit(i + 2u * groups, low.xyz, high) << 2u | hit(i + 3u * groups, low.xyz, high) << 3u;
            hits |= four << n;
        }
        let rest = (max(end, first) - first + groups - 1u) / groups;
        hits &= select((1u << (rest % 32u)) - 1u, 0xffffffffu, rest >= 32u);
        let all_hits = countOneBits(hits);
        if has_stars {
            var to_settle = hits;
            while to_settle != 0u {
                let n = firstTrailingBit(to_settle);
                to_settle &= to_settle - 1u;
                if is_settled(names[first + n * groups], own_names) {
                    hits ^= 1u << n;
                }
            }
        }
        // Candidates, and pairs with overlapping boxes.
        let counts = sum_of(t, countOneBits(hits) + HALF * all_hits LANE_ARGUMENTS);
        let count = counts.all % HALF;
        if t == 0u && count > 0u {
            base = place_for(CANDIDATES, count);
        }
        workgroupBarrier();
        let fits = count == 0u || base + count <= params.candidates;
        if fits {
            all_overlapping += counts.all / HALF;
            all_candidates += count;
        } else if t == 0u {
            let to = place_for(DEFERRED, 1u);
            if to < params.near_pairs {
                other_pairs[to] = vec2<u32>(near.x | (block + 1u) << BLOCK_SHIFT, near.y);
            }
        }
        var to = base + counts.before % HALF;
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
    }
    let place = SPREAD + SPREAD_STEP * (at % SPREAD_PLACES);
    if t == 0u && all_overlapping > 0u {
        atomicAdd(&counters[place], all_overlapping);
    }
    if t == 0u && all_candidates > 0u {
        atomicAdd(&counters[place + 1u], all_candidates);
    }
}
