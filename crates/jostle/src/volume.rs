//! Volumes of solid objects, and what two of them have in common.

#[doc(inline)]
pub use jostle_distance::volume::{
    Overlap, VolumeError, of, of_in, overlap, overlap_in, overlaps, overlaps_in,
};

/// Volumes by layered depth images: what objects share, alone and together, at a resolution.
pub mod layered {
    #[doc(inline)]
    pub use jostle_distance::volume::layered::{
        ColumnSpans, CubeMeasure, Layer, LayerGenerator, LayerInput, LayerTriangle, LayeredCube,
        LayeredError, LayeredImage, LayeredQuery, LayeredWorkspace, Layers, MAX_RESOLUTION,
        Measure, PairOverlap, PixelGrid, Region, SelfIntersection, SoftwareGenerator, Solid, Span,
        ViewAxis,
    };
}
