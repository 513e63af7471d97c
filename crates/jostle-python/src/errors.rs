//! The library's errors as Python's exceptions: the classes of `jostle._errors`, with the library's messages.

use jostle::candidates::{FeatureSearchError, MotionError};
use jostle::collide::ReservationError;
use jostle::contact::{DepthError, NearError};
use jostle::distance::{DistanceError, SceneTreeError};
use jostle::impact::ImpactError;
use jostle::session::DeviceError;
use jostle::volume::VolumeError;
use jostle::volume::layered::LayeredError;
use jostle::{MeshError, ObjectId, QueryError, SceneError};
use pyo3::prelude::*;

/// Why a call is refused, on its way to Python; made without Python, so that other threads can.
#[derive(Debug)]
pub struct Refusal(Box<Parts>);

#[derive(Debug, Default)]
struct Parts {
    /// A class of `jostle._errors`.
    class: &'static str,
    message: String,
    object: Option<usize>,
    name: Option<String>,
    element: Option<usize>,
    vertex: Option<usize>,
}

pub type Answer<T> = Result<T, Refusal>;

impl Refusal {
    pub fn new(class: &'static str, message: impl Into<String>) -> Refusal {
        Refusal(Box::new(Parts { class, message: message.into(), ..Parts::default() }))
    }

    /// An array that is not what was asked for.
    pub fn array(message: impl Into<String>) -> Refusal {
        Refusal::new("ArrayError", message)
    }

    /// An option that there is not.
    pub fn option(what: &str, given: &str, choices: &[&str]) -> Refusal {
        let choices = choices.join("', '");
        Refusal::new("QueryError", format!("there is no {what} '{given}'; there are '{choices}'"))
    }

    fn object(mut self, object: ObjectId, name: &str) -> Refusal {
        self.0.object = Some(object.index());
        self.0.name = Some(name.to_owned());
        self
    }

    pub fn element(mut self, element: usize) -> Refusal {
        self.0.element = Some(element);
        self
    }

    pub fn vertex(mut self, vertex: usize) -> Refusal {
        self.0.vertex = Some(vertex);
        self
    }

    /// The same as another class of exceptions.
    pub fn of(mut self, class: &'static str) -> Refusal {
        self.0.class = class;
        self
    }
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> PyErr {
        let Parts { class, message, object, name, element, vertex } = *refusal.0;
        // What the library would do it with, and Python has not.
        let message = message.replace(" (`without_collapsed` does)", "");
        let make = |py: Python| -> PyResult<PyErr> {
            let exception = py.import("jostle._errors")?.getattr(class)?.call1((message,))?;
            exception.setattr("object", object)?;
            exception.setattr("name", name)?;
            exception.setattr("element", element)?;
            exception.setattr("vertex", vertex)?;
            Ok(PyErr::from_value(exception))
        };
        Python::attach(|py| make(py).unwrap_or_else(|error| error))
    }
}

impl From<MeshError> for Refusal {
    fn from(error: MeshError) -> Refusal {
        let refusal = Refusal::new("MeshError", error.to_string());
        match error {
            MeshError::NonFinite { vertex, .. } => refusal.vertex(vertex),
            MeshError::BadIndex { element, vertex, .. }
            | MeshError::RepeatedVertex { element, vertex, .. } => {
                refusal.element(element).vertex(vertex as usize)
            }
            MeshError::TooMany { .. } => refusal,
        }
    }
}

impl From<SceneError> for Refusal {
    fn from(error: SceneError) -> Refusal {
        let message = error.to_string();
        match error {
            SceneError::Mesh { object, name, source } => {
                let mut refusal = Refusal::from(source).object(object, &name);
                refusal.0.message = message;
                refusal
            }
            SceneError::NoSuchObject { object, .. } => {
                let mut refusal = Refusal::new("SceneError", message);
                refusal.0.object = Some(object.index());
                refusal
            }
            SceneError::WrongVertexCount { object, name, .. }
            | SceneError::Removed { object, name }
            | SceneError::BadTransform { object, name }
            | SceneError::TooMany { object, name, .. } => {
                Refusal::new("SceneError", message).object(object, &name)
            }
        }
    }
}

impl From<QueryError> for Refusal {
    fn from(error: QueryError) -> Refusal {
        match error {
            QueryError::Scene(error) => error.into(),
            QueryError::Device(error) => error.into(),
            QueryError::NoSuchElement { element, .. } => {
                Refusal::new("QueryError", error.to_string()).element(element.index())
            }
            error => Refusal::new("QueryError", error.to_string()),
        }
    }
}

impl From<DeviceError> for Refusal {
    fn from(error: DeviceError) -> Refusal {
        Refusal::new("GpuError", error.to_string())
    }
}

impl From<jostle_gpu::GpuError> for Refusal {
    fn from(error: jostle_gpu::GpuError) -> Refusal {
        QueryError::from(error).into()
    }
}

impl From<MotionError> for Refusal {
    fn from(error: MotionError) -> Refusal {
        let refusal = Refusal::new("ImpactError", error.to_string());
        match error {
            MotionError::NonFinite { vertex, .. } => refusal.vertex(vertex),
            _ => refusal,
        }
    }
}

