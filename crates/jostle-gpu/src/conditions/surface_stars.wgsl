// What is said of each star of a vertex and five neighbours, which are a fan, or a ring: 1, or 2 if it is
// injective, the directions, the bounds, sides, whether it is a ring, and turns.
@group(0) @binding(20) var<storage, read_write> output: array<real>;

@compute @workgroup_size(64)
fn check(@builtin(global_invocation_id) id: vec3<u32>) {
    let vertex = 6u * id.x;
    if vertex >= params.vertices {
        return;
    }
    let begin = links[2u * id.x];
    let end = links[2u * id.x + 1u];
    let view = star_view(vertex, begin, end);
    let at = 24u * id.x;
    for (var i = 0u; i < 24u; i++) {
        output[at + i] = real(0.0);
    }
    if !view.fits {
        return;
    }
    output[at] = select(real(1.0), real(2.0), is_injective(vertex, begin, end));
    for (var axis = 0u; axis < 3u; axis++) {
        output[at + 1u + axis] = view.n[axis];
        output[at + 4u + axis] = view.r[axis];
        output[at + 7u + axis] = view.across[axis];
    }
    output[at + 10u] = view.turn_bound;
    output[at + 11u] = view.side_bound;
    var before = view.first_edge;
    for (var i = 0u; begin + i < end; i++) {
        let edge = position(links[begin + i], vertex) - position(vertex, vertex);
        output[at + 12u + i] = real(star_side(view, edge));
        let turns = select(view.is_ring, star_turns(view, before, edge), i > 0u);
        output[at + 18u + i] = select(real(0.0), real(1.0), turns);
        before = edge;
    }
}
