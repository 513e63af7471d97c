// From pairs of rows of 64 boxes to pairs of these boxes that overlap, a workgroup a pair of rows.

var<workgroup> lows: array<vec3<i32>, 128>;
var<workgroup> highs: array<vec3<i32>, 128>;
var<workgroup> labels: array<u32, 128>;
var<workgroup> base: u32;

@compute @workgroup_size(THREADS)
fn pairs_of_boxes(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
    LANE_PARAMETERS
) {
    let at = group.y * ROW + group.x;
    var is_one = true;
    if is_at_end(group, groups) {
        is_one = at < rows_listed();
    }
    var rows = vec2<u32>(0u);
    if is_one {
        rows = rows_at(at);
    }
    if t < 128u {
        let c = select(rows.x, rows.y, t >= BUNDLE) * BUNDLE + t % BUNDLE;
        var low = vec3<i32>(0x7fffffff);
        var high = vec3<i32>(-0x7fffffff);
        var label = NO_LABEL;
        if is_one && c < box_count() {
            let own = 6u * (first_box() + c);
            low = vec3<i32>(boxes[own], boxes[own + 1u], boxes[own + 2u]);
            high = vec3<i32>(boxes[own + 3u], boxes[own + 4u], boxes[own + 5u]);
            label = label_of(c);
        }
        lows[t] = low;
        highs[t] = high;
        labels[t] = label;
    }
    workgroupBarrier();
    let j = t % BUNDLE;
    let is_same = rows.x == rows.y;
    let low = lows[BUNDLE + j];
    let high = highs[BUNDLE + j];
    let label = labels[BUNDLE + j];
    var hits = 0u;
    for (var n = 0u; n < 16u; n++) {
        let i = t / BUNDLE + 4u * n;
        let overlap = all(low <= highs[i]) && all(lows[i] <= high) && (!is_same || i <= j);
        let may_meet = label != labels[i] || label == NO_LABEL;
        hits |= select(0u, 1u << n, overlap && may_meet);
    }
    let counts = sum_of(t, countOneBits(hits) LANE_ARGUMENTS);
    if t == 0u && counts.all > 0u {
        base = place_for(FOUND, counts.all);
    }
    workgroupBarrier();
    var to = base + counts.before;
    while hits != 0u {
        let n = firstTrailingBit(hits);
        hits &= hits - 1u;
        if to < params.near_pairs {
            let i = t / BUNDLE + 4u * n;
            list_pair(to, vec2<u32>(rows.x * BUNDLE + i, rows.y * BUNDLE + j));
        }
        to++;
    }
}
