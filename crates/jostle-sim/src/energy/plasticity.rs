//! Plastic flow (O'Brien, Bargteil and Hodgins, "Graphical modeling and animation of ductile fracture", 2002).

/// When and how a deformation stays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plasticity {
    /// Strains up to this are elastic.
    pub yield_strain: f64,
    /// The share of what is beyond that flows in a second.
    pub creep: f64,
    /// The most strain that can stay.
    pub limit: f64,
}

impl Plasticity {
    /// What has flowed after a time with this total strain. It is exact for a strain that is held: what is beyond the
    /// yield strain decays exponentially, so that no step is too long.
    pub fn flow(&self, strain: f64, plastic: f64, time: f64) -> f64 {
        let elastic = strain - plastic;
        let beyond = elastic.abs() - self.yield_strain;
        if beyond <= 0.0 {
            return plastic;
        }
        let flowed = -(-self.creep * time).exp_m1() * beyond * elastic.signum();
        (plastic + flowed).clamp(-self.limit, self.limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLAY: Plasticity = Plasticity { yield_strain: 0.1, creep: 2.0, limit: 0.5 };

    #[test]
    fn strains_below_the_yield_strain_stay_elastic() {
        assert_eq!(CLAY.flow(0.1, 0.0, 1.0), 0.0);
        assert_eq!(CLAY.flow(-0.35, -0.3, 1.0), -0.3);
    }

    #[test]
    fn flow_does_not_depend_on_the_step() {
        let once = CLAY.flow(0.4, 0.0, 1.0);
        let often = (0..100).fold(0.0, |plastic, _| CLAY.flow(0.4, plastic, 0.01));
        assert!((once - often).abs() < 1e-12 && once > 0.0);
        assert!((once - 0.3 * (1.0 - (-2f64).exp())).abs() < 1e-12);
    }

    #[test]
    fn no_more_flows_than_the_limit() {
        assert_eq!(CLAY.flow(2.0, 0.0, 100.0), 0.5);
        assert_eq!(CLAY.flow(-2.0, 0.0, 100.0), -0.5);
    }
}
