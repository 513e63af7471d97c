// Stars of triangles: injective along one direction (jostle: narrow/stars/surface.rs), a thread a vertex.
// needs: constants, params.wgsl, scene.wgsl, real_f32.wgsl|real_f64.wgsl, vectors.wgsl, stars_atomic.wgsl

// A star seen along a direction `n`, and in this picture a direction `r` to count by. Both are taken as
// exact, so only determinants with edges as columns carry errors.
//
// Let `u` be the rounding of an operation, `X, Y, Z` the largest edge coordinates, and `S` the sum
// `|nx|YZ + |ny|ZX + |nz|XY`. Edges are off by `2u` of themselves and by the position error, so
// `det(n, e, f)` is off by at most `24uS`, `det(n, r, e)` by at most `12u` times the sum with the products of
// `|n|` and `|r|` for areas, and STAR_ERROR is `64u` or more. Position errors add once the sum of sides, and
// `2(Y oz + Z oy + oy oz)` to the first factor of turns: less than the bound's `8(Y oz + Z oy)`, unless
// `oy > 2Y` and `oz > 2Z`. But then each term of the bound exceeds that of the computed determinant, of which
// the first is at most `2YZ`, and no turn is certain.
//
// Let `h` be the smallest normal number; results and arguments below it may be lost, or not. Let `L` be
// STAR_MAX_EXTENT, and `N` and `P` the largest coordinates of `n` and `r`. A star that has a link is of at
// most 64 triangles (jostle: mesh/topology/vertex_links.rs), so `N < 2^8 LL` and `P < 2^7 L`, and nothing
// overflows. What is lost of an edge is little beside STAR_ERROR times the largest in its coordinate; unless
// they are all less than 2^-100 (f64: 2^-900), but then the coordinates of `n` that it is multiplied with are
// less than `2^-90 L`, and it is little beside the rest: at most `h(9N + 6LL + 5)` of turns and
// `3hL(3 + 2N + 2P)` of sides, and of the bounds themselves no more than `100 h N` and `100 h L (N + P)`.
struct StarView {
    n: real3,
    r: real3,
    // The product of `n` and `r`.
    across: real3,
    turn_bound: real,
    side_bound: real,
    first_edge: real3,
    is_ring: bool,
    // Whether no number is too large. Coordinates have 53 bits, so position errors are less than 2^11 times
    // the extent, or there is none, and they are multiplied with zero.
    fits: bool,
}

// The view of the triangles between consecutive neighbours. What a ring counts by is arbitrary; where a fan
// is open, if it is, is against the sum of its edges.
fn star_view(vertex: u32, begin: u32, end: u32) -> StarView {
    var view: StarView;
    let own = position(vertex, vertex);
    view.first_edge = position(links[begin], vertex) - own;
    view.n = real3(real(0.0));
    var size = abs(view.first_edge);
    let off = position_error(vertex);
    var sum = view.first_edge;
    var before = view.first_edge;
    for (var i = begin + 1u; i < end; i++) {
        let next = position(links[i], vertex) - own;
        view.n += cross_product(before, next);
        size = max(size, abs(next));
        sum += next;
        before = next;
    }
    view.fits = all(size <= real3(STAR_MAX_EXTENT));
    view.is_ring = links[begin] == links[end - 1u];
    view.r = select(-sum, odd_direction(), view.is_ring);
    view.across = cross_product(view.n, view.r);
    let an = abs(view.n);
    let ar = abs(view.r);
    let areas = real3(size.y * size.z, size.z * size.x, size.x * size.y);
    let off_areas = real3(
        size.y * off.z + size.z * off.y, size.z * off.x + size.x * off.z, size.x * off.y + size.y * off.x
    );
    let across_size = real3(an.y * ar.z + an.z * ar.y, an.z * ar.x + an.x * ar.z, an.x * ar.y + an.y * ar.x);
    let turn_off = real(8.0) * dot_product(an, off_areas);
    let side_off = real(8.0) * dot_product(across_size, off);
    view.turn_bound = STAR_ERROR * dot_product(an, areas) + turn_off + STAR_TURN_UNDERFLOW;
    view.side_bound = STAR_ERROR * dot_product(across_size, size) + side_off + STAR_SIDE_UNDERFLOW;
    return view;
}

// Whether `before` certainly turns the positive way to `next`.
fn star_turns(view: StarView, before: real3, next: real3) -> bool {
    return dot_product(view.n, cross_product(before, next)) > view.turn_bound;
}

// One if `r` certainly turns the positive way to the edge, minus one if certainly the negative way.
fn star_side(view: StarView, edge: real3) -> i32 {
    let value = dot_product(view.across, edge);
    return select(0, 1, value > view.side_bound) - select(0, 1, value < -view.side_bound);
}

fn is_injective(vertex: u32, begin: u32, end: u32) -> bool {
    let view = star_view(vertex, begin, end);
    if !view.fits {
        return false;
    }
    let own = position(vertex, vertex);
    var covered = 0u;
    var before = view.first_edge;
    var before_side = star_side(view, before);
    for (var i = begin + 1u; i < end; i++) {
        let next = position(links[i], vertex) - own;
        let next_side = star_side(view, next);
        if !star_turns(view, before, next) {
            return false;
        }
        // The sector covers `r` if `r` comes after its begin and before its end.
        let apart = before_side > 0 || next_side < 0;
        if !apart {
            let covers = before_side < 0 && next_side > 0;
            if !covers {
                return false;
            }
            covered++;
        }
        before = next;
        before_side = next_side;
    }
    return covered == select(0u, 1u, view.is_ring);
}

@compute @workgroup_size(STAR_THREADS)
fn update_surface_stars(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let vertex = (group.y * WORKGROUPS_PER_ROW + group.x) * STAR_THREADS + t;
    if vertex >= params.vertices {
        return;
    }
    // The links come after where each of them begins.
    let begin = links[vertex];
    let end = links[vertex + 1u];
    // Links that were made on the device have places for vertices without one.
    if end > begin + 1u && links[begin] != NO_CORNER && is_injective(vertex, begin, end) {
        atomicStore(&stars[vertex], STAR_FREE);
    }
}
