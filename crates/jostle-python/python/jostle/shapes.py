"""Shapes made by formula, the same on every machine: for tests, benchmarks and examples."""

from ._jostle import (
    ball_tets,
    beam_tets,
    box_surface,
    box_tets,
    bumpy_sphere,
    chazelle,
    cloth,
    geodesic_sphere,
    icosphere,
    icosphere_near,
    rippled_cloth,
    rod_tets,
    sleeve,
    torus,
    torus_knot,
)

__all__ = [
    "ball_tets",
    "beam_tets",
    "box_surface",
    "box_tets",
    "bumpy_sphere",
    "chazelle",
    "cloth",
    "geodesic_sphere",
    "icosphere",
    "icosphere_near",
    "rippled_cloth",
    "rod_tets",
    "sleeve",
    "torus",
    "torus_knot",
]
