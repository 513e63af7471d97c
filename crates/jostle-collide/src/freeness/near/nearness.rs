//! How near the larger element of a pair is, and the counts of an element.

#[cfg(test)]
use crate::freeness::elements::Elements;

/// How many elements at least as large are near an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Within half its diameter, itself included: its `k`.
    pub half: u32,
    /// Within a quarter of it, itself included: its `k` as printed in the papers.
    pub quarter: u32,
    /// Those that share a vertex with it, itself not included; they are near whatever its shape.
    pub neighbours: u32,
}

/// How near the larger element of a pair is to the smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearness {
    /// It shares a vertex.
    Neighbour = 0,
    /// Within a quarter of the smaller one's diameter.
    Quarter = 1,
    /// Within half of it.
    Half = 2,
    /// Further.
    Far = 3,
}

/// Two elements, the smaller first: by diameter, then by index.
#[cfg(test)]
pub fn smaller_first(diameters: &[f64], a: u32, b: u32) -> (u32, u32) {
    let size = |e: u32| (diameters[e as usize], e);
    if size(a) < size(b) { (a, b) } else { (b, a) }
}

/// How near the larger element is, by definition.
#[cfg(test)]
pub fn nearness(elements: &impl Elements, diameters: &[f64], small: u32, large: u32) -> Nearness {
    let (e, f) = (small as usize, large as usize);
    if share_vertex(elements.vertices(e).as_ref(), elements.vertices(f).as_ref()) {
        return Nearness::Neighbour;
    }
    by_distance(elements.least_distance(e, f), diameters[e])
}

/// How near an element is at a distance from a smaller one of a diameter.
#[inline]
pub fn by_distance(least: f64, diameter: f64) -> Nearness {
    match least {
        least if least <= diameter * 0.25 => Nearness::Quarter,
        least if least <= diameter * 0.5 => Nearness::Half,
        _ => Nearness::Far,
    }
}

/// Whether there is a vertex in both. Without branches, which could not be predicted.
#[inline(always)]
pub fn share_vertex(a: &[u32], b: &[u32]) -> bool {
    let mut found = false;
    for v in a {
        for w in b {
            found |= v == w;
        }
    }
    found
}
