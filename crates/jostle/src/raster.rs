//! Cameras, and scan conversion of triangles to pixels; colours are up to the caller.

#[doc(inline)]
pub use jostle_geometry::raster::{
    BAND_ROWS, Camera, CameraAngles, EdgeFunction, Fragment, Lens, MAX_SIDE, Projection, SUBPIXELS,
    ScreenTriangle, Up, View, ViewError, scan,
};
