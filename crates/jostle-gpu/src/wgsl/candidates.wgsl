// Candidates: a workgroup compares the elements of two clusters whose boxes overlap, or of one with
// itself. Pairs that share a vertex whose star is free of collisions are excluded here.
//
// A thread keeps an element of one cluster (a column) and goes through those of the other (rows),
// BLOCK_ROWS at a time: a block. Blocks whose candidates do not fit are listed for another round.
// needs: constants, threads, params.wgsl, counters.wgsl, scene.wgsl, element_box.wgsl, stars_plain.wgsl,
// needs: prefix_sum.wgsl|prefix_sum_subgroups.wgsl

// The elements whose boxes overlap that of the other cluster: first the rows, then the columns. The last
// of the four numbers of a lower corner is the slot.
var<workgroup> lows: array<vec4<i32>, 2u * MAX_CLUSTER_ELEMENTS>;
var<workgroup> highs: array<vec3<i32>, 2u * MAX_CLUSTER_ELEMENTS>;
// Vertices of the rows, if their stars are free, and of the columns.
var<workgroup> vertices: array<vec4<u32>, 2u * MAX_CLUSTER_ELEMENTS>;
var<workgroup> base: u32;

// In place of a vertex whose star is not free; differs from NO_CORNER.
const NOT_FREE = 0xfffffffeu;
// The upper bits of the first cluster in a list: the block to compare, counted from one, or zero for all.
const BLOCK_SHIFT = 28u;
const CLUSTER_MASK = (1u << BLOCK_SHIFT) - 1u;

fn overlaps_cluster(low: vec3<i32>, high: vec3<i32>, c: u32) -> bool {
    let c_low = vec3<i32>(boxes[6u * c], boxes[6u * c + 1u], boxes[6u * c + 2u]);
    let c_high = vec3<i32>(boxes[6u * c + 3u], boxes[6u * c + 4u], boxes[6u * c + 5u]);
    return all(low <= c_high) && all(c_low <= high);
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
    // Beyond the last row is whatever was there, or a column.
    return select(0u, 1u, all(lows[i].xyz <= high) && all(low <= highs[i]));
}

