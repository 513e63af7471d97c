//! What to ask of a scene.

/// How much of the answer is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Every colliding pair.
    #[default]
    AllPairs,
    /// The first colliding pair in the order of all of them, if any.
    First,
}

/// Which broad phase finds the candidates; all give the same answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Broad {
    /// [`Sweep`](crate::broad::Sweep).
    #[default]
    Sweep,
    /// [`BruteForce`](crate::broad::BruteForce).
    BruteForce,
}

/// What to ask of a scene; the default asks for every pair and for containment.
///
/// ```
/// use jostle::Query;
/// use jostle::collide::{Broad, Mode};
///
/// let query = Query::first().broad(Broad::BruteForce).containment(false);
/// assert_eq!(query.mode(), Mode::First);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    mode: Mode,
    broad: Broad,
    containment: bool,
}

impl Default for Query {
    fn default() -> Query {
        Query { mode: Mode::AllPairs, broad: Broad::default(), containment: true }
    }
}

impl Query {
    /// Asks for every pair.
    pub fn all_pairs() -> Query {
        Query::default()
    }

    /// Asks for the first pair only; objects inside others are looked for only if there is none.
    pub fn first() -> Query {
        Query { mode: Mode::First, ..Query::default() }
    }

    /// Chooses the broad phase.
    pub fn broad(self, broad: Broad) -> Query {
        Query { broad, ..self }
    }

    /// Says whether to look for objects wholly inside closed ones.
    pub fn containment(self, containment: bool) -> Query {
        Query { containment, ..self }
    }

    /// How much of the answer is wanted.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The broad phase chosen.
    pub fn broad_phase(&self) -> Broad {
        self.broad
    }

    /// Whether objects wholly inside closed ones are looked for.
    pub fn tests_containment(&self) -> bool {
        self.containment
    }
}
