//! The judge is judged: by hand, by enumeration, and by what must hold for any answer.

mod by_enumeration;
mod by_hand;
mod generators;
mod vertices;
