//! Where a picture is taken from, in words.

use crate::Error;
use std::str::FromStr;

/// Where a picture is taken from: a side by its name, or angles.
///
/// ```
/// use jostle_picture::Viewpoint;
///
/// assert_eq!("top".parse::<Viewpoint>()?, Viewpoint::new(0.0, 90.0));
/// assert_eq!("30,-10,2".parse::<Viewpoint>()?, Viewpoint::new(30.0, -10.0).distance(2.0));
/// assert!("somewhere".parse::<Viewpoint>().unwrap_err().to_string().contains("front, back"));
/// # Ok::<(), jostle_picture::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewpoint {
    /// Degrees around the scene; 0 is the front, with x to the right, and 90 the right side.
    pub azimuth: f64,
    /// Degrees above the horizon.
    pub elevation: f64,
    /// Distance by that from which the scene just fits.
    pub distance: f64,
}

/// The sides that have names, with azimuth and elevation.
const NAMES: [(&str, f64, f64); 7] = [
    ("front", 0.0, 0.0),
    ("back", 180.0, 0.0),
    ("left", -90.0, 0.0),
    ("right", 90.0, 0.0),
    ("top", 0.0, 90.0),
    ("bottom", 0.0, -90.0),
    // The angles at which the three axes have the same length in the image.
    ("iso", 45.0, 35.264_389_682_754_654),
];

impl Viewpoint {
    /// From these angles in degrees, just far enough.
    pub fn new(azimuth: f64, elevation: f64) -> Viewpoint {
        Viewpoint { azimuth, elevation, distance: 1.0 }
    }

    /// From so many times the distance.
    pub fn distance(self, distance: f64) -> Viewpoint {
        Viewpoint { distance, ..self }
    }
}

impl Default for Viewpoint {
    /// From the front, a little to the right and from above.
    fn default() -> Viewpoint {
        Viewpoint::new(25.0, 22.0)
    }
}

impl FromStr for Viewpoint {
    type Err = Error;

    fn from_str(text: &str) -> Result<Viewpoint, Error> {
        if let Some((_, azimuth, elevation)) = NAMES.iter().find(|(name, ..)| *name == text) {
            return Ok(Viewpoint::new(*azimuth, *elevation));
        }
        let numbers: Option<Vec<f64>> =
            text.split(',').map(|word| word.trim().parse().ok()).collect();
        let viewpoint = match numbers.as_deref() {
            Some(&[azimuth, elevation]) => Some(Viewpoint::new(azimuth, elevation)),
            Some(&[azimuth, elevation, distance]) => {
                Some(Viewpoint { azimuth, elevation, distance })
            }
            _ => None,
        };
        let usable = |v: &Viewpoint| {
            v.azimuth.is_finite()
                && (-90.0..=90.0).contains(&v.elevation)
                && (0.01..=1000.0).contains(&v.distance)
        };
        viewpoint.filter(usable).ok_or_else(|| Error::Word {
            given: text.to_owned(),
            what: "camera",
            choices: "front, back, left, right, top, bottom, iso, or \
                      AZIMUTH,ELEVATION[,DISTANCE]: degrees, the elevation -90 to 90, and the \
                      distance 0.01 to 1000 times the one that just fits",
        })
    }
}
