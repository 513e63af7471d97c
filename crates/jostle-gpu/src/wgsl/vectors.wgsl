// Products of vectors, which are not builtins for f64 everywhere.
// needs: real_f32.wgsl|real_f64.wgsl

fn cross_product(a: real3, b: real3) -> real3 {
    return real3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

fn dot_product(a: real3, b: real3) -> real {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// A direction along which no regular mesh has an edge or a face.
fn odd_direction() -> real3 {
    return real3(real(0.417022), real(0.720324), real(0.554118));
}
