//! The stages of a frame.

/// The stages of a frame, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameStage {
    /// Clusters and links, where the topology is new.
    Topology,
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

impl FrameStage {
    /// All of them.
    pub const ALL: [FrameStage; 9] = [
        FrameStage::Topology,
        FrameStage::Boxes,
        FrameStage::Stars,
        FrameStage::Nodes,
        FrameStage::ClusterPairs,
        FrameStage::Candidates,
        FrameStage::NarrowF32,
        FrameStage::NarrowF64,
        FrameStage::Sort,
    ];

    /// What it is called in reports.
    pub const fn name(self) -> &'static str {
        match self {
            FrameStage::Topology => "topology",
            FrameStage::Boxes => "boxes",
            FrameStage::Stars => "stars",
            FrameStage::Nodes => "nodes",
            FrameStage::ClusterPairs => "cluster pairs",
            FrameStage::Candidates => "candidates",
            FrameStage::NarrowF32 => "narrow f32",
            FrameStage::NarrowF64 => "narrow f64",
            FrameStage::Sort => "sort",
        }
    }
}
