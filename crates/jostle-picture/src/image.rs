//! A picture as pixels.

use crate::Error;
use jostle_support::files::NewFile;
use std::io::{self, Write};
use std::path::Path;

/// Red, green and blue, from the upper left corner, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 3]>,
}

impl Image {
    pub(crate) fn new(width: u32, height: u32, pixels: Vec<[u8; 3]>) -> Image {
        debug_assert_eq!(pixels.len(), width as usize * height as usize);
        Image { width, height, pixels }
    }

    /// Pixels in a row.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All pixels.
    pub fn pixels(&self) -> &[[u8; 3]] {
        &self.pixels
    }

    /// One pixel, if there is one.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 3]> {
        (x < self.width && y < self.height).then(|| self.pixels[self.place(x, y)])
    }

    fn place(&self, x: u32, y: u32) -> usize {
        y as usize * self.width as usize + x as usize
    }

    /// Lays a colour over a pixel; outside of the image nothing happens.
    pub(crate) fn blend(&mut self, x: i64, y: i64, colour: [u8; 3], opacity: f32) {
        if (0..i64::from(self.width)).contains(&x) && (0..i64::from(self.height)).contains(&y) {
            let place = self.place(x as u32, y as u32);
            for (old, new) in self.pixels[place].iter_mut().zip(colour) {
                let mixed = f32::from(*old) + (f32::from(new) - f32::from(*old)) * opacity;
                *old = mixed.round() as u8;
            }
        }
    }

    /// The image as PNG.
    pub fn to_png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.encode(&mut bytes).expect("memory takes all that is written");
        bytes
    }

    /// Whether a picture can be written there: the name ends in `.png`, and the folder takes it. Changes nothing.
    pub fn check_path(path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        Image::check_extension(path)?;
        // It is gone again, because it is not finished.
        let file = NewFile::create(path);
        file.map(drop).map_err(|source| Error::Write { file: path.display().to_string(), source })
    }

    fn check_extension(path: &Path) -> Result<(), Error> {
        match path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
            true => Ok(()),
            false => {
                let (file, what) = (path.display().to_string(), "pictures");
                Err(Error::Extension { file, what, extension: ".png" })
            }
        }
    }

    /// Writes the image as PNG to a file that ends in `.png`; it appears whole or not at all.
    pub fn write_png(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        Image::check_extension(path)?;
        let write = || {
            let mut file = NewFile::create(path)?;
            self.encode(&mut file)?;
            file.finish()
        };
        write().map_err(|source| Error::Write { file: path.display().to_string(), source })
    }

    fn encode(&self, to: &mut impl Write) -> io::Result<()> {
        let mut encoder = png::Encoder::new(to, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.pixels.as_flattened())?;
        Ok(writer.finish()?)
    }
}
