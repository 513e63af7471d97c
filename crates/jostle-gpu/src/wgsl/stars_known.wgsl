// What is known of the star of each vertex, when all is found out: plain loads can be cached.
@group(0) @binding(9) var<storage, read_write> stars: array<u32>;