impl From<FeatureSearchError> for Refusal {
    fn from(error: FeatureSearchError) -> Refusal {
        match error {
            FeatureSearchError::Motion(error) => error.into(),
            FeatureSearchError::Scene(error) => error.into(),
            error => Refusal::new("QueryError", error.to_string()),
        }
    }
}

impl From<ImpactError> for Refusal {
    fn from(error: ImpactError) -> Refusal {
        match error {
            ImpactError::Query(error) => error.into(),
            ImpactError::Motion(error) => error.into(),
            error => Refusal::new("ImpactError", error.to_string()),
        }
    }
}

impl From<VolumeError> for Refusal {
    fn from(error: VolumeError) -> Refusal {
        let refusal = Refusal::new("VolumeError", error.to_string());
        match error {
            VolumeError::Query(error) => error.into(),
            VolumeError::Empty { object, name }
            | VolumeError::Same { object, name }
            | VolumeError::Open { object, name, .. }
            | VolumeError::NotOriented { object, name, .. } => refusal.object(object, &name),
        }
    }
}

impl From<LayeredError> for Refusal {
    fn from(error: LayeredError) -> Refusal {
        match error {
            LayeredError::Scene(error) => error.into(),
            LayeredError::Query(error) => error.into(),
            LayeredError::Device(error) => error.into(),
            error => Refusal::new("VolumeError", error.to_string()),
        }
    }
}

impl From<DistanceError> for Refusal {
    fn from(error: DistanceError) -> Refusal {
        let refusal = Refusal::new("DistanceError", error.to_string());
        match error {
            DistanceError::Query(error) => error.into(),
            DistanceError::Empty { object, name } | DistanceError::Same { object, name } => {
                refusal.object(object, &name)
            }
            _ => refusal,
        }
    }
}

impl From<jostle::convex::ConvexError> for Refusal {
    fn from(error: jostle::convex::ConvexError) -> Refusal {
        Refusal::new("QueryError", error.to_string())
    }
}

impl From<SceneTreeError> for Refusal {
    fn from(error: SceneTreeError) -> Refusal {
        match error {
            SceneTreeError::Scene(error) => error.into(),
            SceneTreeError::Query(error) => error.into(),
            error => Refusal::new("QueryError", error.to_string()),
        }
    }
}

impl From<NearError> for Refusal {
    fn from(error: NearError) -> Refusal {
        match error {
            NearError::Query(error) => error.into(),
            NearError::Rest(error) => Refusal::from(error).of("ContactError"),
            error => Refusal::new("ContactError", error.to_string()),
        }
    }
}

impl From<DepthError> for Refusal {
    fn from(error: DepthError) -> Refusal {
        match error {
            DepthError::Query(error) => error.into(),
            DepthError::Surface(error) => Refusal::from(error).of("ContactError"),
            error => Refusal::new("ContactError", error.to_string()),
        }
    }
}

impl From<ReservationError> for Refusal {
    fn from(error: ReservationError) -> Refusal {
        Refusal::new("QueryError", error.to_string())
    }
}

impl From<jostle_io::Error> for Refusal {
    fn from(error: jostle_io::Error) -> Refusal {
        Refusal::new("FileError", error.to_string())
    }
}

impl From<jostle_picture::Error> for Refusal {
    fn from(error: jostle_picture::Error) -> Refusal {
        match error {
            jostle_picture::Error::Scene(error) => error.into(),
            error => Refusal::new("PictureError", error.to_string()),
        }
    }
}

impl From<jostle_scenes::Error> for Refusal {
    fn from(error: jostle_scenes::Error) -> Refusal {
        match error {
            jostle_scenes::Error::Scene(error) => error.into(),
            jostle_scenes::Error::File(error) => error.into(),
            error => Refusal::new("SceneError", error.to_string()),
        }
    }
}

impl From<jostle_sim::SimError> for Refusal {
    fn from(error: jostle_sim::SimError) -> Refusal {
        use jostle_sim::SimError;
        match error {
            SimError::Mesh { ref source, .. } => {
                let mut refusal = Refusal::from(source.clone());
                refusal.0.message = error.to_string();
                refusal
            }
            SimError::Scene(error) => error.into(),
            SimError::Query(error) => error.into(),
            SimError::Depth(error) => error.into(),
            SimError::Near(error) => error.into(),
            SimError::Impact(error) => error.into(),
            SimError::Tree(error) => error.into(),
            SimError::Convex(error) => error.into(),
            error => Refusal::new("SimError", error.to_string()),
        }
    }
}

impl From<jostle_sim::SceneFileError> for Refusal {
    fn from(error: jostle_sim::SceneFileError) -> Refusal {
        match error {
            jostle_sim::SceneFileError::Unreadable { .. } => {
                Refusal::new("FileError", error.to_string())
            }
            error => Refusal::new("SimError", error.to_string()),
        }
    }
}

impl From<jostle_sim::recording::RecordingError> for Refusal {
    fn from(error: jostle_sim::recording::RecordingError) -> Refusal {
        Refusal::new("RecordingError", error.to_string())
    }
}
