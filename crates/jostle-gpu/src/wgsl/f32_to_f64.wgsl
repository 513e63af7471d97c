// What convert_f32.wgsl makes of a coordinate: an f64.
// needs: nothing

alias Coordinate = f64;

fn convert(x: f32) -> Coordinate {
    return f64(x);
}
