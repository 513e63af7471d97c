// The state of the star of each vertex, when it is final: plain loads can be cached.
// needs: nothing

@group(0) @binding(9) var<storage, read_write> stars: array<u32>;