@compute @workgroup_size(THREADS)
fn list_candidates(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
    SUBGROUP_PARAMETERS
) {
    let at = group.y * WORKGROUPS_PER_ROW + group.x;
    var is_listed = true;
    if is_last_workgroup(group, groups) {
        is_listed = at < min(atomicLoad(&counters[COUNT_TO_COMPARE]), params.node_pair_capacity);
    }
    var pair = vec2<u32>(0u);
    if is_listed {
        pair = node_pairs[at];
    }
    let only_block = pair.x >> BLOCK_SHIFT;
    pair.x &= CLUSTER_MASK;
    let a = clusters[pair.x];
    let b = clusters[pair.y];
    let is_same = pair.x == pair.y;
    let has_stars = (a.flags & b.flags & CLUSTER_HAS_STARS) != 0u;
    var own_a: ElementBox;
    var own_b: ElementBox;
    var is_row = false;
    var is_column = false;
    if is_listed && t < a.count {
        own_a = element_box(a.start + t);
        is_row = is_same || overlaps_cluster(own_a.low, own_a.high, pair.y);
    }
    if is_listed && t < b.count {
        own_b = element_box(b.start + t);
        is_column = is_same || overlaps_cluster(own_b.low, own_b.high, pair.x);
    }
    // Those of both clusters are counted at once. They stay in order, because a block must be the same in
    // every round.
    let sums = prefix_sum(t, select(0u, 1u, is_row) | select(0u, SECOND_COUNT, is_column) SUBGROUP_ARGUMENTS);
    let rows = sums.total % SECOND_COUNT;
    let columns = sums.total / SECOND_COUNT;
    if is_row {
        let to = sums.before % SECOND_COUNT;
        let slot = a.start + t;
        lows[to] = vec4<i32>(own_a.low, bitcast<i32>(slot));
        highs[to] = own_a.high;
        if has_stars && columns > 0u {
            let v = corners[slot];
            vertices[to] = vec4<u32>(free_corner(v.x), free_corner(v.y), free_corner(v.z), free_corner(v.w));
        }
    }
    if is_column {
        let to = MAX_CLUSTER_ELEMENTS + sums.before / SECOND_COUNT;
        let slot = b.start + t;
        lows[to] = vec4<i32>(own_b.low, bitcast<i32>(slot));
        highs[to] = own_b.high;
        if has_stars && rows > 0u {
            vertices[to] = corners[slot];
        }
    }
    workgroupBarrier();
    // Few columns are shared among groups of threads, which take every second or fourth row.
    let half = MAX_CLUSTER_ELEMENTS / 2u;
    let quarter = MAX_CLUSTER_ELEMENTS / 4u;
    let width = select(select(MAX_CLUSTER_ELEMENTS, half, columns <= half), quarter, columns <= quarter);
    let row_step = MAX_CLUSTER_ELEMENTS / width;
    let j = MAX_CLUSTER_ELEMENTS + t % width;
    // A cluster has each pair of its own twice; the first is enough.
    let end = select(0u, select(rows, t % width, is_same), t % width < columns);
    let low = lows[j];
    let high = highs[j];
    let column_vertices = vertices[j];
    let block_rows = BLOCK_ROWS * row_step;
    let blocks = (rows + block_rows - 1u) / block_rows;
    var total_overlapping = 0u;
    var total_candidates = 0u;
    for (var block = 0u; block < blocks; block++) {
        if columns == 0u || (only_block != 0u && only_block != block + 1u) {
            continue;
        }
        let first = block * block_rows + t / width;
        var hits = 0u;
        // Four at a time, because each has to wait for its numbers; what is beyond the end is not counted.
        for (var n = 0u; n < BLOCK_ROWS && first + n * row_step < end; n += 4u) {
            let i = first + n * row_step;
            let four = overlaps_row(i, low.xyz, high)
                | overlaps_row(i + row_step, low.xyz, high) << 1u
                | overlaps_row(i + 2u * row_step, low.xyz, high) << 2u
                | overlaps_row(i + 3u * row_step, low.xyz, high) << 3u;
            hits |= four << n;
        }
        let rest = (max(end, first) - first + row_step - 1u) / row_step;
        hits &= select((1u << (rest % BLOCK_ROWS)) - 1u, 0xffffffffu, rest >= BLOCK_ROWS);
        let overlapping = countOneBits(hits);
        if has_stars {
            var to_exclude = hits;
            while to_exclude != 0u {
                let n = firstTrailingBit(to_exclude);
                to_exclude &= to_exclude - 1u;
                if share_free_corner(vertices[first + n * row_step], column_vertices) {
                    hits ^= 1u << n;
                }
            }
        }
        // Candidates, and pairs with overlapping boxes.
        let counts = prefix_sum(t, countOneBits(hits) + SECOND_COUNT * overlapping SUBGROUP_ARGUMENTS);
        let count = counts.total % SECOND_COUNT;
        if t == 0u && count > 0u {
            base = reserve(COUNT_CANDIDATES, count);
        }
        workgroupBarrier();
        let fits = count == 0u || base + count <= params.candidate_capacity;
        if fits {
            total_overlapping += counts.total / SECOND_COUNT;
            total_candidates += count;
        } else if t == 0u {
            let to = reserve(COUNT_DEFERRED, 1u);
            if to < params.node_pair_capacity {
                other_node_pairs[to] = vec2<u32>(pair.x | (block + 1u) << BLOCK_SHIFT, pair.y);
            }
        }
        var to = base + counts.before % SECOND_COUNT;
        while hits != 0u {
            let n = firstTrailingBit(hits);
            hits &= hits - 1u;
            if to < params.candidate_capacity {
                // The rest of the list holds pairs of an element with itself.
                let slots = vec2<u32>(bitcast<u32>(lows[first + n * row_step].w), bitcast<u32>(low.w));
                candidates[to] = select(vec2<u32>(0u), slots, fits);
            }
            to++;
        }
    }
    let shard = SHARDS_START + SHARD_STRIDE * (at % SHARD_COUNT);
    if t == 0u && total_overlapping > 0u {
        atomicAdd(&counters[shard + SHARD_OVERLAPPING], total_overlapping);
    }
    if t == 0u && total_candidates > 0u {
        atomicAdd(&counters[shard + SHARD_CANDIDATES], total_candidates);
    }
}
