// Words of a number, and its exponent in the last of them.

const WORDS = 2u;
const EXPONENT = 0x7ff00000u;
