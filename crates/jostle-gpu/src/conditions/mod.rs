//! The conditions of the kernels' proofs, each with a change of one WGSL file that takes it out.
//!
//! A check runs functions of the kernels on many cases and compares all they say with exact arithmetic. With
//! the files as they are nothing is wrong, on any device; with the one change something is, in software. So
//! every condition is known to be needed, and known to be tested. docs/conditions.md says what theorem each
//! belongs to, and which were found to be implied by others.

mod cases;
mod checks;
mod test_device;

use crate::shader_sources::Source;
use checks::Check;
use test_device::{Real, TestDevice};

/// A condition of a proof.
#[derive(Debug)]
struct Condition {
    name: &'static str,
    /// The file that it is in, the text that it is, and the text without it.
    file: &'static str,
    text: &'static str,
    replacement: &'static str,
    /// The check that notices.
    check: Check,
}

macro_rules! conditions {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident: $file:literal, $text:literal => $replacement:literal, $check:expr;
    )+) => {
        const CONDITIONS: &[Condition] = &[$(Condition {
            name: stringify!($name),
            file: concat!($file, ".wgsl"),
            text: $text,
            replacement: $replacement,
            check: $check,
        }),+];
    };
}

conditions! {
    /// The error bound of determinants of a pair: rounding, ...
    GpuDeterminantBoundF32: "error_bound",
        "DETERMINANT_ERROR * (areas.x * size.x) + " => "", Check::Signs(Real::F32);
    GpuDeterminantBoundF64: "error_bound",
        "DETERMINANT_ERROR * (areas.x * size.x) + " => "", Check::Signs(Real::F64);
    /// ... and position errors.
    GpuDeterminantOff: "error_bound",
        "let off_volume = real(16.0) * dot_product(areas, off);"
            => "let off_volume = real(0.0);", Check::Signs(Real::F32);
    /// Products of a pair's extents do not underflow, ...
    GpuPairMinExtentF32: "error_bound",
        "all(size >= real3(MIN_EXTENT)) && " => "", Check::Signs(Real::F32);
    GpuPairMinExtentF64: "error_bound",
        "all(size >= real3(MIN_EXTENT)) && " => "", Check::Signs(Real::F64);
    /// ... nor overflow, ...
    GpuPairMaxExtentF32: "error_bound",
        " && all(size <= real3(MAX_EXTENT))" => "", Check::Signs(Real::F32);
    GpuPairMaxExtentF64: "error_bound",
        " && all(size <= real3(MAX_EXTENT))" => "", Check::Signs(Real::F64);
    /// ... nor do those with position errors.
    GpuPairExtentHasOff: "error_bound",
        "high - low + real(4.0) * off" => "high - low", Check::Signs(Real::F32);
    /// The error bound of areas: rounding, ...
    GpuAreaBoundF32: "separating_line",
        "DETERMINANT_ERROR * (size.x * size.y) + " => "", Check::Areas(Real::F32);
    GpuAreaBoundF64: "separating_line",
        "DETERMINANT_ERROR * (size.x * size.y) + " => "", Check::Areas(Real::F64);
    /// ... and position errors.
    GpuAreaOff: "separating_line",
        "let off_area = real(16.0) * (size.x * off.y + size.y * off.x);"
            => "let off_area = real(0.0);", Check::Areas(Real::F32);
    /// Products of two extents do not underflow, ...
    GpuAreaMinExtentF32: "separating_line",
        "all(size >= vec2<real>(MIN_EXTENT)) && " => "", Check::Areas(Real::F32);
    GpuAreaMinExtentF64: "separating_line",
        "all(size >= vec2<real>(MIN_EXTENT)) && " => "", Check::Areas(Real::F64);
    /// ... nor overflow.
    GpuAreaMaxExtentF32: "separating_line",
        " && all(size <= vec2<real>(MAX_EXTENT))" => "", Check::Areas(Real::F32);
    GpuAreaMaxExtentF64: "separating_line",
        " && all(size <= vec2<real>(MAX_EXTENT))" => "", Check::Areas(Real::F64);
    /// The error bound of turns in a star of triangles: rounding, ...
    GpuStarTurnBoundF32: "stars_surface",
        "STAR_ERROR * dot_product(an, areas) + " => "", Check::SurfaceStars(Real::F32);
    GpuStarTurnBoundF64: "stars_surface",
        "STAR_ERROR * dot_product(an, areas) + " => "", Check::SurfaceStars(Real::F64);
    /// ... position errors, ...
    GpuStarTurnOff: "stars_surface",
        "let turn_off = real(8.0) * dot_product(an, off_areas);"
            => "let turn_off = real(0.0);", Check::SurfaceStars(Real::F32);
    /// ... and underflow.
    GpuStarTurnUnderflowF32: "stars_surface",
        " + STAR_TURN_UNDERFLOW" => "", Check::SurfaceStars(Real::F32);
    GpuStarTurnUnderflowF64: "stars_surface",
        " + STAR_TURN_UNDERFLOW" => "", Check::SurfaceStars(Real::F64);
    /// The error bound of sides in a star of triangles: rounding, ...
    GpuStarSideBoundF32: "stars_surface",
        "STAR_ERROR * dot_product(across_size, size) + " => "", Check::SurfaceStars(Real::F32);
    GpuStarSideBoundF64: "stars_surface",
        "STAR_ERROR * dot_product(across_size, size) + " => "", Check::SurfaceStars(Real::F64);
    /// ... position errors, ...
    GpuStarSideOff: "stars_surface",
        "let side_off = real(8.0) * dot_product(across_size, off);"
            => "let side_off = real(0.0);", Check::SurfaceStars(Real::F32);
    /// ... and underflow.
    GpuStarSideUnderflowF32: "stars_surface",
        " + STAR_SIDE_UNDERFLOW" => "", Check::SurfaceStars(Real::F32);
    GpuStarSideUnderflowF64: "stars_surface",
        " + STAR_SIDE_UNDERFLOW" => "", Check::SurfaceStars(Real::F64);
    /// Edges of a star of triangles are not so long that products overflow.
    GpuStarReachF32: "stars_surface",
        "view.fits = all(size <= real3(STAR_MAX_EXTENT));"
            => "view.fits = true;", Check::SurfaceStars(Real::F32);
    GpuStarReachF64: "stars_surface",
        "view.fits = all(size <= real3(STAR_MAX_EXTENT));"
            => "view.fits = true;", Check::SurfaceStars(Real::F64);
    /// A ring of triangles winds once, and a fan less than once.
    GpuStarWindsOnce: "stars_surface",
        "return covered == select(0u, 1u, view.is_ring);" => "return true;", Check::SurfaceStars(Real::F32);
    /// The error bound of the volume of a tetrahedron in a star.
    GpuVolumeStarVolumeBoundF32: "stars_volume",
        "!(volume > volume_bound)" => "!(volume > real(0.0))", Check::VolumeStars(Real::F32);
    GpuVolumeStarVolumeBoundF64: "stars_volume",
        "!(volume > volume_bound)" => "!(volume > real(0.0))", Check::VolumeStars(Real::F64);
    /// Extents of a tetrahedron in a star are in range.
    GpuVolumeStarRangeF32: "stars_volume",
        "volume_bound < real(0.0) || " => "", Check::VolumeStars(Real::F32);
    GpuVolumeStarRangeF64: "stars_volume",
        "volume_bound < real(0.0) || " => "", Check::VolumeStars(Real::F64);
    /// The error bound of a direction's flux through the faces of a tetrahedron in a star: rounding, ...
    GpuVolumeStarFluxBoundF32: "stars_volume",
        "STAR_ERROR * (areas.x + areas.y + areas.z) + " => "", Check::VolumeStars(Real::F32);
    GpuVolumeStarFluxBoundF64: "stars_volume",
        "STAR_ERROR * (areas.x + areas.y + areas.z) + " => "", Check::VolumeStars(Real::F64);
    /// ... and position errors.
    GpuVolumeStarFluxOff: "stars_volume",
        "let flux_off = real(8.0) * (off_areas.x + off_areas.y + off_areas.z);"
            => "let flux_off = real(0.0);", Check::VolumeStars(Real::F32);
    /// Nothing is decided of pairs whose extents are out of range: of triangles, ...
    GpuTrianglesFitF32: "narrow_triangles",
        "if bound >= real(0.0) {" => "if true {", Check::Triangles(Real::F32);
    GpuTrianglesFitF64: "narrow_triangles",
        "if bound >= real(0.0) {" => "if true {", Check::Triangles(Real::F64);
    /// ... of tetrahedra, ...
    GpuTetrahedraFitF32: "narrow_tetrahedra",
        "if bound < real(0.0) {" => "if false {", Check::Tetrahedra(Real::F32);
    GpuTetrahedraFitF64: "narrow_tetrahedra",
        "if bound < real(0.0) {" => "if false {", Check::Tetrahedra(Real::F64);
    /// ... of a triangle and a tetrahedron, ...
    GpuTriangleTetrahedronFitF32: "narrow_triangle_tetrahedron",
        "if bound < real(0.0) {" => "if false {", Check::TriangleTetrahedron(Real::F32);
    GpuTriangleTetrahedronFitF64: "narrow_triangle_tetrahedron",
        "if bound < real(0.0) {" => "if false {", Check::TriangleTetrahedron(Real::F64);
    /// ... and of triangles in a coordinate plane.
    GpuLineFitsF32: "separating_line",
        "if bound >= real(0.0) {" => "if true {", Check::Triangles(Real::F32);
    GpuLineFitsF64: "separating_line",
        "if bound >= real(0.0) {" => "if true {", Check::Triangles(Real::F64);
    /// An edge separates only if its own triangle is certainly on one side.
    GpuLineOwnSide: "separating_line",
        "own != 0 && " => "", Check::Triangles(Real::F32);
    /// Coordinates in `f64` are so small that their differences do not overflow.
    GpuPositionLimit: "real_f64",
        "clamp(p, real3(-POSITION_LIMIT), real3(POSITION_LIMIT))" => "p", Check::Signs(Real::F64);
    /// Hi parts are subtracted before lo parts are added: compilers may not do what is put here instead.
    GpuPositionOrder: "real_f32",
        "opaque_value(hi(vertex) - hi(origin)) + opaque_value(lo(vertex) - lo(origin))"
            => "(hi(vertex) + lo(vertex)) - (hi(origin) + lo(origin))", Check::Signs(Real::F32);
    GpuBoxPositionOrder: "real_f32",
        "opaque_value(hi(vertex) - centre) + lo(vertex)"
            => "(hi(vertex) + lo(vertex)) - centre", Check::Boxes(Real::F32);
    /// Hi and lo parts do not hold all bits, ...
    GpuPositionError: "real_f32",
        "abs(hi(origin)) * 1.1368683772161603e-13" => "abs(hi(origin)) * 0.0", Check::Signs(Real::F32);
    /// ... and may be lost if they are next to zero.
    GpuPositionUnderflow: "real_f32",
        " + 7.888609052210118e-31;" => ";", Check::Boxes(Real::F32);
    /// The margin of boxes.
    GpuBoxMargin: "real_f32",
        "abs(p) * 4.76837158203125e-7 + " => "", Check::Boxes(Real::F32);
    /// Corners of boxes are finite.
    GpuBoxLimit: "real_f64",
        "clamp(p, vec3<f64>(-F32_LIMIT), vec3<f64>(F32_LIMIT))" => "p", Check::Boxes(Real::F64);
    /// Zero has one place in the order of corners of boxes.
    GpuBoxZero: "cluster_boxes",
        "select(bitcast<vec3<i32>>(x), vec3<i32>(0), is_zero)"
            => "bitcast<vec3<i32>>(x)", Check::Boxes(Real::F64);
    /// Negative numbers are in the order of the others.
    GpuBoxOrder: "cluster_boxes",
        "bits ^ ((bits >> vec3<u32>(31u)) & vec3<i32>(0x7fffffff))" => "bits", Check::Boxes(Real::F64);
    /// Hi parts are so small that their differences do not overflow: of coordinates in `f64`, ...
    GpuHiLimitF64: "f64_to_hi_lo",
        "clamp(input[at], -F32_LIMIT, F32_LIMIT)" => "input[at]", Check::HiLo(Real::F64);
    /// ... and in `f32`.
    GpuHiLimitF32: "f32_to_hi_lo",
        "clamp(x, -F32_LIMIT, F32_LIMIT)" => "x", Check::HiLo(Real::F32);
}

