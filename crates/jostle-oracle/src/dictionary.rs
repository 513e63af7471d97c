//! The linear program and its simplex method: weights over the points of both elements that describe
//! the same place.
//!
//! A dictionary writes some of the variables (basic) as affine functions of the others (free), all
//! over one common denominator: `denominator * basic = constant + sum(coefficient * free)`.
//! Pivots keep it integral (Edmonds 1967, Bareiss 1968), and the least-index rule makes them end
//! (Bland, "New finite pivoting rules for the simplex method", 1977).

use crate::differences::Coordinates;
use crate::integer::Integer;
use std::cmp::Ordering;

/// Variables are known by index: the weights of `a`, those of `b`, and then per axis how far the
/// two places are apart.
type Variable = usize;

const WEIGHTS_OF_B: Variable = 4;
const APART: Variable = 8;

#[derive(Clone)]
struct Row<T> {
    basic: Variable,
    constant: T,
    coefficients: Vec<T>,
}

/// The weights of each element are at least zero and sum to one; that they sum to one is in the rows.
pub struct Dictionary<T> {
    denominator: T,
    rows: Vec<Row<T>>,
    free: Vec<Variable>,
}

impl<T: Integer> Dictionary<T> {
    /// All weight on the first points: `w0 = 1 - sum(w)`, `apart = gap + sum(w a) - sum(w b)`.
    pub fn new(coordinates: &Coordinates<T>) -> Self {
        let Coordinates { a, b, gap } = coordinates;
        let negative = |mut x: T| {
            x.negate();
            x
        };
        let row =
            |basic, constant: &T, a_terms: &dyn Fn(usize) -> T, b_terms: &dyn Fn(usize) -> T| Row {
                basic,
                constant: constant.clone(),
                coefficients: (0..a.len()).map(a_terms).chain((0..b.len()).map(b_terms)).collect(),
            };
        let zero = |_| T::ZERO;
        let minus_one = |_| negative(T::ONE);
        let mut rows = Vec::with_capacity(5);
        for axis in 0..3 {
            let a_terms = |i: usize| a[i][axis].clone();
            let b_terms = |i: usize| negative(b[i][axis].clone());
            rows.push(row(APART + axis, &gap[axis], &a_terms, &b_terms));
        }
        rows.push(row(0, &T::ONE, &minus_one, &zero));
        rows.push(row(WEIGHTS_OF_B, &T::ONE, &zero, &minus_one));
        let free = (1..=a.len()).chain(WEIGHTS_OF_B + 1..=WEIGHTS_OF_B + b.len()).collect();
        Dictionary { denominator: T::ONE, rows, free }
    }

    /// Takes the two places to be one; false if no weights, whatever their signs, do that.
    pub fn eliminate_equalities(&mut self) -> bool {
        for axis in 0..3 {
            let at = self.rows.iter().position(|row| row.basic == APART + axis);
            let at = at.expect("a difference stays basic until its turn");
            match self.rows[at].coefficients.iter().position(|c| !c.is_zero()) {
                Some(column) => {
                    self.pivot(at, column);
                    self.drop_column(column);
                }
                None if self.rows[at].constant.is_zero() => drop(self.rows.swap_remove(at)),
                None => return false,
            }
        }
        true
    }

    /// Whether any choice of weights is allowed: the dual simplex method for no objective.
    pub fn find_feasible(&mut self) -> bool {
        loop {
            let negative = (0..self.rows.len())
                .filter(|&i| self.rows[i].constant.sign() == Ordering::Less)
                .min_by_key(|&i| self.rows[i].basic);
            let Some(row) = negative else { return true };
            let rising = self.least_positive(&self.rows[row].coefficients);
            let Some(column) = rising else { return false };
            self.pivot(row, column);
        }
    }

    /// Whether a function of the place can be above zero, given its values at the points of `a`.
    ///
    /// For a feasible dictionary; the primal simplex method, stopped at the first positive value.
    pub fn can_exceed_zero(&mut self, values_at_a: &[T]) -> bool {
        self.rows.push(self.objective(values_at_a));
        let found = self.climb_above_zero();
        self.rows.pop();
        found
    }

