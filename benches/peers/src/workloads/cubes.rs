use super::Object;
use jostle::DVec3;
use jostle::mesh::shapes::{self, Split};

/// Two unit cubes of `6 divisions^3` tetrahedra, shaken differently, the second moved by half
/// along x.
pub fn cubes(divisions: u32) -> Vec<Object> {
    let cube = |seed| shapes::box_tets([divisions; 3], DVec3::ONE, Split::Six, 0.1, seed);
    vec![
        Object::new(cube(1), false),
        Object::new(cube(2).translated(DVec3::new(0.5, 0.0, 0.0)), false),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_overlap_by_half() {
        let [one, other] = &cubes(4)[..] else { panic!("two cubes") };
        assert_eq!(one.mesh.element_count(), 6 * 4 * 4 * 4);
        let (a, b) = (one.mesh.bounds(), other.mesh.bounds());
        let overlap = a.max.x - b.min.x;
        // A vertex is shaken by at most a tenth of a cell, and cells are a quarter.
        assert!((overlap - 0.5).abs() <= 2.0 * 0.1 * 0.25, "{overlap}");
    }
}
