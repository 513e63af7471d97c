"""Bodies that deform, collide and come to rest: solids, cloth, rigid bodies and points, built from arrays or from scene
files, stepped, read in place, recorded and played.

>>> import jostle
>>> world = jostle.sim.World.load("drape")
>>> world.step(10, callback=lambda own: None)
10
>>> world.positions("cloth").shape[1], world.statistics.held
(3, 0)
"""

from __future__ import annotations

from typing import List

from ._jostle import SIM_SCENES, Recorder, Recording, StepStatistics, World

__all__ = ["Recorder", "Recording", "StepStatistics", "World", "names"]


def names() -> List[str]:
    """The names of the scenes that ship, for `World.load`.

    >>> import jostle
    >>> "boldie" in jostle.sim.names()
    True
    """
    return list(SIM_SCENES)
