// Pairs of near clusters: a workgroup compares the clusters of two bundles.

var<workgroup> lows: array<vec3<i32>, 128>;
var<workgroup> highs: array<vec3<i32>, 128>;
var<workgroup> labels: array<u32, 128>;
var<workgroup> found: atomic<u32>;
var<workgroup> base: u32;

@compute @workgroup_size(256)
fn pairs_of_clusters(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let at = group.y * ROW + group.x;
    let is_one = at < min(atomicLoad(&counters[BUNDLE_PAIRS]), params.bundle_pairs);
    var bundles = vec2<u32>(0u);
    if is_one {
        bundles = bundle_pairs[at];
    }
    if t < 128u {
        let c = select(bundles.x, bundles.y, t >= BUNDLE) * BUNDLE + t % BUNDLE;
        var low = vec3<i32>(0x7fffffff);
        var high = vec3<i32>(-0x7fffffff);
        var label = NO_LABEL;
        if is_one && c < params.clusters {
            low = vec3<i32>(boxes[6u * c], boxes[6u * c + 1u], boxes[6u * c + 2u]);
            high = vec3<i32>(boxes[6u * c + 3u], boxes[6u * c + 4u], boxes[6u * c + 5u]);
            label = clusters[c].label;
        }
        lows[t] = low;
        highs[t] = high;
        labels[t] = label;
    }
    if t == 0u {
        atomicStore(&found, 0u);
    }
    workgroupBarrier();
    let j = t % BUNDLE;
    let is_same = bundles.x == bundles.y;
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
    let own = atomicAdd(&found, countOneBits(hits));
    workgroupBarrier();
    if t == 0u {
        base = count_more(NEAR_PAIRS, atomicLoad(&found));
    }
    workgroupBarrier();
    var to = base + own;
    while hits != 0u {
        let n = firstTrailingBit(hits);
        hits &= hits - 1u;
        if to < params.near_pairs {
            let i = t / BUNDLE + 4u * n;
            near_pairs[to] = vec2<u32>(bundles.x * BUNDLE + i, bundles.y * BUNDLE + j);
        }
        to++;
    }
}
