// Candidates: a workgroup compares the elements of two clusters whose boxes overlap, or of one with
// itself. Pairs that share a vertex whose star is free of collisions are excluded here.
//
// A thread keeps an element of one cluster (a column) and goes through those of the other (rows), of which only
// those are listed that reach the other cluster. Columns pass through the same memory before the rows are there:
// the less a workgroup takes, the more of them wait for memory at once.
//
// Clusters whose candidates do not fit are listed for another round.
// needs: constants, threads, params.wgsl, counters.wgsl, work_list.wgsl, scene.wgsl, element_box.wgsl,
// needs: stars_plain.wgsl, prefix_sum.wgsl|prefix_sum_subgroups.wgsl

// The columns, then the rows. The last of the four numbers of a lower corner is the slot.
var<workgroup> lows: array<vec4<i32>, MAX_CLUSTER_ELEMENTS>;
var<workgroup> highs: array<vec3<i32>, MAX_CLUSTER_ELEMENTS>;
// Vertices of the columns, and of the rows if their stars are free.
var<workgroup> vertices: array<vec4<u32>, MAX_CLUSTER_ELEMENTS>;
var<workgroup> base: u32;

// In place of a vertex whose star is not free; differs from NO_CORNER.
const NOT_FREE = 0xfffffffeu;
// Words of bits, one for each row that a thread compares.
const HIT_WORDS = 4u;
const WORD_BITS = 32u;

fn overlaps_cluster(own: ElementBox, c: u32) -> bool {
    let c_low = vec3<i32>(boxes[6u * c], boxes[6u * c + 1u], boxes[6u * c + 2u]);
    let c_high = vec3<i32>(boxes[6u * c + 3u], boxes[6u * c + 4u], boxes[6u * c + 5u]);
    return all(own.low <= c_high) && all(c_low <= own.high);
}

fn free_corner(v: u32) -> u32 {
    if v == NO_CORNER || stars[v] != STAR_FREE {
        return NOT_FREE;
    }
    return v;
}

fn share_free_corner(a: vec4<u32>, b: vec4<u32>) -> bool {
    let equal = (b == a.xxxx) | (b == a.yyyy) | (b == a.zzzz) | (b == a.wwww);
    return any(equal);
}

fn overlaps_row(i: u32, low: vec3<i32>, high: vec3<i32>) -> u32 {
    // Beyond the last row is whatever was there.
    return select(0u, 1u, all(lows[i].xyz <= high) && all(low <= highs[i]));
}

// How many threads columns take: few are shared among groups of threads, which take every second or fourth row.
fn column_width(columns: u32) -> u32 {
    let half = MAX_CLUSTER_ELEMENTS / 2u;
    let quarter = MAX_CLUSTER_ELEMENTS / 4u;
    return select(select(MAX_CLUSTER_ELEMENTS, half, columns <= half), quarter, columns <= quarter);
}

