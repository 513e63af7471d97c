//! Labels and flags of clusters: which of them are compared, and how kernels read their elements.

use crate::shader_constants::{
    CLUSTER_HAS_STARS, CLUSTER_IS_NEGATIVE, CLUSTER_IS_TETRAHEDRA, NO_LABEL,
};
use jostle::mesh::{ElementKind, Object};
use jostle::{ElementId, ObjectId, Query, Scene};

/// Whether pairs within an object are looked for.
pub(crate) fn has_self_pairs(object: &Object, query: &Query) -> bool {
    query.chosen_filters().admits_within(object)
}

/// The label and the flags of an object's clusters.
pub(crate) fn label_and_flags(scene: &Scene, query: &Query, o: ObjectId) -> (u32, u32) {
    let object = &scene.objects()[o.index()];
    let has_self_pairs = has_self_pairs(object, query);
    let label = if has_self_pairs { NO_LABEL } else { o.index() as u32 };
    let stars = if has_self_pairs { CLUSTER_HAS_STARS } else { 0 };
    let flags = match object.kind() {
        ElementKind::Triangle => stars,
        ElementKind::Tetrahedron => stars | volume_flags(scene, o),
    };
    (label, flags)
}

/// The flags of an object of tetrahedra: its kind, and the sign of its volumes.
pub(crate) fn volume_flags(scene: &Scene, o: ObjectId) -> u32 {
    let is_negative = is_negative(scene, &scene.objects()[o.index()]);
    CLUSTER_IS_TETRAHEDRA | if is_negative { CLUSTER_IS_NEGATIVE } else { 0 }
}

/// Whether most of the first tetrahedra have a negative volume: meshes list their corners one way or
/// the other.
fn is_negative(scene: &Scene, object: &Object) -> bool {
    const SAMPLES: usize = 15;
    let corners = |e: usize| scene.corner_indices(ElementId::new(e));
    let signs = object.elements().take(SAMPLES).map(|e| match *corners(e) {
        [a, b, c, d] => {
            let [a, b, c, d] = [a, b, c, d].map(|v| scene.vertices()[v as usize]);
            (b - a).cross(c - a).dot(d - a).signum()
        }
        _ => 0.0,
    });
    signs.sum::<f64>() < 0.0
}
