"""Jostle finds what touches what, where, when and how deep, in meshes that deform, tear and crumple. Exactly: every pair
of triangles or tetrahedra that intersect, and none that do not.

A mesh is ``(vertices, elements)``: arrays of (n, 3) numbers and of (m, 3) or (m, 4) indices.

>>> import jostle
>>> ball = jostle.shapes.icosphere(4)
>>> ring = jostle.shapes.torus(1.0, 0.3)
>>> collisions = jostle.collide(ball, ring)
>>> bool(collisions), collisions.pairs.shape == (len(collisions), 2)
(True, True)

For meshes that move, a `Scene` keeps its buffers from query to query; `jostle.impact` tells when they touch on the way.
"""

from __future__ import annotations

from . import impact, scenes, shapes, sim, volume
from ._errors import (
    ArrayError,
    ContactError,
    DistanceError,
    FileError,
    GpuError,
    ImpactError,
    JostleError,
    MeshError,
    MeshTooLargeError,
    PictureError,
    QueryError,
    RecordingError,
    SceneError,
    SimError,
    VolumeError,
)
from ._jostle import (
    AnimatedScene,
    Certificate,
    ClosestPoints,
    Collisions,
    ContactRows,
    Distance,
    Impacts,
    IntersectionCurve,
    NearContacts,
    ObjectDepth,
    ObjectDistance,
    Overlap,
    Picture,
    PointDepths,
    RayHits,
    Scene,
    __version__,
)
from ._mesh import Mesh
from ._queries import (
    boundary,
    certificate,
    closest,
    collide,
    contacts,
    curves,
    depth,
    distance,
    gpus,
    info,
    load,
    load_parts,
    object_depth,
    orientations,
    picture,
    rays,
    save,
    self_collide,
    signed_distance,
    weld,
    winding_number,
    within,
)

__all__ = [
    "AnimatedScene",
    "ArrayError",
    "Certificate",
    "ClosestPoints",
    "Collisions",
    "ContactError",
    "ContactRows",
    "Distance",
    "DistanceError",
    "FileError",
    "GpuError",
    "ImpactError",
    "Impacts",
    "IntersectionCurve",
    "JostleError",
    "Mesh",
    "MeshError",
    "MeshTooLargeError",
    "NearContacts",
    "ObjectDepth",
    "ObjectDistance",
    "Overlap",
    "Picture",
    "PictureError",
    "PointDepths",
    "QueryError",
    "RayHits",
    "RecordingError",
    "Scene",
    "SceneError",
    "SimError",
    "VolumeError",
    "__version__",
    "boundary",
    "certificate",
    "closest",
    "collide",
    "contacts",
    "curves",
    "depth",
    "distance",
    "gpus",
    "impact",
    "info",
    "load",
    "load_parts",
    "object_depth",
    "orientations",
    "picture",
    "rays",
    "save",
    "scenes",
    "self_collide",
    "shapes",
    "signed_distance",
    "sim",
    "volume",
    "weld",
    "winding_number",
    "within",
]
