// The pairs that the narrow phase takes, and its lists: pairs that certainly collide, and unsure ones.
// needs: constants, params.wgsl, counters.wgsl, work_list.wgsl, scene.wgsl, verdicts.wgsl,
// needs: narrow_input_candidates.wgsl|narrow_input_unsure.wgsl, unsure_elements.wgsl|unsure_slots.wgsl,
// needs: prefix_sum.wgsl|prefix_sum_subgroups.wgsl

var<workgroup> yes_base: u32;
var<workgroup> unsure_base: u32;

struct CandidatePair {
    is_listed: bool,
    slots: vec2<u32>,
}

fn candidate_count() -> u32 {
    return list_length(INPUT_COUNTER, input_capacity());
}

fn read_candidate(at: u32, listed: u32) -> CandidatePair {
    if at < listed {
        return CandidatePair(true, candidates[at]);
    }
    return CandidatePair(false, vec2<u32>(0u));
}

// The elements in two slots, the lower first.
fn element_pair(slots: vec2<u32>) -> vec2<u32> {
    let a = elements[slots.x];
    let b = elements[slots.y];
    return vec2<u32>(min(a, b), max(a, b));
}

// Called by all threads of a workgroup, with how many certain and how many unsure ones come before each.
fn list_verdicts(slots: vec2<u32>, verdict: u32, t: u32, counts: PrefixSum) {
    if t == 0u {
        let yes = counts.total % SECOND_COUNT;
        if yes > 0u {
            yes_base = reserve(COUNT_PAIRS, yes);
        }
        let uncertain = counts.total / SECOND_COUNT;
        if uncertain > 0u {
            unsure_base = reserve(UNSURE_COUNTER, uncertain);
        }
    }
    workgroupBarrier();
    if verdict == YES {
        let to = yes_base + counts.before % SECOND_COUNT;
        if to < params.pair_capacity {
            pairs[to] = element_pair(slots);
        }
    } else if verdict == UNSURE {
        let to = unsure_base + counts.before / SECOND_COUNT;
        if to < params.unsure_capacity {
            unsure[to] = unsure_pair(slots);
        }
    }
}

// Counts of certain and of unsure pairs, to be summed at once.
fn packed_verdict(verdict: u32) -> u32 {
    return select(0u, 1u, verdict == YES) | select(0u, SECOND_COUNT, verdict == UNSURE);
}
