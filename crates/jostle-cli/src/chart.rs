//! Axes and plots of SVG charts: scales, ticks and labels.

use std::fmt::Write;

/// A linear or logarithmic axis.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    low: f64,
    high: f64,
    log: bool,
}

/// Beyond this ratio, small values would vanish on a linear axis.
const TOO_WIDE: f64 = 40.0;

impl Axis {
    /// An axis from zero to the highest value, to the next round number.
    pub fn from_zero(values: impl IntoIterator<Item = f64>) -> Axis {
        let most = values.into_iter().fold(0.0, f64::max);
        let step = step_for(most);
        let high = if most > 0.0 { (most / step).ceil() * step } else { 1.0 };
        Axis { low: 0.0, high, log: false }
    }

    /// An axis from one number to another.
    pub fn between(low: f64, high: f64) -> Axis {
        Axis { low, high: if high > low { high } else { low + 1.0 }, log: false }
    }

    /// An axis for times: logarithmic where typical values are far apart, from zero otherwise.
    /// `typical` has one value for each series.
    pub fn for_times(
        values: impl IntoIterator<Item = f64>,
        typical: impl IntoIterator<Item = f64>,
    ) -> Axis {
        let typical: Vec<f64> = typical.into_iter().filter(|&value| value > 0.0).collect();
        let (least, most) =
            typical.iter().fold((f64::INFINITY, 0.0), |(l, h), &v| (v.min(l), v.max(h)));
        if most < TOO_WIDE * least {
            return Axis::from_zero(values);
        }
        let (low, high) = values
            .into_iter()
            .filter(|&value| value > 0.0)
            .fold((f64::INFINITY, 0.0), |(l, h): (f64, f64), v| (v.min(l), v.max(h)));
        Axis { low: round_below(low), high: round_above(high), log: true }
    }

    pub fn is_log(&self) -> bool {
        self.log
    }

    /// The share of the axis that a value is at, from 0 to 1.
    pub fn share(&self, value: f64) -> f64 {
        let share = if self.log {
            (value.max(self.low) / self.low).log10() / (self.high / self.low).log10()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        share.clamp(0.0, 1.0)
    }

    /// Values to write at the axis.
    pub fn ticks(&self) -> Vec<f64> {
        if self.log {
            let (from, to) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
            // Over few powers of ten values between them fit too.
            let factors: &[f64] = if to - from <= 4 { &[1.0, 2.0, 5.0] } else { &[1.0] };
            let powers = (from..=to).map(|power| 10f64.powi(power));
            let values = powers.flat_map(|power| factors.iter().map(move |f| f * power));
            let shown = |value: &f64| {
                *value >= self.low * (1.0 - 1e-9) && *value <= self.high * (1.0 + 1e-9)
            };
            return values.filter(shown).collect();
        }
        let step = step_for(self.high - self.low);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        (first..=last).map(|i| i as f64 * step).collect()
    }
}

fn power_below(value: f64) -> f64 {
    10f64.powi(value.log10().floor() as i32)
}

/// The next of 1, 2 and 5 times a power of ten.
fn round_below(value: f64) -> f64 {
    let power = power_below(value);
    [5.0, 2.0, 1.0].into_iter().find(|f| f * power <= value).unwrap_or(1.0) * power
}

fn round_above(value: f64) -> f64 {
    let power = power_below(value);
    [1.0, 2.0, 5.0].into_iter().find(|f| f * power >= value).unwrap_or(10.0) * power
}

/// A step of 1, 2 or 5 times a power of ten that makes about five of a range.
fn step_for(range: f64) -> f64 {
    if range <= 0.0 || !range.is_finite() {
        return 1.0;
    }
    let rough = range / 5.0;
    let power = power_below(rough);
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * power >= rough * 0.999);
    factor.unwrap_or(10.0) * power
}

/// A number as it stands beside an axis: `0.02`, `350`, `1,500`, `2M`.
pub fn label(value: f64) -> String {
    if value >= 1e6 {
        return format!("{}M", plain(value / 1e6));
    }
    if value >= 1e3 {
        return crate::format::count(value.round() as u64);
    }
    plain(value)
}

fn plain(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text.is_empty() { "0".to_owned() } else { text.to_owned() }
}

/// Where a chart is drawn: the size of the picture, and the margins around the plot.
#[derive(Clone, Copy)]
pub struct Plot {
    pub width: f64,
    pub height: f64,
    pub left: f64,
    pub bottom: f64,
    pub x: Axis,
    pub y: Axis,
}

const TOP: f64 = 30.0;
/// Half of the last label is there.
const RIGHT: f64 = 24.0;

impl Plot {
    pub fn x(&self, value: f64) -> f64 {
        self.left + self.x.share(value) * (self.width - self.left - RIGHT)
    }

    pub fn y(&self, value: f64) -> f64 {
        let high = self.height - self.bottom;
        high - self.y.share(value) * (high - TOP)
    }

    pub fn open(&self, about: &str) -> String {
        let (w, h) = (self.width, self.height);
        format!("<svg viewBox=\"0 0 {w} {h}\" role=\"img\" aria-label=\"{}\">", escape(about))
    }

    /// The y axis with its title and lines across, and the x axis with its title.
    pub fn axes(&self, x_title: Option<&str>, y_title: &str) -> String {
        let mut svg = String::new();
        let (left, right) = (self.left, self.width - RIGHT);
        let bottom = self.height - self.bottom;
        for value in self.y.ticks() {
            let y = self.y(value);
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                left - 7.0,
                y + 4.0,
                label(value)
            );
        }
        let log = if self.y.is_log() { ", logarithmic" } else { "" };
        let _ = write!(svg, "<text x=\"2\" y=\"12\">{}{log}</text>", escape(y_title));
        if let Some(title) = x_title {
            for value in self.x.ticks() {
                let _ = write!(
                    svg,
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                    self.x(value),
                    bottom + 17.0,
                    label(value)
                );
            }
            let _ = write!(
                svg,
                "<text x=\"{right}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                bottom + 33.0,
                escape(title)
            );
        }
        let _ = write!(svg, "<path class=\"axis\" d=\"M{left} {TOP}V{bottom}H{right}\"/>");
        svg
    }
}

/// Text that can stand in HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(Axis::from_zero([0.93]).ticks().len(), 6);
        assert_eq!(Axis::from_zero([7.0, 3.0]).ticks(), [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(Axis::from_zero([]).ticks().first(), Some(&0.0));
        let log = Axis::for_times([0.5, 300.0], [0.7, 200.0]);
        assert!(log.is_log());
        assert_eq!(log.ticks(), [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0]);
        assert_eq!((log.share(0.1), log.share(500.0)), (0.0, 1.0));
    }

    #[test]
    fn labels_are_short() {
        let values = [0.0, 0.02, 350.0, 1500.0, 2e6, 2.5e6];
        assert_eq!(values.map(label), ["0", "0.02", "350", "1,500", "2M", "2.5M"]);
    }
}
