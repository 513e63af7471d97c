// The first narrow phase takes the candidates of a round.
// needs: constants, params.wgsl

const INPUT_COUNTER = COUNT_CANDIDATES;
const UNSURE_COUNTER = COUNT_UNSURE;

fn input_capacity() -> u32 {
    return params.candidate_capacity;
}
