//! Animated GIF: of each frame, only what changed.

use crate::Image;
use crate::palette::Palette;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::borrow::Cow;
use std::io::{self, Write};

/// The index that leaves a pixel as it was; palettes have the others.
const UNCHANGED: u8 = 255;

/// A pattern that spreads the error of a palette evenly, as thresholds from 0 to 15.
const DITHER: [[i32; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// A GIF while it is written.
pub(crate) struct GifFile<W: Write> {
    encoder: Encoder<W>,
    before: Option<Image>,
    /// Hundredths of a second that a frame stays.
    delay: u16,
}

impl<W: Write> GifFile<W> {
    pub fn new(to: W, width: u32, height: u32, delay: u16) -> io::Result<GifFile<W>> {
        // Sizes were checked, and fit.
        let mut encoder = Encoder::new(to, width as u16, height as u16, &[]).map_err(plain)?;
        encoder.set_repeat(Repeat::Infinite).map_err(plain)?;
        Ok(GifFile { encoder, before: None, delay })
    }

    pub fn add(&mut self, image: &Image) -> io::Result<()> {
        let frame = self.frame(image);
        self.encoder.write_frame(&frame).map_err(plain)?;
        self.before = Some(image.clone());
        Ok(())
    }

    /// The smallest box around what changed; one pixel if nothing did, as every frame has its time.
    fn frame(&self, image: &Image) -> Frame<'static> {
        let width = image.width() as usize;
        let changed = |i: usize| {
            self.before.as_ref().is_none_or(|before| before.pixels()[i] != image.pixels()[i])
        };
        let (mut left, mut top, mut right, mut bottom) = (width, usize::MAX, 0, 0);
        for i in (0..image.pixels().len()).filter(|&i| changed(i)) {
            let (x, y) = (i % width, i / width);
            (left, right) = (left.min(x), right.max(x + 1));
            (top, bottom) = (top.min(y), bottom.max(y + 1));
        }
        if right == 0 {
            (left, top, right, bottom) = (0, 0, 1, 1);
        }
        let places = || (top..bottom).flat_map(|y| (left..right).map(move |x| y * width + x));
        let fresh = places().filter(|&i| changed(i)).map(|i| image.pixels()[i]);
        let mut palette = Palette::from_pixels(fresh, UNCHANGED as usize);
        let buffer: Vec<u8> = places()
            .map(|i| {
                if !changed(i) {
                    return UNCHANGED;
                }
                let nudge = DITHER[i / width % 4][i % width % 4] / 3 - 2;
                let dithered =
                    image.pixels()[i].map(|c| (i32::from(c) + nudge).clamp(0, 255) as u8);
                palette.index(dithered)
            })
            .collect();
        let mut colours = palette.colours.concat();
        colours.resize(256 * 3, 0);
        Frame {
            delay: self.delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            palette: Some(colours),
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        }
    }

    /// Writes the end, and gives back what was written to.
    pub fn finish(self) -> io::Result<W> {
        self.encoder.into_inner().map_err(plain)
    }
}

fn plain(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}
