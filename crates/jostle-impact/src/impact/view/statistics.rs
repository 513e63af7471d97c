//! What the view of surfaces came to.

/// Why a surface was searched in full, although the [view](crate::impact::ImpactMethod::View) of it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewFallback {
    /// The object is of tetrahedra.
    NotTriangles,
    /// An edge has three triangles or more.
    NotManifold,
    /// Two triangles walk their edge the same way.
    NotOriented,
    /// Some triangles cannot be reached from others across edges, or there are fewer than two.
    NotConnected,
    /// The step starts with triangles that collide.
    StartNotFree,
}

impl ViewFallback {
    /// All of them.
    pub const ALL: [ViewFallback; 5] = [
        ViewFallback::NotTriangles,
        ViewFallback::NotManifold,
        ViewFallback::NotOriented,
        ViewFallback::NotConnected,
        ViewFallback::StartNotFree,
    ];

    /// A few words.
    pub fn name(self) -> &'static str {
        match self {
            ViewFallback::NotTriangles => "tetrahedra",
            ViewFallback::NotManifold => "not manifold",
            ViewFallback::NotOriented => "not oriented",
            ViewFallback::NotConnected => "not connected",
            ViewFallback::StartNotFree => "start not free",
        }
    }
}

/// How the surfaces that were searched against themselves were seen in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ViewStatistics {
    /// Triangles that face away from the point or line that they are seen from, throughout.
    pub positive: u64,
    /// Triangles that face it throughout.
    pub negative: u64,
    /// Triangles that change, or may.
    pub zero: u64,
    /// Triangles that ghost triangles may meet, and those cut off by them.
    pub violated: u64,
    /// Surfaces that were seen from a point.
    pub points: u64,
    /// Surfaces that were seen from a line.
    pub lines: u64,
    /// Surfaces that all triangles of face one way, so that nothing was to be compared.
    pub proven: u64,
    /// Surfaces whose start was not known to be free and was asked about.
    pub start_queries: u64,
    /// Surfaces that were searched in full because something touches.
    pub colliding: u64,
    /// Surfaces that were searched in full, for each reason as in [`ViewFallback::ALL`].
    pub fallbacks: [u64; 5],
    /// Seconds in which triangles were looked at, starts were asked about and sets were marked.
    pub seconds: f64,
}

impl ViewStatistics {
    /// How many surfaces were searched in full for a reason.
    pub fn fallback(&self, reason: ViewFallback) -> u64 {
        self.fallbacks[reason as usize]
    }

    pub(in crate::impact) fn add_fallback(&mut self, reason: ViewFallback) {
        self.fallbacks[reason as usize] += 1;
    }
}
