//! Sums of many terms in `f64`.

/// A sum that carries its rounding error along (Neumaier 1974).
#[derive(Clone, Copy, Default)]
pub struct CompensatedSum {
    sum: f64,
    rest: f64,
}

impl CompensatedSum {
    pub fn add(&mut self, value: f64) {
        let sum = self.sum + value;
        self.rest += match self.sum.abs() >= value.abs() {
            true => (self.sum - sum) + value,
            false => (value - sum) + self.sum,
        };
        self.sum = sum;
    }

    pub fn total(self) -> f64 {
        self.sum + self.rest
    }
}
