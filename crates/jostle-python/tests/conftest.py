"""What several tests share."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from typing import Any, Dict, List

import pytest


def jostle_command(*arguments: str) -> List[str]:
    """The command of the wheel."""
    return [sys.executable, "-m", "jostle", *arguments]


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(jostle_command(*arguments), capture_output=True, text=True, timeout=120)


def report(*arguments: str) -> Dict[str, Any]:
    """What a command prints as JSON."""
    done = run(*arguments, "--json")
    assert done.returncode in (0, 1), done.stderr
    return dict(json.loads(done.stdout))


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    return tmp_path
