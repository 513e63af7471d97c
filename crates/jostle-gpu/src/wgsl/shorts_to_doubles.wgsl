// What shorts.wgsl makes of a number: one of 64 bits.

alias Taken = f64;

fn taken_of(x: f32) -> Taken {
    return f64(x);
}