@compute @workgroup_size(THREADS)
fn list_candidates(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
    SUBGROUP_PARAMETERS
) {
    let listed = list_length(COUNT_TO_COMPARE, params.node_pair_capacity);
    for (var at = first_entry(group, groups); at < listed; at += entry_step(groups)) {
        let pair = node_pairs[at];
        let a = clusters[pair.x];
        let b = clusters[pair.y];
        let is_same = pair.x == pair.y;
        let has_stars = (a.flags & b.flags & CLUSTER_HAS_STARS) != 0u;
        var own_a: ElementBox;
        var own_b: ElementBox;
        var is_row = false;
        var is_column = false;
        if t < a.count {
            own_a = element_box(a.start + t);
            is_row = is_same || overlaps_cluster(own_a, pair.y);
        }
        if t < b.count {
            own_b = element_box(b.start + t);
            is_column = is_same || overlaps_cluster(own_b, pair.x);
        }
        // Those of both clusters are counted at once. No thread comes out of this before all are done with the
        // clusters before.
        let sums = prefix_sum(t, select(0u, 1u, is_row) | select(0u, SECOND_COUNT, is_column) SUBGROUP_ARGUMENTS);
        let rows = sums.total % SECOND_COUNT;
        let columns = sums.total / SECOND_COUNT;
        if rows == 0u || columns == 0u {
            continue;
        }
        if is_column {
            let to = sums.before / SECOND_COUNT;
            let slot = b.start + t;
            lows[to] = vec4<i32>(own_b.low, bitcast<i32>(slot));
            highs[to] = own_b.high;
            if has_stars {
                vertices[to] = corners[slot];
            }
        }
        workgroupBarrier();
        let width = column_width(columns);
        let row_step = MAX_CLUSTER_ELEMENTS / width;
        let first_row = t / width;
        let column = t % width;
        let low = lows[column];
        let high = highs[column];
        let column_vertices = vertices[column];
        // A cluster has each pair of its own twice; the first is enough.
        let end = select(0u, select(rows, column, is_same), column < columns);
        workgroupBarrier();
        if is_row {
            let to = sums.before % SECOND_COUNT;
            let slot = a.start + t;
            lows[to] = vec4<i32>(own_a.low, bitcast<i32>(slot));
            highs[to] = own_a.high;
            if has_stars {
                let v = corners[slot];
                vertices[to] = vec4<u32>(free_corner(v.x), free_corner(v.y), free_corner(v.z), free_corner(v.w));
            }
        }
        workgroupBarrier();
        var hits = vec4<u32>(0u);
        var overlapping = 0u;
        for (var word = 0u; word < HIT_WORDS && word * WORD_BITS * row_step < rows; word++) {
            let first = word * WORD_BITS * row_step + first_row;
            var own = 0u;
            // Four at a time, because each has to wait for its numbers; what is beyond the end is not counted.
            for (var n = 0u; n < WORD_BITS && first + n * row_step < end; n += 4u) {
                let i = first + n * row_step;
                let four = overlaps_row(i, low.xyz, high)
                    | overlaps_row(i + row_step, low.xyz, high) << 1u
                    | overlaps_row(i + 2u * row_step, low.xyz, high) << 2u
                    | overlaps_row(i + 3u * row_step, low.xyz, high) << 3u;
                own |= four << n;
            }
            let rest = (max(end, first) - first + row_step - 1u) / row_step;
            own &= select((1u << (rest % WORD_BITS)) - 1u, 0xffffffffu, rest >= WORD_BITS);
            overlapping += countOneBits(own);
            if has_stars {
                var to_exclude = own;
                while to_exclude != 0u {
                    let n = firstTrailingBit(to_exclude);
                    to_exclude &= to_exclude - 1u;
                    if share_free_corner(vertices[first + n * row_step], column_vertices) {
                        own ^= 1u << n;
                    }
                }
            }
            hits = select(hits, vec4<u32>(own), vec4<u32>(word) == vec4<u32>(0u, 1u, 2u, 3u));
        }
        // Candidates, and pairs with overlapping boxes.
        let ones = countOneBits(hits);
        let own_count = ones.x + ones.y + ones.z + ones.w;
        let counts = prefix_sum(t, own_count + SECOND_COUNT * overlapping SUBGROUP_ARGUMENTS);
        let count = counts.total % SECOND_COUNT;
        if t == 0u && count > 0u {
            base = reserve(COUNT_CANDIDATES, count);
        }
        workgroupBarrier();
        let fits = count == 0u || base + count <= params.candidate_capacity;
        if t == 0u && fits {
            let shard = SHARDS_START + SHARD_STRIDE * (at % SHARD_COUNT);
            atomicAdd(&counters[shard + SHARD_OVERLAPPING], counts.total / SECOND_COUNT);
            atomicAdd(&counters[shard + SHARD_CANDIDATES], count);
        } else if t == 0u {
            let to = reserve(COUNT_DEFERRED, 1u);
            if to < params.node_pair_capacity {
                other_node_pairs[to] = pair;
            }
        }
        var to = base + counts.before % SECOND_COUNT;
        for (var word = 0u; word < HIT_WORDS; word++) {
            let first = word * WORD_BITS * row_step + first_row;
            var own = hits.x;
            hits = hits.yzwx;
            while own != 0u {
                let n = firstTrailingBit(own);
                own &= own - 1u;
                if to < params.candidate_capacity {
                    // The rest of the list holds pairs of an element with itself.
                    let slots = vec2<u32>(bitcast<u32>(lows[first + n * row_step].w), bitcast<u32>(low.w));
                    candidates[to] = select(vec2<u32>(0u), slots, fits);
                }
                to++;
            }
        }
    }
}
