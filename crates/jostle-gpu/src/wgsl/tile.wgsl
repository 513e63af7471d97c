// Pairs that a workgroup sorts at once, and candidates that it tests.
const TILE = 2048u;
const TESTS = 128u;
