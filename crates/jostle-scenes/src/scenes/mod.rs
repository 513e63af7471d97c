//! The scenes, one a file.

mod ball_around_body;
mod breaking;
mod chair;
mod cloth_on_body;
mod crumple;
mod dented;
mod drape;
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
mod twist;
mod whirling_cloth;

use crate::SceneDefinition;

/// All scenes.
pub const ALL: &[SceneDefinition] = &[
    pass_through::DEFINITION,
    pressed::DEFINITION,
    falling::DEFINITION,
    dented::DEFINITION,
    n_body::DEFINITION,
    rain::DEFINITION,
    mixed::DEFINITION,
    cloth_on_body::DEFINITION,
    funnel::DEFINITION,
    whirling_cloth::DEFINITION,
    breaking::DEFINITION,
    exploding::DEFINITION,
    chair::DEFINITION,
    ball_around_body::DEFINITION,
    dress::DRESS,
    dress::DRESS_IN_WIND,
    sleeve::DEFINITION,
    flag::DEFINITION,
    drape::DEFINITION,
    crumple::DEFINITION,
    twist::DEFINITION,
    towers::DEFINITION,
    stack::DEFINITION,
    rods::ROD,
    rods::RODS,
];
