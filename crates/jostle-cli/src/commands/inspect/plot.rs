//! `--plot`: k over the number of elements, as Tukey box plots (after kDet 2017, figure 6).

use super::row::Row;
use crate::chart::{Axis, Plot, escape, label};
use crate::distribution::Distribution;
use crate::format::counted;
use std::fmt::Write;

/// A name, a colour, and what is counted.
type Series = (&'static str, &'static str, fn(&Row) -> u32);

const SERIES: [Series; 2] = [
    ("k, within d/2", "#2f66b3", |row| row.k),
    ("k as printed, within d/4", "#c9622a", |row| row.k_printed),
];

const STYLE: &str = "text{fill:#5d666f;font:12px system-ui,-apple-system,'Segoe UI',Arial,sans-serif}\
    .name{fill:#1d2126}.axis{stroke:#d9dcdf;fill:none}.grid{stroke:#eceef0}";

pub fn svg(rows: &[Row]) -> String {
    let bins = binned(rows);
    let values = || rows.iter().flat_map(|row| SERIES.map(|(_, _, k)| f64::from(k(row))));
    let plot = Plot {
        width: 180.0 + 90.0 * bins.len().max(4) as f64,
        height: 380.0,
        left: 62.0,
        bottom: 74.0,
        x: Axis::between(0.0, bins.len() as f64),
        y: Axis::for_times(values(), values()),
    };
    let (width, height) = (plot.width, plot.height);
    let about = "k over the number of elements";
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-label=\"{about}\"><style>{STYLE}</style>\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>{}",
        plot.axes(None, "k of a mesh")
    );
    for (i, (name, colour, _)) in SERIES.into_iter().enumerate() {
        let x = width - 360.0 + 160.0 * i as f64;
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"4\" width=\"10\" height=\"10\" rx=\"2\" fill=\"{colour}\"/>\
             <text class=\"name\" x=\"{}\" y=\"13\">{name}</text>",
            x + 15.0
        );
    }
    for (at, bin) in bins.iter().enumerate() {
        svg.push_str(&labels(&plot, at, bin));
        for (i, (name, colour, k)) in SERIES.into_iter().enumerate() {
            let ks: Vec<(f64, &str)> =
                bin.rows.iter().map(|row| (f64::from(k(row)), row.name.as_str())).collect();
            let x = at as f64 + 0.3 + 0.4 * i as f64;
            if !ks.is_empty() {
                svg.push_str(&tukey(&plot, x, name, colour, &ks));
            }
        }
    }
    let bottom = height - 12.0;
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{bottom}\" text-anchor=\"middle\">elements of a mesh</text></svg>",
        0.5 * width
    );
    svg
}

/// Meshes with from so many to below so many elements.
struct Bin<'r> {
    from: u64,
    to: u64,
    rows: Vec<&'r Row>,
}

/// Three bins a power of ten, bounded by 1, 2 and 5 times it, from the first that is used to the last.
fn binned(rows: &[Row]) -> Vec<Bin<'_>> {
    let mut bounds = vec![0, 1];
    while bounds.last().is_some_and(|&last| last < u64::from(u32::MAX)) {
        let power = bounds[bounds.len() - 1];
        bounds.extend([2 * power, 5 * power, 10 * power]);
    }
    let bin = |two: &[u64]| {
        let (from, to) = (two[0], two[1]);
        let own = rows.iter().filter(|row| (from..to).contains(&(row.elements as u64)));
        Bin { from, to, rows: own.collect() }
    };
    let bins: Vec<Bin> = bounds.windows(2).map(bin).collect();
    let used = |bin: &Bin| !bin.rows.is_empty();
    let first = bins.iter().position(used).unwrap_or(0);
    let last = bins.iter().rposition(used).map_or(first, |last| last + 1);
    bins.into_iter().skip(first).take(last - first).collect()
}

fn labels(plot: &Plot, at: usize, bin: &Bin) -> String {
    let x = plot.x(at as f64 + 0.5);
    let y = plot.height - plot.bottom;
    let range = format!("{} to {}", label(bin.from as f64), label(bin.to as f64));
    let meshes = counted(bin.rows.len(), "mesh", "meshes");
    format!(
        "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{range}</text>\
         <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{meshes}</text>",
        y + 18.0,
        y + 34.0
    )
}

/// Beyond the box by more than this many times its height, a value stands alone (Tukey 1977).
const REACH: f64 = 1.5;

/// The ends of the whiskers: the last values within reach of the box.
fn whiskers(distribution: &Distribution, values: impl Iterator<Item = f64> + Clone) -> [f64; 2] {
    let reach = REACH * (distribution.upper - distribution.lower);
    let low = values
        .clone()
        .filter(|&v| v >= distribution.lower - reach)
        .fold(distribution.lower, f64::min);
    let high =
        values.filter(|&v| v <= distribution.upper + reach).fold(distribution.upper, f64::max);
    [low, high]
}

fn tukey(plot: &Plot, at: f64, series: &str, colour: &str, ks: &[(f64, &str)]) -> String {
    let values = ks.iter().map(|(k, _)| *k);
    let distribution = Distribution::from_values(values.clone());
    let [low, high] = whiskers(&distribution, values);
    let half = 0.16 * (plot.x(1.0) - plot.x(0.0)).min(120.0);
    let x = plot.x(at);
    let [bottom, lower, median, upper, top] =
        [low, distribution.lower, distribution.median, distribution.upper, high].map(|k| plot.y(k));
    let (left, right, cap) = (x - half, x + half, 0.5 * half);
    let mut svg = format!(
        "<g class=\"box\" stroke=\"{colour}\" stroke-width=\"1.6\" fill=\"none\">\
         <title>{series}: median {}, quartiles {} and {}</title>\
         <path d=\"M{x:.1} {bottom:.1}V{lower:.1}M{x:.1} {upper:.1}V{top:.1}\
         M{a:.1} {bottom:.1}H{b:.1}M{a:.1} {top:.1}H{b:.1}\"/>\
         <rect x=\"{left:.1}\" y=\"{upper:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\" \
         fill-opacity=\"0.25\"/><path d=\"M{left:.1} {median:.1}H{right:.1}\" stroke-width=\"2.6\"/>",
        distribution.median,
        distribution.lower,
        distribution.upper,
        2.0 * half,
        (lower - upper).max(0.5),
        a = x - cap,
        b = x + cap,
    );
    for (k, name) in ks.iter().filter(|(k, _)| *k < low || *k > high) {
        let (y, name) = (plot.y(*k), escape(name));
        let _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"><title>{name}: {k}</title></circle>"
        );
    }
    svg + "</g>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whiskers_end_at_values_and_leave_out_what_is_far() {
        let values = [1.0, 4.0, 5.0, 6.0, 7.0, 8.0, 30.0];
        let distribution = Distribution::from_values(values);
        assert_eq!((distribution.lower, distribution.upper), (4.5, 7.5));
        assert_eq!(whiskers(&distribution, values.into_iter()), [1.0, 8.0]);
        assert_eq!(whiskers(&Distribution::from_values([3.0]), [3.0].into_iter()), [3.0, 3.0]);
    }
}
