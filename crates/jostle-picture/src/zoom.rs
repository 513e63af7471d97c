//! What the camera frames.

use jostle::geometry::Aabb;

/// What the camera frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Zoom {
    /// Everything.
    #[default]
    Scene,
    /// What collides and what lies inside, with a margin; everything if nothing does, or if that is
    /// as close.
    Collisions,
}

/// The margin on each side, by the length of what collides.
const MARGIN: f64 = 0.12;
/// The least length that is framed, by that of the scene, so that something of it is seen.
const LEAST: f64 = 0.2;

impl Zoom {
    /// The box to frame, of a scene's bounds and those of what collides
    /// ([`Paint::marked_bounds`](crate::Paint::marked_bounds)); `None` if the scene has none. For
    /// animations, give bounds over all frames, and the camera stands still.
    pub fn frame(self, scene: Aabb, marked: Aabb) -> Option<Aabb> {
        let whole = Some(scene).filter(|bounds| !bounds.is_empty());
        if self == Zoom::Scene || marked.is_empty() {
            return whole;
        }
        let length = |bounds: Aabb| (bounds.size() * 0.5).max_element() * 2.0;
        let margin = (MARGIN * length(marked)).max(0.5 * (LEAST * length(scene) - length(marked)));
        let frame = marked.inflated(margin).intersection(scene);
        if frame.size().is_finite() { Some(frame) } else { whole }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle::DVec3;

    #[test]
    fn a_margin_and_a_least_length() {
        let cube = |half: f64| Aabb::from_points([DVec3::splat(-half), DVec3::splat(half)]);
        let length = |frame: Option<Aabb>| frame.unwrap().size().x;
        assert_eq!(Zoom::Scene.frame(cube(5.0), cube(1.0)), Some(cube(5.0)));
        assert_eq!(Zoom::Collisions.frame(cube(5.0), Aabb::EMPTY), Some(cube(5.0)));
        assert_eq!(Zoom::Collisions.frame(Aabb::EMPTY, Aabb::EMPTY), None);
        assert!((length(Zoom::Collisions.frame(cube(5.0), cube(1.0))) - 2.48).abs() < 1e-12);
        let touching = Zoom::Collisions.frame(cube(5.0), cube(0.0));
        assert!((length(touching) - 2.0).abs() < 1e-12, "a point has something around it");
        let most = Zoom::Collisions.frame(cube(5.0), cube(4.9));
        assert_eq!(most, Some(cube(5.0)), "no more than there is");
        let all = cube(f64::MAX);
        assert_eq!(Zoom::Collisions.frame(all, all), Some(all));
    }
}
