//! The scene at the time of the first impact, for a picture.

use crate::args::ImpactArgs;
use crate::error::Error;
use crate::format::{counted, number};
use crate::picture::ColourName;
use jostle::impact::{Impact, TouchingFeatures};
use jostle::{DVec3, ElementId, Scene};
use jostle_picture::{Features, Mark, Paint, Zoom};

/// What is framed on each side of the features, by their length.
const SURROUNDINGS: f64 = 0.75;

/// The scene at a time, what is to be seen of it, and when that is.
pub struct Moment {
    scene: Scene,
    paint: Paint,
    caption: String,
}

impl Moment {
    /// The scene when an impact of a step happens that ends with these positions.
    pub fn of_impact(
        step: usize,
        scene: &Scene,
        end: &[DVec3],
        impact: &Impact,
    ) -> Result<Moment, Error> {
        let contact = impact.contact_point(scene, end);
        let time = contact.time;
        let mut then = scene.clone();
        for object in scene.object_ids() {
            let range = scene.objects()[object.index()].vertices();
            let mean = range.map(|v| scene.vertices()[v] * (1.0 - time) + end[v] * time);
            then.set_vertices(object, &mean.collect::<Vec<_>>())?;
        }
        let [a, b, c, d] = impact.features.vertices().map(|v| then.vertices()[v as usize]);
        let (segments, mut points) = match impact.features {
            TouchingFeatures::VertexFace(_) => (vec![[b, c], [c, d], [d, b]], vec![a]),
            TouchingFeatures::EdgeEdge(_) => (vec![[a, b], [c, d]], Vec::new()),
        };
        points.push(contact.position);
        let name = match impact.thickness > 0.0 {
            true => format!("first within {}", number(impact.thickness)),
            false => "what touches first".to_owned(),
        };
        let mut paint = Paint::plain();
        if let Some(element) = element_of_face(&then, impact) {
            paint.marks = vec![Mark::Plain; then.element_count()];
            paint.marks[element] = Mark::Colliding;
        }
        paint.features = Some(Features { name, segments, points });
        // As many digits as one can see.
        let caption = match time {
            0.0 => format!("step {step}, at the start"),
            _ if time < 1e-3 => format!("step {step}, t = {time:.3e}"),
            _ => format!("step {step}, t = {time:.6}"),
        };
        Ok(Moment { scene: then, paint, caption })
    }

    /// The scene where the last step ends, without an impact.
    pub fn of_end(steps: usize, scene: &Scene) -> Moment {
        let caption = format!("no impact in {}", counted(steps, "step", "steps"));
        Moment { scene: scene.clone(), paint: Paint::plain(), caption }
    }

    /// Draws it, if a picture was asked for.
    pub fn draw(&self, args: &ImpactArgs) -> Result<(), Error> {
        let style = &args.picture.style;
        let mut picture = style.picture().caption(self.caption.as_str());
        if let (Zoom::Collisions, Some(features)) = (style.zoom(), &self.paint.features) {
            let (own, whole) = (features.bounds(), self.scene.element_bounds());
            let frame = own.inflated(SURROUNDINGS * own.size().max_element()).intersection(whole);
            picture = picture.frame_within(frame, whole);
        }
        args.picture.draw_with(&picture, &self.scene, &self.paint)
    }
}

/// Refuses a picture that cannot be made of impacts, before they are looked for.
pub fn check_options(args: &ImpactArgs) -> Result<(), Error> {
    if args.picture.style.colour == ColourName::Pairs {
        let remedy = "a picture of it shows the first impact";
        return Err(Error::NoEffect { option: "--colour pairs", with: "impact", remedy });
    }
    args.picture.check()
}

/// The element that has the face of an impact.
fn element_of_face(scene: &Scene, impact: &Impact) -> Option<usize> {
    let TouchingFeatures::VertexFace(own) = impact.features else { return None };
    let mut elements = scene.objects()[impact.objects[1].index()].elements();
    elements.find(|&element| {
        let corners = scene.corner_indices(ElementId::new(element));
        own.face.iter().all(|vertex| corners.contains(vertex))
    })
}
