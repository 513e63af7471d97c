// Where the elements of each cell begin among the slots, and after these where those at each vertex begin, in
// the place of their counts. One more than there are vertices, and cells before them.
// needs: params.wgsl

@group(0) @binding(5) var<storage, read_write> starts: array<u32>;

// Where the elements at a vertex begin in their list.
fn incidence_start(vertex: u32) -> u32 {
    return starts[params.cells + vertex] - params.slots;
}
