// The narrow phase takes the candidates of a round.

const TO_TEST = CANDIDATES;
const TO_LIST = UNSURE_PAIRS;

fn room_to_test() -> u32 {
    return params.candidates;
}
