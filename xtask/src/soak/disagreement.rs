//! A configuration for which an exact test and the oracle disagree, printed so that it can be pasted into
//! a regression test.

use jostle_oracle::cases::Case;
use std::fmt;

pub struct Disagreement {
    /// Kind, family and seed.
    pub name: String,
    pub expected: bool,
    /// The engine's answer, or nothing if it panicked.
    pub answer: Option<bool>,
    /// The configuration, in the order of corners that failed.
    pub case: Case,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let word = |yes| if yes { "yes" } else { "no" };
        let answer = self.answer.map_or("a panic", word);
        writeln!(
            f,
            "  // {}: the oracle says {}, the engine {answer}",
            self.name,
            word(self.expected)
        )?;
        writeln!(f, "  let shared = {};", self.case.shared)?;
        for (name, points) in [("a", &self.case.a), ("b", &self.case.b)] {
            writeln!(f, "  let {name} = {points:?};")?;
        }
        for (name, points) in [("a", &self.case.a), ("b", &self.case.b)] {
            let bits = |p: &[f64; 3]| {
                format!("[{}]", p.map(|x| format!("{:#018x}", x.to_bits())).join(", "))
            };
            let points: Vec<String> = points.iter().map(bits).collect();
            let points = points.join(", ");
            writeln!(f, "  // let {name} = [{points}].map(|p| p.map(f64::from_bits));")?;
        }
        Ok(())
    }
}
