// Words of a number, and its exponent in the last of them.

const WORDS = 1u;
const EXPONENT = 0x7f800000u;
