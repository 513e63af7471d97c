// From pairs of nodes to pairs of their children with overlapping boxes, a workgroup a pair of nodes. A
// node of the level above has its children in a row.
// needs: constants, threads, params.wgsl, counters.wgsl, work_list.wgsl, scene.wgsl,
// needs: level0_nodes.wgsl|level1_nodes.wgsl, prefix_sum.wgsl|prefix_sum_subgroups.wgsl

// The children of the first node, then those of the second.
var<workgroup> lows: array<vec3<i32>, 2u * NODE_CHILDREN>;
var<workgroup> highs: array<vec3<i32>, 2u * NODE_CHILDREN>;
var<workgroup> labels: array<u32, 2u * NODE_CHILDREN>;
var<workgroup> base: u32;

// A thread keeps a child of the second node, and takes every so many of the first.
const STEP = THREADS / NODE_CHILDREN;

@compute @workgroup_size(THREADS)
fn list_child_pairs(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
    SUBGROUP_PARAMETERS
) {
    let listed = parent_pair_count();
    for (var at = first_entry(group, groups); at < listed; at += entry_step(groups)) {
        let nodes = parent_pair(at);
        if t < 2u * NODE_CHILDREN {
            let c = select(nodes.x, nodes.y, t >= NODE_CHILDREN) * NODE_CHILDREN + t % NODE_CHILDREN;
            var low = vec3<i32>(EMPTY_LOW);
            var high = vec3<i32>(EMPTY_HIGH);
            var label = NO_LABEL;
            if c < node_count() {
                let own = 6u * (first_node() + c);
                low = vec3<i32>(boxes[own], boxes[own + 1u], boxes[own + 2u]);
                high = vec3<i32>(boxes[own + 3u], boxes[own + 4u], boxes[own + 5u]);
                label = node_label(c);
            }
            lows[t] = low;
            highs[t] = high;
            labels[t] = label;
        }
        workgroupBarrier();
        let j = t % NODE_CHILDREN;
        let is_same = nodes.x == nodes.y;
        let low = lows[NODE_CHILDREN + j];
        let high = highs[NODE_CHILDREN + j];
        let label = labels[NODE_CHILDREN + j];
        var hits = 0u;
        for (var n = 0u; n < NODE_CHILDREN / STEP; n++) {
            let i = t / NODE_CHILDREN + STEP * n;
            let overlap = all(low <= highs[i]) && all(lows[i] <= high) && (!is_same || i <= j);
            hits |= select(0u, 1u << n, overlap && labels_admit(label, labels[i]));
        }
        // No thread comes out of this before all are done with the boxes.
        let counts = prefix_sum(t, countOneBits(hits) SUBGROUP_ARGUMENTS);
        if t == 0u && counts.total > 0u {
            base = reserve(OUTPUT_COUNTER, counts.total);
        }
        workgroupBarrier();
        var to = base + counts.before;
        while hits != 0u {
            let n = firstTrailingBit(hits);
            hits &= hits - 1u;
            if to < params.node_pair_capacity {
                let i = t / NODE_CHILDREN + STEP * n;
                write_pair(to, vec2<u32>(nodes.x * NODE_CHILDREN + i, nodes.y * NODE_CHILDREN + j));
            }
            to++;
        }
    }
}
