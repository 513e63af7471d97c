// An f64 as words of 32 bits: how many, and the exponent in the last of them.
// needs: nothing

const COORDINATE_WORDS = 2u;
const EXPONENT_MASK = 0x7ff00000u;
