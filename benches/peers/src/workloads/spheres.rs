use super::Object;
use jostle::DVec3;
use jostle::mesh::shapes;

/// Hills are at most this high, against a radius of 1.
const AMPLITUDE: f64 = 0.03;

/// Two different bumpy unit spheres of `20 resolution^2` triangles, their centres nine tenths of a
/// diameter apart.
pub fn spheres(resolution: u32) -> Vec<Object> {
    let apart = 0.9 * 2.0 * DVec3::new(2.0, 3.0, 6.0) / 7.0;
    let one = shapes::bumpy_sphere(resolution, AMPLITUDE, 1);
    let other = shapes::bumpy_sphere(resolution, AMPLITUDE, 2).translated(apart);
    vec![Object::new(one, false), Object::new(other, false)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_overlap_by_a_tenth_of_their_diameter() {
        let [one, other] = &spheres(10)[..] else { panic!("two spheres") };
        assert_eq!(one.mesh.element_count(), 2000);
        assert_eq!(other.mesh.element_count(), 2000);
        let centre = |object: &Object| {
            let vertices = object.mesh.vertices();
            vertices.iter().sum::<DVec3>() / vertices.len() as f64
        };
        let overlap = 2.0 - centre(one).distance(centre(other));
        assert!((overlap - 0.2).abs() < 0.1, "{overlap}");
    }
}
