"""Exceptions: the library's errors, with its messages."""

from __future__ import annotations

from typing import Optional


class JostleError(ValueError):
    """The base of all exceptions of this package.

    Where an error is about something in particular, ``object`` is the number of the object, ``name`` its name,
    ``element`` the number of the element in it, and ``vertex`` that of the vertex.
    """

    object: Optional[int] = None
    name: Optional[str] = None
    element: Optional[int] = None
    vertex: Optional[int] = None


class ArrayError(JostleError):
    """An array of the wrong shape, type or content."""


class MeshError(JostleError):
    """A mesh that cannot be used: a coordinate that is not finite, an index out of range, a vertex named twice."""


class MeshTooLargeError(MeshError, MemoryError):
    """A mesh that does not fit into memory."""


class SceneError(JostleError):
    """An object that does not exist, or a change that does not fit it."""


class QueryError(JostleError):
    """A query that cannot be answered: a distance that is none, a name that there is not."""


class ImpactError(JostleError):
    """A step that cannot be searched."""


class VolumeError(JostleError):
    """A mesh that is not solid."""


class DistanceError(JostleError):
    """Objects that have no distance or depth."""


class ContactError(JostleError):
    """Contacts or depths of vertices that cannot be told."""


class FileError(JostleError, OSError):
    """A file that cannot be read or written."""


class PictureError(JostleError):
    """A picture that cannot be drawn or written."""


class GpuError(JostleError, RuntimeError):
    """A GPU that cannot be used, or that refuses a query."""


class SimError(JostleError):
    """A body or a scene file that a world refuses, or a step that it cannot make."""


class RecordingError(JostleError, OSError):
    """A recording that cannot be written or played."""
