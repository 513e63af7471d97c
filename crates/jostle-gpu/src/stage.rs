//! The stages of a frame.

/// The stages of a frame, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Positions as the kernels take them; boxes of elements and clusters; stars of tetrahedra.
    Boxes,
    /// Stars of triangles.
    Stars,
    /// Boxes of level 1 and level 2 nodes, and pairs of these that overlap.
    Nodes,
    /// Pairs of clusters with overlapping boxes.
    ClusterPairs,
    /// Pairs of elements with overlapping boxes that no star excludes.
    Candidates,
    /// Verdicts in `f32`.
    NarrowF32,
    /// Verdicts in `f64`, for what `f32` was unsure of; for all candidates with
    /// [`Precision::F64`](crate::Precision::F64).
    NarrowF64,
    /// Pairs in order.
    Sort,
}

impl Stage {
    /// All of them.
    pub const ALL: [Stage; 8] = [
        Stage::Boxes,
        Stage::Stars,
        Stage::Nodes,
        Stage::ClusterPairs,
        Stage::Candidates,
        Stage::NarrowF32,
        Stage::NarrowF64,
        Stage::Sort,
    ];

    /// What it is called in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Boxes => "boxes",
            Stage::Stars => "stars",
            Stage::Nodes => "nodes",
            Stage::ClusterPairs => "cluster pairs",
            Stage::Candidates => "candidates",
            Stage::NarrowF32 => "narrow f32",
            Stage::NarrowF64 => "narrow f64",
            Stage::Sort => "sort",
        }
    }
}
