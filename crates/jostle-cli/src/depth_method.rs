//! `--method` of `jostle depth` and `jostle sim`: how depths are computed.

use clap::ValueEnum;
use jostle::contact::DepthMethod;

/// The ways to measure depths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DepthMethodName {
    /// From where edges cross the surface, propagated inward
    Consistent,
    /// The same, corrected by the normal where the direction leads
    Refined,
    /// From the closest point of the surface, each vertex for itself
    Closest,
}

impl From<DepthMethodName> for DepthMethod {
    fn from(name: DepthMethodName) -> DepthMethod {
        match name {
            DepthMethodName::Consistent => DepthMethod::Consistent,
            DepthMethodName::Refined => DepthMethod::Refined,
            DepthMethodName::Closest => DepthMethod::Closest,
        }
    }
}