/// The text of a file, with the change that takes a condition out if it is there.
fn text_without(condition: Option<&Condition>, source: &Source) -> String {
    match condition.filter(|condition| condition.file == source.0) {
        Some(condition) => source.1.replace(condition.text, condition.replacement),
        None => source.1.to_owned(),
    }
}

#[test]
fn every_condition_is_needed() {
    let device = TestDevice::new();
    let all = [
        Check::Signs,
        Check::Areas,
        Check::SurfaceStars,
        Check::VolumeStars,
        Check::Triangles,
        Check::Tetrahedra,
        Check::TriangleTetrahedron,
        Check::Boxes,
        Check::HiLo,
    ];
    let mut failures = Vec::new();
    for check in all.iter().flat_map(|check| [Real::F32, Real::F64].map(check)) {
        if !device.has(check.real()) {
            println!("{check}: the device has no f64");
            continue;
        }
        let sources = check.sources();
        let cases = check.cases();
        if let Some(wrong) = check.first_wrong(&device, &cases, None) {
            failures.push(format!("{check}: {wrong}"));
        }
        for condition in CONDITIONS.iter().filter(|condition| condition.check == check) {
            let file = sources.iter().find(|source| source.0 == condition.file);
            let text = file.expect("a file of the check").1;
            assert_eq!(text.matches(condition.text).count(), 1, "{}", condition.name);
            match check.first_wrong(&device, &cases, Some(condition)) {
                Some(_) => println!("{}: {check}", condition.name),
                // What rounding and underflow take is another number on each device.
                None if !device.is_software() => {
                    println!("{} is not needed by {check} on this device", condition.name);
                }
                None => failures.push(format!("{} is not needed by {check}", condition.name)),
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn every_condition_is_explained() {
    let page = include_str!("../../../../docs/conditions.md");
    for condition in CONDITIONS {
        assert!(page.contains(&format!("`{}`", condition.name)), "{}", condition.name);
        assert!(page.contains(&format!("`{}`", condition.check)), "{}", condition.check);
    }
}
