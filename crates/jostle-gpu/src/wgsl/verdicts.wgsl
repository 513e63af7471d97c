// What a test says, certain unless it says unsure; and signs of determinants by their error bound.
// needs: real_f32.wgsl|real_f64.wgsl, vectors.wgsl

const NO = 0u;
const YES = 1u;
const UNSURE = 2u;

// Of a determinant with this bound; zero if it cannot be told.
fn sign_of(value: real, bound: real) -> i32 {
    return select(0, 1, value > bound) - select(0, 1, value < -bound);
}

fn orient3d(a: real3, b: real3, c: real3, d: real3, bound: real) -> i32 {
    return sign_of(dot_product(cross_product(b - a, c - a), d - a), bound);
}