    fn objective(&self, values_at_a: &[T]) -> Row<T> {
        let mut constant = T::ZERO;
        let mut coefficients = vec![T::ZERO; self.free.len()];
        for (variable, value) in values_at_a.iter().enumerate().filter(|(_, v)| !v.is_zero()) {
            if let Some(row) = self.rows.iter().find(|row| row.basic == variable) {
                constant = constant.plus(&value.times(&row.constant));
                for (sum, coefficient) in coefficients.iter_mut().zip(&row.coefficients) {
                    *sum = sum.plus(&value.times(coefficient));
                }
            } else {
                let column = self.free.iter().position(|&free| free == variable);
                let sum = &mut coefficients[column.expect("a weight is basic or free")];
                *sum = sum.plus(&value.times(&self.denominator));
            }
        }
        Row { basic: usize::MAX, constant, coefficients }
    }

    /// The objective is the last row.
    fn climb_above_zero(&mut self) -> bool {
        let objective = self.rows.len() - 1;
        loop {
            if self.rows[objective].constant.sign() == Ordering::Greater {
                return true;
            }
            let rising = self.least_positive(&self.rows[objective].coefficients);
            let Some(column) = rising else { return false };
            let row = self.first_to_vanish(column, objective);
            self.pivot(row, column);
        }
    }

    /// The basic variable that reaches zero first as the free one grows.
    fn first_to_vanish(&self, column: usize, rows: usize) -> usize {
        (0..rows)
            .filter(|&i| self.rows[i].coefficients[column].sign() == Ordering::Less)
            .min_by(|&i, &k| {
                let (first, second) = (&self.rows[i], &self.rows[k]);
                // Both coefficients are negative, so the order of the quotients turns twice.
                let by_quotient = second
                    .constant
                    .times(&first.coefficients[column])
                    .cmp(&first.constant.times(&second.coefficients[column]));
                by_quotient.then(first.basic.cmp(&second.basic))
            })
            .expect("weights that sum to one are bounded")
    }

    fn least_positive(&self, coefficients: &[T]) -> Option<usize> {
        (0..coefficients.len())
            .filter(|&j| coefficients[j].sign() == Ordering::Greater)
            .min_by_key(|&j| self.free[j])
    }

    /// The basic variable of the row and the free one of the column change places.
    fn pivot(&mut self, row: usize, column: usize) {
        let mut pivot_row = self.rows.swap_remove(row);
        let pivot = pivot_row.coefficients[column].clone();
        for other in &mut self.rows {
            let factor = other.coefficients[column].clone();
            let updated = |entry: &T, in_pivot_row: &T| {
                T::cross(&pivot, entry, &factor, in_pivot_row).over(&self.denominator)
            };
            other.constant = updated(&other.constant, &pivot_row.constant);
            for (j, entry) in other.coefficients.iter_mut().enumerate() {
                if j != column {
                    *entry = updated(entry, &pivot_row.coefficients[j]);
                }
            }
        }
        pivot_row.constant.negate();
        for coefficient in &mut pivot_row.coefficients {
            coefficient.negate();
        }
        pivot_row.coefficients[column] = std::mem::replace(&mut self.denominator, pivot);
        std::mem::swap(&mut pivot_row.basic, &mut self.free[column]);
        // Back to its place: an objective stays last.
        self.rows.push(pivot_row);
        let last = self.rows.len() - 1;
        self.rows.swap(row, last);
        if self.denominator.sign() == Ordering::Less {
            self.negate();
        }
    }

    fn negate(&mut self) {
        self.denominator.negate();
        for row in &mut self.rows {
            row.constant.negate();
            row.coefficients.iter_mut().for_each(T::negate);
        }
    }

    fn drop_column(&mut self, column: usize) {
        self.free.swap_remove(column);
        for row in &mut self.rows {
            row.coefficients.swap_remove(column);
        }
    }
}
