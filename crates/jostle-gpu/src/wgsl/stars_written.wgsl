// What is known of the star of each vertex, while it is found out.
@group(0) @binding(9) var<storage, read_write> stars: array<atomic<u32>>;

