//! Consistent orientation of triangles.

use super::SurfaceTopology;

/// Which triangles to turn over so that neighbours across edges of two agree, and the triangles at
/// which that fails.
pub(super) fn orient(surface: &SurfaceTopology) -> (Vec<bool>, Vec<u32>) {
    let mut turns: Vec<Option<bool>> = vec![None; surface.triangles.len()];
    let mut torn = Vec::new();
    let mut open = Vec::new();
    for seed in 0..turns.len() {
        if turns[seed].is_none() {
            turns[seed] = Some(false);
            open.push((seed as u32, false));
        }
        while let Some((triangle, turn)) = open.pop() {
            for edge in surface.edges.element_facets(triangle as usize) {
                let Some(other) = partner(surface, triangle, edge as usize) else { continue };
                let agree = surface.walks_forward(triangle, edge as usize)
                    != surface.walks_forward(other, edge as usize);
                let wanted = if agree { turn } else { !turn };
                match turns[other as usize] {
                    None => {
                        turns[other as usize] = Some(wanted);
                        open.push((other, wanted));
                    }
                    Some(given) if given != wanted => torn.push(triangle),
                    Some(_) => {}
                }
            }
        }
    }
    (turns.into_iter().map(|turn| turn == Some(true)).collect(), torn)
}

fn partner(surface: &SurfaceTopology, triangle: u32, edge: usize) -> Option<u32> {
    match *surface.edges.elements(edge) {
        [a, b] => Some(if a == triangle { b } else { a }),
        _ => None,
    }
}
