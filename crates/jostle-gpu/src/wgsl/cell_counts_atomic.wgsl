// How many elements are in each cell, and then at each vertex, while kernels count.
// needs: nothing

@group(0) @binding(5) var<storage, read_write> counts: array<atomic<u32>>;
