// The f64 narrow phase takes the pairs that f32 was unsure of; that list is bound in place of the
// candidates.
// needs: constants, params.wgsl

const INPUT_COUNTER = COUNT_UNSURE;
const UNSURE_COUNTER = COUNT_UNSURE_F64;

fn input_capacity() -> u32 {
    return params.unsure_capacity;
}
