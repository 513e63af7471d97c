//! Pictures of scenes, as arrays and as PNG.

use crate::arrays::numbers;
use crate::collide::Collisions;
use crate::errors::{Answer, Refusal};
use crate::execution::run;
use crate::scene::Scene;
use jostle::candidates::Cancellation;
use jostle_picture::{Image, Lens, Paint, Size, Up, Viewpoint, Zoom};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;

/// A picture: `rgba` is an array of (height, width, 4) bytes, and notebooks show it.
#[pyclass(module = "jostle", frozen)]
pub struct Picture {
    image: Image,
}

#[pymethods]
impl Picture {
    /// Red, green, blue and opacity, row by row from the top, as (height, width, 4).
    #[getter]
    fn rgba(&self, py: Python) -> PyResult<Py<PyArray3<u8>>> {
        let pixels = self.image.pixels().iter();
        let flat: Vec<u8> = pixels.flat_map(|&[r, g, b]| [r, g, b, u8::MAX]).collect();
        let shape = [self.image.height() as usize, self.image.width() as usize, 4];
        Ok(PyArray1::from_vec(py, flat).reshape(shape)?.unbind())
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // It is made anew each time, so it is a copy in any case.
        let _ = copy;
        let rgba = self.rgba(py)?.into_bound(py).into_any();
        match dtype {
            Some(dtype) => rgba.call_method1("astype", (dtype,)),
            None => Ok(rgba),
        }
    }

    /// The picture as PNG.
    fn to_png<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.image.to_png()))
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.to_png(py)
    }

    /// Writes the picture to a file that ends in .png; it appears whole or not at all.
    fn save(&self, py: Python, path: PathBuf) -> PyResult<()> {
        Ok(py.detach(|| self.image.write_png(path).map_err(Refusal::from))?)
    }

    fn __repr__(&self) -> String {
        format!("<jostle.Picture of {} x {} pixels>", self.image.width(), self.image.height())
    }
}

#[pymethods]
impl Scene {
    /// Draws the scene, with what collides in red if `collisions` are given.
    ///
    /// size: (width, height). camera: front, back, left, right, top, bottom, iso, or "azimuth,elevation[,distance]" in
    /// degrees. projection: "perspective" or "orthographic". up: "y" or "z". zoom: "scene", or "collisions" to
    /// come close to them. colour: "colliding", or "pairs" for in how many pairs each element is. values: a number for
    /// each element of the scene, shown as colours, with `values_name` in the legend.
    ///
    /// >>> import jostle
    /// >>> picture = jostle.Scene({"ball": jostle.shapes.icosphere(2)}).picture(size=(160, 120))
    /// >>> picture.rgba.shape
    /// (120, 160, 4)
    #[pyo3(signature = (collisions=None, *, size=(1280, 960), camera=None, projection="perspective", up="z",
        zoom="scene", colour="colliding", values=None, values_name="value", legend=true, caption=None))]
    fn picture(
        &self,
        py: Python,
        collisions: Option<PyRef<Collisions>>,
        size: (u32, u32),
        camera: Option<&str>,
        projection: &str,
        up: &str,
        zoom: &str,
        colour: &str,
        values: Option<Bound<PyAny>>,
        values_name: &str,
        legend: bool,
        caption: Option<String>,
    ) -> PyResult<Picture> {
        let lens = match projection {
            "perspective" => Lens::default(),
            "orthographic" => Lens::Orthographic,
            _ => {
                return Err(Refusal::option(
                    "projection",
                    projection,
                    &["perspective", "orthographic"],
                )
                .into());
            }
        };
        let up = match up {
            "y" => Up::Y,
            "z" => Up::Z,
            _ => return Err(Refusal::option("axis", up, &["y", "z"]).into()),
        };
        let zoom = match zoom {
            "scene" => Zoom::Scene,
            "collisions" => Zoom::Collisions,
            _ => return Err(Refusal::option("zoom", zoom, &["scene", "collisions"]).into()),
        };
        let counts_pairs = match colour {
            "colliding" => false,
            "pairs" => true,
            _ => return Err(Refusal::option("colour", colour, &["colliding", "pairs"]).into()),
        };
        let size = Size::new(size.0, size.1).map_err(Refusal::from)?;
        let viewpoint: Viewpoint = match camera {
            Some(words) => {
                words.parse().map_err(|error: jostle_picture::Error| Refusal::from(error))?
            }
            None => Viewpoint::default(),
        };
        let mut picture = jostle_picture::Picture::default()
            .size(size)
            .viewpoint(viewpoint)
            .lens(lens)
            .up(up)
            .zoom(zoom)
            .legend(legend);
        if let Some(caption) = caption {
            picture = picture.caption(caption);
        }
        let values_name = values_name.to_owned();
        let values = values.map(|own| numbers(&own, "values")).transpose()?;
        let values = values.map(|own| own.as_slice().map(<[f64]>::to_vec));
        let values = values.transpose().map_err(|error| Refusal::array(error.to_string()))?;
        let found = collisions.map(|own| own.found.clone());
        // Drawing takes a while, and the scene may go on meanwhile.
        let scene = self.with(py, |state| Ok(state.scene.clone()))?;
        let image = run(py, None, &Cancellation::new(), move || -> Answer<Image> {
            let elements = scene.element_count();
            let mut paint = match &found {
                None => Paint::plain(),
                Some(found) => {
                    check_collisions(found, elements)?;
                    match counts_pairs && !found.pairs().is_empty() {
                        true => Paint::pairs(&scene, found),
                        false => Paint::collisions(&scene, found),
                    }
                }
            };
            if let Some(values) = values {
                paint.values = Paint::values(values_name, values).values;
            }
            Ok(picture.draw(&scene, &paint)?)
        })??;
        Ok(Picture { image })
    }
}

/// Refuses collisions of another scene.
fn check_collisions(found: &jostle::Collisions, elements: usize) -> Answer<()> {
    let given = found.statistics().elements;
    if given == elements as u64 {
        return Ok(());
    }
    let message = format!(
        "these collisions are of a scene of {given} elements, and this one has {elements}; ask it for its own"
    );
    Err(Refusal::new("PictureError", message))
}
