//! The oracle itself is tested: by worked examples, against an enumeration of all basic solutions, and
//! that the generators of configurations give what they promise.

mod agreement_with_enumeration;
mod case_generators;
mod enumeration;
mod first_contact_examples;
mod first_contact_properties;
mod worked_examples;
