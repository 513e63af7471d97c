// The state of the star of each vertex, while kernels write it.
// needs: nothing

@group(0) @binding(9) var<storage, read_write> stars: array<atomic<u32>>;
