//! What others say, held against the exact times.

use super::step::{Candidates, Step};
use crate::text;
use jostle::impact::{ImpactTime, edge_edge, vertex_face};
use jostle_support::text::grouped;
use rayon::prelude::*;
use std::collections::HashSet;

/// The exact time of each candidate, to neighbouring numbers.
pub struct Reference {
    times: Vec<Option<ImpactTime>>,
    candidates: Candidates,
}

impl Reference {
    pub fn new(step: &Step, candidates: &Candidates) -> Reference {
        Reference { times: exact_times(step, candidates), candidates: candidates.clone() }
    }

    fn first(&self) -> Option<ImpactTime> {
        self.times.iter().flatten().copied().min_by(|a, b| a.lower.total_cmp(&b.lower))
    }

    pub fn describe(&self) -> String {
        let candidates = text::counted(self.times.len(), "candidate");
        let impacts = text::counted(self.times.iter().flatten().count(), "impact");
        match self.first() {
            Some(first) => format!("{candidates}, {impacts}, the first at {:.9}", first.lower),
            None => format!("{candidates}, no impact"),
        }
    }

    /// Whether a step is safe: it must end before the first contact.
    pub fn judge_safe_step(&self, safe: f64) -> String {
        match self.first() {
            None if safe < 1.0 => format!("safe {safe:.6}: false alarm"),
            None => "safe 1".to_owned(),
            Some(first) if safe > first.upper => format!("safe {safe:.6}: LATE"),
            Some(_) => format!("safe {safe:.6}"),
        }
    }

    /// How many of the candidates that were asked for are missed, late, or false alarms.
    pub fn judge_times(&self, times: &[f64]) -> String {
        if times.len() != self.times.len() {
            return "times of OTHER candidates".to_owned();
        }
        let [mut missed, mut late, mut false_alarms] = [0; 3];
        for (exact, &time) in self.times.iter().zip(times).filter(|(_, time)| !time.is_nan()) {
            match exact {
                Some(_) if time.is_infinite() => missed += 1,
                Some(exact) if time > exact.upper => late += 1,
                None if time.is_finite() => false_alarms += 1,
                _ => {}
            }
        }
        let [missed, late] =
            [(missed, "MISSED"), (late, "LATE")].map(|(count, what)| match count {
                0 => String::new(),
                _ => format!("{} {what}, ", grouped(count)),
            });
        format!("{missed}{late}{}", text::counted(false_alarms, "false alarm"))
    }

    /// Compares a list of candidates with Jostle's: no impact may be in one of them only.
    pub fn compare_candidates(&self, step: &Step, other: &Candidates) -> String {
        let ordered = |pairs: &[[u32; 2]]| -> HashSet<[u32; 2]> {
            pairs.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect()
        };
        let own_faces: HashSet<_> = self.candidates.vertex_faces.iter().copied().collect();
        let own_edges = ordered(&self.candidates.edge_edges);
        let faces: HashSet<_> = other.vertex_faces.iter().copied().collect();
        let edges = ordered(&other.edge_edges);
        let more = Candidates {
            vertex_faces: faces.difference(&own_faces).copied().collect(),
            edge_edges: edges.difference(&own_edges).copied().collect(),
        };
        let wrong = exact_times(step, &more).iter().flatten().count();
        let listed = (self.candidates.vertex_faces.iter().map(|pair| faces.contains(pair))).chain(
            self.candidates.edge_edges.iter().map(|&[a, b]| edges.contains(&[a.min(b), a.max(b)])),
        );
        let (mut fewer, mut missed) = (0, 0);
        for (_, time) in listed.zip(&self.times).filter(|(is_listed, _)| !is_listed) {
            fewer += 1;
            missed += usize::from(time.is_some());
        }
        if more.len() + fewer == 0 {
            return "the same candidates as Jostle".to_owned();
        }
        let impacts = |count: usize| match count {
            0 => "no impact".to_owned(),
            count => format!("{} IMPACTS", grouped(count)),
        };
        let [more, fewer] = [more.len(), fewer].map(grouped);
        let [wrong, missed] = [wrong, missed].map(impacts);
        format!(
            "{more} more candidates than Jostle, {wrong} of them; {fewer} fewer, {missed} of them"
        )
    }
}

fn exact_times(step: &Step, candidates: &Candidates) -> Vec<Option<ImpactTime>> {
    let vertex_faces = candidates.vertex_faces.par_iter().map(|&pair| {
        let (vertex, face) = step.vertex_face(pair);
        vertex_face(&vertex, &face)
    });
    let edge_edges = candidates.edge_edges.par_iter().map(|&pair| {
        let (one, other) = step.edge_edge(pair);
        edge_edge(&one, &other)
    });
    vertex_faces.chain(edge_edges).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impact::steps::{ALL, Size};

    fn reference() -> (Step, Candidates, Reference) {
        let step = (ALL[0].make)(Size::Quick);
        let candidates = step.candidates().expect("a valid step");
        let reference = Reference::new(&step, &candidates);
        (step, candidates, reference)
    }

    #[test]
    fn late_and_missed_impacts_are_said_in_capitals() {
        let (_, _, reference) = reference();
        let first = reference.first().expect("spheres that touch");
        assert!(!reference.judge_safe_step(first.lower).contains("LATE"));
        assert!(reference.judge_safe_step(first.upper.next_up()).contains("LATE"));
        let none = vec![f64::INFINITY; reference.times.len()];
        assert!(reference.judge_times(&none).contains("MISSED"));
        let late = vec![1.0; reference.times.len()];
        assert!(reference.judge_times(&late).contains("LATE"));
        let exact = reference.times.iter().map(|t| t.map_or(f64::INFINITY, |t| t.lower));
        assert_eq!(reference.judge_times(&exact.collect::<Vec<_>>()), "0 false alarms");
    }

    #[test]
    fn impacts_that_one_list_lacks_are_counted() {
        let (step, candidates, reference) = reference();
        let same = reference.compare_candidates(&step, &candidates);
        assert!(!same.contains("IMPACTS"), "{same}");
        let less = reference.compare_candidates(&step, &Candidates::default());
        assert!(less.contains("IMPACTS"), "{less}");
        let nothing = Reference { times: Vec::new(), candidates: Candidates::default() };
        let more = nothing.compare_candidates(&step, &candidates);
        assert!(more.contains("IMPACTS"), "{more}");
    }
}
