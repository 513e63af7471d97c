// Lists of pairs that surely collide, and of those for a more exact test.

// Two counts in one number: the second is so much more.
const HALF = 65536u;

var<workgroup> yes_base: u32;
var<workgroup> unsure_base: u32;

struct Candidate {
    is_one: bool,
    slots: vec2<u32>,
}

fn candidate_of(group: vec3<u32>, groups: vec3<u32>, t: u32) -> Candidate {
    let at = (group.y * ROW + group.x) * THREADS + t;
    var is_one = true;
    if is_at_end(group, groups) {
        is_one = at < min(atomicLoad(&counters[TO_TEST]), room_to_test());
    }
    if is_one {
        return Candidate(true, candidates[at]);
    }
    return Candidate(false, vec2<u32>(0u));
}

// Called by all threads of a workgroup, with how many of them before each are certain, and how many
// unsure.
fn note(slots: vec2<u32>, verdict: u32, t: u32, counts: Sum) {
    if t == 0u {
        let yes = counts.all % HALF;
        if yes > 0u {
            yes_base = place_for(PAIRS, yes);
        }
        let uncertain = counts.all / HALF;
        if uncertain > 0u {
            unsure_base = place_for(TO_LIST, uncertain);
        }
    }
    workgroupBarrier();
    if verdict == YES {
        let to = yes_base + counts.before % HALF;
        let a = elements[slots.x];
        let b = elements[slots.y];
        if to < params.pairs {
            pairs[to] = vec2<u32>(min(a, b), max(a, b));
        }
    } else if verdict == UNSURE {
        let to = unsure_base + counts.before / HALF;
        if to < params.unsure {
            unsure[to] = slots;
        }
    }
}

fn weight_of(verdict: u32) -> u32 {
    return select(0u, 1u, verdict == YES) | select(0u, HALF, verdict == UNSURE);
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
