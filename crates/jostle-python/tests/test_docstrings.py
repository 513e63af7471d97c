"""Every example in a docstring runs, and shows what it says."""

from __future__ import annotations

import doctest
import inspect
import types
from typing import Any, Dict, Iterator, Tuple

import jostle
import jostle.ipc
import jostle.trimesh
import numpy as np
import pytest

MODULES = [jostle, jostle.impact, jostle.volume, jostle.shapes, jostle.scenes, jostle.sim, jostle.trimesh, jostle.ipc]


def documented() -> Iterator[Tuple[str, str]]:
    """Names and docstrings of everything that is public."""
    seen = set()
    for module in MODULES:
        yield module.__name__, module.__doc__ or ""
        for name in module.__all__:
            value = getattr(module, name)
            if isinstance(value, types.ModuleType) or id(value) in seen:
                continue
            seen.add(id(value))
            full = f"{module.__name__}.{name}"
            if callable(value):
                yield full, value.__doc__ or ""
            if inspect.isclass(value) and value.__module__.startswith("jostle"):
                for member, own in vars(value).items():
                    if not member.startswith("_") and (callable(own) or hasattr(own, "__get__")):
                        yield f"{full}.{member}", inspect.getdoc(own) or ""


ALL: Dict[str, str] = dict(documented())


@pytest.mark.parametrize("name", ALL)
def test_what_is_public_has_a_docstring(name: str) -> None:
    assert ALL[name].strip(), f"{name} has no docstring"


@pytest.mark.parametrize("name", [name for name, text in ALL.items() if ">>>" in text])
def test_examples_show_what_they_say(name: str) -> None:
    test = doctest.DocTestParser().get_doctest(inspect.cleandoc(ALL[name]), {}, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    with np.printoptions(legacy="1.25" if np.__version__ < "2" else False):
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def test_help_is_enough_to_call_collide() -> None:
    text = inspect.getdoc(jostle.collide) or ""
    for word in ("vertices", "elements", "pairs", "objects", "threads", "backend", "(n, 3)", "MeshError"):
        assert word in text
    assert "output" in str(inspect.signature(jostle.collide))
