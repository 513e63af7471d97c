// The narrow phase takes what it was unsure of with shorter numbers; the list is bound in place of that
// of the candidates.

const TO_TEST = UNSURE_PAIRS;
const TO_LIST = LEFT;

fn room_to_test() -> u32 {
    return params.unsure;
}
