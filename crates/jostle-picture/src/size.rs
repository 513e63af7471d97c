//! How large a picture is.

use crate::Error;
use std::fmt;
use std::str::FromStr;

/// Less would hold no legend.
pub(crate) const LEAST_SIDE: u32 = 16;
/// More would not fit the memory of a small machine while it is drawn.
pub(crate) const MOST_SIDE: u32 = 8192;

/// Width and height of a picture in pixels, written `1280x960`.
///
/// ```
/// use jostle_picture::Size;
///
/// assert_eq!("640x480".parse::<Size>()?, Size::new(640, 480)?);
/// assert!(Size::new(0, 480).is_err());
/// # Ok::<(), jostle_picture::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u32,
    height: u32,
}

impl Size {
    /// Refuses what cannot be drawn: sides of less than 16 or more than 8192 pixels.
    pub fn new(width: u32, height: u32) -> Result<Size, Error> {
        let sides = LEAST_SIDE..=MOST_SIDE;
        if sides.contains(&width) && sides.contains(&height) {
            Ok(Size { width, height })
        } else {
            Err(Error::Size { width, height })
        }
    }

    /// Pixels in a row.
    pub fn width(self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(self) -> u32 {
        self.height
    }

    /// Samples along each side of a pixel: as many as memory allows, three at most.
    pub(crate) fn samples(self) -> u32 {
        /// Half a gigabyte of samples.
        const MOST: u64 = 40_000_000;
        let pixels = u64::from(self.width) * u64::from(self.height);
        let side = self.width.max(self.height);
        let fits =
            |n: &u32| pixels * u64::from(n * n) <= MOST && side * n <= jostle::raster::MAX_SIDE;
        [3, 2].into_iter().find(fits).unwrap_or(1)
    }
}

impl Default for Size {
    fn default() -> Size {
        Size { width: 1280, height: 960 }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = Error;

    fn from_str(text: &str) -> Result<Size, Error> {
        let sides = text.split_once(['x', 'X', '×']);
        let side = |text: &str| text.trim().parse::<u32>().ok();
        match sides.and_then(|(width, height)| side(width).zip(side(height))) {
            Some((width, height)) => Size::new(width, height),
            None => Err(Error::Word {
                given: text.to_owned(),
                what: "size",
                choices: "WIDTHxHEIGHT in pixels, for example 1280x960",
            }),
        }
    }
}
