// The product of vectors is not a builtin of numbers of 64 bits everywhere.

fn cross_of(a: real3, b: real3) -> real3 {
    return real3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

fn dot_of(a: real3, b: real3) -> real {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// A direction to count by, along which no regular mesh has an edge or a face.
fn odd_direction() -> real3 {
    return real3(real(0.417022), real(0.720324), real(0.554118));
}
