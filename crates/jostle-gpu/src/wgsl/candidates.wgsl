// Candidates: a workgroup compares the elements of two near clusters, or of one with itself. Pairs
// that share a vertex whose star is free of collisions are settled here.

// Those elements that reach into the box of the other cluster; no cluster has more than 128.
var<workgroup> a_lows: array<vec3<i32>, 128>;
var<workgroup> a_highs: array<vec3<i32>, 128>;
var<workgroup> b_lows: array<vec3<i32>, 128>;
var<workgroup> b_highs: array<vec3<i32>, 128>;
var<workgroup> a_corners: array<vec4<u32>, 128>;
var<workgroup> b_corners: array<vec4<u32>, 128>;
var<workgroup> a_slots: array<u32, 128>;
var<workgroup> b_slots: array<u32, 128>;
var<workgroup> a_count: atomic<u32>;
var<workgroup> b_count: atomic<u32>;
var<workgroup> found: atomic<u32>;
var<workgroup> overlapping: atomic<u32>;
var<workgroup> base: u32;

fn low_of(slot: u32) -> vec3<i32> {
    let planes = params.slots;
    return vec3<i32>(element_boxes[slot], element_boxes[planes + slot], element_boxes[2u * planes + slot]);
}

fn high_of(slot: u32) -> vec3<i32> {
    let planes = params.slots;
    return vec3<i32>(
        element_boxes[3u * planes + slot], element_boxes[4u * planes + slot], element_boxes[5u * planes + slot]
    );
}

fn reaches(low: vec3<i32>, high: vec3<i32>, c: u32) -> bool {
    let c_low = vec3<i32>(boxes[6u * c], boxes[6u * c + 1u], boxes[6u * c + 2u]);
    let c_high = vec3<i32>(boxes[6u * c + 3u], boxes[6u * c + 4u], boxes[6u * c + 5u]);
    return all(low <= c_high) && all(c_low <= high);
}

fn is_settled(a: vec4<u32>, b: vec4<u32>) -> bool {
    var settled = false;
    for (var i = 0u; i < 4u; i++) {
        let v = a[i];
        if v != NO_CORNER && any(b == vec4<u32>(v)) {
            settled |= stars[v] == FREE;
        }
    }
    return settled;
}

@compute @workgroup_size(128)
fn candidates_of_clusters(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let at = group.y * ROW + group.x;
    let is_one = at < min(atomicLoad(&counters[NEAR_PAIRS]), params.near_pairs);
    var near = vec2<u32>(0u);
    if is_one {
        near = near_pairs[at];
    }
    if t == 0u {
        atomicStore(&a_count, 0u);
        atomicStore(&b_count, 0u);
        atomicStore(&found, 0u);
        atomicStore(&overlapping, 0u);
    }
    workgroupBarrier();
    let a = clusters[near.x];
    let b = clusters[near.y];
    let is_same = near.x == near.y;
    if is_one && t < a.count {
        let slot = a.start + t;
        let low = low_of(slot);
        let high = high_of(slot);
        if is_same || reaches(low, high, near.y) {
            let n = atomicAdd(&a_count, 1u);
            a_slots[n] = slot;
            a_lows[n] = low;
            a_highs[n] = high;
            let own = corners[slot];
            a_corners[n] = own;
            if is_same {
                b_corners[n] = own;
                b_slots[n] = slot;
                b_lows[n] = low;
                b_highs[n] = high;
            }
        }
    }
    if is_one && !is_same && t < b.count {
        let slot = b.start + t;
        let low = low_of(slot);
        let high = high_of(slot);
        if reaches(low, high, near.x) {
            let n = atomicAdd(&b_count, 1u);
            b_slots[n] = slot;
            b_lows[n] = low;
            b_highs[n] = high;
            b_corners[n] = corners[slot];
        }
    }
    workgroupBarrier();
    let rows = atomicLoad(&a_count);
    let columns = select(atomicLoad(&b_count), rows, is_same);
    let total = rows * columns;
    let has_stars = a.label == NO_LABEL && b.label == NO_LABEL;
    let row_step = 128u / max(columns, 1u);
    let column_step = 128u - row_step * columns;
    // Each thread takes every 128th pair, 32 of them a round.
    for (var begin = 0u; begin < total; begin += 4096u) {
        var hits = 0u;
        var i = (begin + t) / columns;
        var j = begin + t - i * columns;
        for (var n = 0u; n < 32u; n++) {
            if i >= rows {
                break;
            }
            let overlap = all(a_lows[i] <= b_highs[j]) && all(b_lows[j] <= a_highs[i]);
            hits |= select(0u, 1u << n, overlap && (!is_same || i < j));
            i += row_step;
            j += column_step;
            if j >= columns {
                j -= columns;
                i++;
            }
        }
        let all_hits = countOneBits(hits);
        if has_stars {
            var rest = hits;
            while rest != 0u {
                let n = firstTrailingBit(rest);
                rest &= rest - 1u;
                let k = begin + n * 128u + t;
                let i = k / columns;
                let j = k - i * columns;
                if is_settled(a_corners[i], b_corners[j]) {
                    hits ^= 1u << n;
                }
            }
        }
        let own = atomicAdd(&found, countOneBits(hits));
        atomicAdd(&overlapping, all_hits);
        workgroupBarrier();
        if t == 0u {
            base = count_more(CANDIDATES, atomicLoad(&found));
            atomicStore(&found, 0u);
        }
        workgroupBarrier();
        var to = base + own;
        while hits != 0u {
            let n = firstTrailingBit(hits);
            hits &= hits - 1u;
            if to < params.candidates {
                let k = begin + n * 128u + t;
                let i = k / columns;
                let j = k - i * columns;
                candidates[to] = vec2<u32>(a_slots[i], b_slots[j]);
            }
            to++;
        }
        workgroupBarrier();
    }
    if t == 0u && total > 0u {
        atomicAdd(&counters[OVERLAPPING], atomicLoad(&overlapping));
    }
}
