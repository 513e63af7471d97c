// An f32 as words of 32 bits: how many, and the exponent in the last of them.
// needs: nothing

const COORDINATE_WORDS = 1u;
const EXPONENT_MASK = 0x7f800000u;
