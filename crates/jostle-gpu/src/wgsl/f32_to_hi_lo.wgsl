// What convert_f32.wgsl makes of a coordinate: a hi/lo pair of f32.
// needs: constants

alias Coordinate = vec2<f32>;

fn convert(x: f32) -> Coordinate {
    return vec2<f32>(clamp(x, -F32_LIMIT, F32_LIMIT), 0.0);
}
