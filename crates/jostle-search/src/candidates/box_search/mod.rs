//! Candidates through the boxes of all features that can be in one, by any broad phase.

mod broad_phases;

pub use broad_phases::{BoxMethod, BoxSettings};

use super::feature_boxes::FeatureBoxes;
use super::feature_numbering::{FeatureKind, FeatureNumbering};
use super::selection::Selection;
use super::{
    CandidateSearch, CandidateWorkers, FeaturePair, NearObjects, SearchInput, SearchReport,
    WorkerReceiver,
};
use crate::broad::{LatticeBox, PairBuffer, Workers};
use broad_phases::BroadPhases;
use jostle_support::parallel;

/// Finds candidates among boxes; keeps its buffers.
#[derive(Debug, Default)]
pub struct BoxSearch {
    settings: BoxSettings,
    near: NearObjects,
    selection: Selection,
    numbering: FeatureNumbering,
    feature_boxes: FeatureBoxes,
    /// The features of the first side, then those of the second, if there are two.
    boxes: Vec<LatticeBox>,
    features: Vec<u32>,
    /// The object of each feature.
    objects: Vec<u32>,
    /// Where the second side begins.
    second_side: usize,
    broad_phases: BroadPhases,
}

impl BoxSearch {
    /// Chooses the broad phase.
    pub fn set(&mut self, settings: BoxSettings) {
        self.settings = settings;
    }

    fn bound_elements(&mut self, input: &SearchInput) {
        self.features.clear();
        self.features.extend_from_slice(self.selection.elements());
        self.objects.clear();
        let mut features = self.features.iter().peekable();
        for (object, own) in (0..).zip(input.scene.objects()) {
            while features.next_if(|&&e| (e as usize) < own.elements().end).is_some() {
                self.objects.push(object);
            }
        }
        self.second_side = self.features.len();
        if self.selection.is_everything(input) {
            self.feature_boxes.map_points(input);
        }
        self.boxes.resize(self.features.len(), LatticeBox::default());
        parallel::for_each_part_mut(&mut self.boxes, 4096, |first, boxes| {
            for (own, &element) in boxes.iter_mut().zip(&self.features[first..]) {
                *own = self.feature_boxes.element(input, element);
            }
        });
    }

    fn bound_features(&mut self, input: &SearchInput) {
        self.numbering.update(input.scene, input.topology, input.scope);
        self.feature_boxes.map_points(input);
        self.features.clear();
        self.objects.clear();
        self.boxes.clear();
        self.second_side = usize::MAX;
        for &kind in input.features.sides() {
            for object in (0..input.scope.len()).filter(|&o| input.scope.takes_part(o)) {
                self.bound_object(input, object, kind);
            }
            self.second_side = self.second_side.min(self.boxes.len());
        }
    }

    fn bound_object(&mut self, input: &SearchInput, object: usize, kind: FeatureKind) {
        let SearchInput { scene, topology, .. } = *input;
        for element in 0..scene.objects()[object].elements().len() {
            let (features, boxes) = (&mut self.features, &mut self.boxes);
            let feature_boxes = &self.feature_boxes;
            let show = |feature: u32, corners: &[u32]| {
                features.push(feature);
                boxes.push(feature_boxes.feature(input, corners));
            };
            self.numbering.for_each_owned(scene, topology, (object, element), kind, show);
        }
        self.objects.resize(self.features.len(), object as u32);
    }
}

impl CandidateSearch for BoxSearch {
    fn update(&mut self, input: &SearchInput) {
        self.near.update_of(input);
        self.feature_boxes.update(input, self.near.all());
        self.broad_phases.set_up(input.scene, &self.settings);
        match input.features {
            FeaturePair::Elements => {
                self.selection.update(input, &self.near, &mut self.feature_boxes);
                if input.motion.end.is_none() {
                    self.selection.leave_out_far(input, &self.near);
                }
                self.bound_elements(input);
            }
            _ => self.bound_features(input),
        }
    }

    fn search(&mut self, input: &SearchInput, workers: &mut dyn CandidateWorkers) {
        let BoxSearch { boxes, features, objects, second_side, broad_phases, settings, .. } = self;
        let has_two_sides = input.features.sides().len() == 2;
        let visit = |receiver: &mut dyn WorkerReceiver, pair: [u32; 2]| {
            let [a, b] = pair.map(|place| place as usize);
            let of_pair = [objects[a], objects[b]];
            let across = !has_two_sides || (a < *second_side && b >= *second_side);
            // The broad phase goes on, and nothing is decided any more.
            if across && input.scope.admits(of_pair) && !input.scope.is_cancelled() {
                receiver.receive(of_pair, [features[a], features[b]]);
            }
        };
        let mut visited = BoxPairs { workers, visit: &visit };
        broad_phases.search(settings.method, boxes, &mut visited);
    }

    fn lists_candidates(&self) -> bool {
        false
    }

    fn near_objects(&self) -> &NearObjects {
        &self.near
    }

    fn report(&self) -> SearchReport {
        self.broad_phases.report(self.settings.method)
    }

    fn bytes(&self) -> usize {
        self.near.bytes()
            + self.selection.bytes()
            + self.numbering.bytes()
            + self.feature_boxes.bytes()
            + self.boxes.capacity() * size_of::<LatticeBox>()
            + (self.features.capacity() + self.objects.capacity()) * size_of::<u32>()
            + self.broad_phases.bytes()
    }
}

/// Workers that a function shows pairs of boxes to.
struct BoxPairs<'w> {
    workers: &'w mut dyn CandidateWorkers,
    visit: &'w (dyn Fn(&mut dyn WorkerReceiver, [u32; 2]) + Sync),
}

impl Workers for BoxPairs<'_> {
    fn count(&self) -> usize {
        self.workers.count()
    }

    fn run(&mut self, work: &(dyn Fn(usize, &mut PairBuffer) + Sync)) {
        let visit = self.visit;
        self.workers.run(&|w, receiver| {
            PairBuffer::fill(|pairs| work(w, pairs), &mut |pairs| {
                pairs.iter().for_each(|&pair| visit(receiver, pair));
            });
        });
    }
}
