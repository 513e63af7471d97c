//! The scenes, one a file.

mod ball_around_body;
mod breaking;
mod chair;
mod cloth_on_body;
mod dented;
mod dress;
mod exploding;
mod falling;
mod flag;
mod funnel;
mod mixed;
mod n_body;
mod pass_through;
mod pressed;
mod rain;
mod rods;
mod sleeve;
mod stack;
mod towers;
mod whirling_cloth;

use crate::Entry;

/// All scenes.
pub const ALL: &[Entry] = &[
    pass_through::ENTRY,
    pressed::ENTRY,
    falling::ENTRY,
    dented::ENTRY,
    n_body::ENTRY,
    rain::ENTRY,
    mixed::ENTRY,
    cloth_on_body::ENTRY,
    funnel::ENTRY,
    whirling_cloth::ENTRY,
    breaking::ENTRY,
    exploding::ENTRY,
    chair::ENTRY,
    ball_around_body::ENTRY,
    dress::ENTRY,
    sleeve::ENTRY,
    flag::ENTRY,
    towers::ENTRY,
    stack::ENTRY,
    rods::ROD,
    rods::RODS,
];
