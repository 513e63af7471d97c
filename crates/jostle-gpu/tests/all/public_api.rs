//! The public items are those of `public-api.txt`: a change of what the crate offers is seen in review.

use jostle_testing::public_api::check_public_api;
use std::path::Path;

#[test]
fn public_items_are_those_on_record() {
    check_public_api("jostle-gpu", Path::new(env!("CARGO_MANIFEST_DIR")), &[]);
}
