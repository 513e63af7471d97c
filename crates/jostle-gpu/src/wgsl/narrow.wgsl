// Lists of pairs that surely collide, and of those for a more exact test.

var<workgroup> yes_count: atomic<u32>;
var<workgroup> unsure_count: atomic<u32>;
var<workgroup> yes_base: u32;
var<workgroup> unsure_base: u32;

struct Candidate {
    is_one: bool,
    slots: vec2<u32>,
}

fn candidate_of(group: vec3<u32>, groups: vec3<u32>, t: u32) -> Candidate {
    let at = (group.y * ROW + group.x) * TESTS + t;
    var is_one = true;
    if is_at_end(group, groups) {
        is_one = at < min(atomicLoad(&counters[TO_TEST]), room_to_test());
    }
    if is_one {
        return Candidate(true, candidates[at]);
    }
    return Candidate(false, vec2<u32>(0u));
}

// Called by all threads of a workgroup.
fn note(slots: vec2<u32>, verdict: u32, t: u32) {
    if t == 0u {
        atomicStore(&yes_count, 0u);
        atomicStore(&unsure_count, 0u);
    }
    workgroupBarrier();
    var own = 0u;
    if verdict == YES {
        own = atomicAdd(&yes_count, 1u);
    } else if verdict == UNSURE {
        own = atomicAdd(&unsure_count, 1u);
    }
    workgroupBarrier();
    if t == 0u {
        let yes = atomicLoad(&yes_count);
        if yes > 0u {
            yes_base = place_for(PAIRS, yes);
        }
        let uncertain = atomicLoad(&unsure_count);
        if uncertain > 0u {
            unsure_base = place_for(TO_LIST, uncertain);
        }
    }
    workgroupBarrier();
    if verdict == NO {
        return;
    }
    if verdict == YES {
        let a = elements[slots.x];
        let b = elements[slots.y];
        if yes_base + own < params.pairs {
            pairs[yes_base + own] = vec2<u32>(min(a, b), max(a, b));
        }
    } else if unsure_base + own < params.unsure {
        unsure[unsure_base + own] = slots;
    }
}

fn three(v: vec4<u32>, origin: u32) -> array<real3, 3> {
    return array<real3, 3>(place(v.x, origin), place(v.y, origin), place(v.z, origin));
}

fn four(v: vec4<u32>, origin: u32) -> array<real3, 4> {
    return array<real3, 4>(place(v.x, origin), place(v.y, origin), place(v.z, origin), place(v.w, origin));
}

// Moves the corners that both name to the front of both, and tells how many there are.
fn shared_first(a: ptr<function, vec4<u32>>, b: ptr<function, vec4<u32>>, count: u32) -> u32 {
    var shared_corners = 0u;
    for (var i = 0u; i < count; i++) {
        for (var j = shared_corners; j < count; j++) {
            if (*a)[i] == (*b)[j] {
                let p = (*a)[i];
                (*a)[i] = (*a)[shared_corners];
                (*a)[shared_corners] = p;
                (*b)[j] = (*b)[shared_corners];
                (*b)[shared_corners] = p;
                shared_corners++;
                break;
            }
        }
    }
    return shared_corners;
}
