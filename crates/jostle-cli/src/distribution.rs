//! Statistics of a list of numbers.

/// Mean, standard deviation and quantiles of some numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Distribution {
    pub mean: f64,
    pub deviation: f64,
    pub min: f64,
    pub lower: f64,
    pub median: f64,
    pub upper: f64,
    pub max: f64,
}

impl Distribution {
    pub fn from_values(values: impl IntoIterator<Item = f64>) -> Distribution {
        let mut values: Vec<f64> = values.into_iter().collect();
        if values.is_empty() {
            return Distribution::default();
        }
        values.sort_unstable_by(f64::total_cmp);
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / count;
        let quantile = |share: f64| {
            let at = share * (count - 1.0);
            let (low, high) = (values[at.floor() as usize], values[at.ceil() as usize]);
            low + (high - low) * at.fract()
        };
        Distribution {
            mean,
            deviation: variance.sqrt(),
            min: values[0],
            lower: quantile(0.25),
            median: quantile(0.5),
            upper: quantile(0.75),
            max: values[values.len() - 1],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_of_a_few_values() {
        let distribution = Distribution::from_values([4.0, 1.0, 3.0, 2.0, 5.0]);
        assert_eq!((distribution.min, distribution.max, distribution.mean), (1.0, 5.0, 3.0));
        assert_eq!((distribution.lower, distribution.median, distribution.upper), (2.0, 3.0, 4.0));
        assert!((distribution.deviation - 2f64.sqrt()).abs() < 1e-12);
        assert_eq!(Distribution::from_values([]), Distribution::default());
        assert_eq!(Distribution::from_values([1.0, 2.0]).median, 1.5);
    }
}
