// What shorts.wgsl makes of a number: the sum of two of 32 bits.

alias Taken = vec2<f32>;

fn taken_of(x: f32) -> Taken {
    return vec2<f32>(x, 0.0);
}
