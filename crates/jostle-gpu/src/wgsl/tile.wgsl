// Pairs that a workgroup sorts at once.
const TILE = 2048u;
