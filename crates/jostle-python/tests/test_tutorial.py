"""docs/python.md: its code runs, in order, and prints what stands below it; README's Python lines run too; and so do the
examples."""

from __future__ import annotations

import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
from typing import Any, Dict, List, Tuple

import pytest

REPOSITORY = pathlib.Path(__file__).parents[3]
TUTORIAL = REPOSITORY / "docs" / "python.md"
# With this in the environment, the tutorial is written anew: what its code prints, and its pictures.
UPDATES = bool(os.environ.get("UPDATE_TUTORIAL"))


def blocks(text: str) -> List[Tuple[str, str]]:
    return re.findall(r"```(\w+)\n(.*?)```", text, flags=re.DOTALL)


def test_the_tutorial_prints_what_it_says(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = TUTORIAL.read_text()
    names: Dict[str, Any] = {}
    printed = ""
    for language, content in blocks(text):
        if language == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(content, str(TUTORIAL), "exec"), names)
            printed = out.getvalue()
        elif language == "text":
            if UPDATES:
                text = text.replace(f"```text\n{content}```", f"```text\n{printed}```", 1)
            else:
                assert printed == content
    pictures = sorted(tmp_path.glob("*.png"))
    assert pictures
    for made in pictures:
        shown = REPOSITORY / "docs" / "pictures" / made.name
        assert f"pictures/{made.name}" in text
        if UPDATES:
            shown.write_bytes(made.read_bytes())
        # The same picture, or nearly: other processors may round otherwise.
        assert abs(shown.stat().st_size - made.stat().st_size) < 0.02 * made.stat().st_size
    if UPDATES:
        TUTORIAL.write_text(text)


@pytest.mark.parametrize("readme", ["README.md", "crates/jostle-python/README.md"])
def test_the_lines_of_the_readme_run(readme: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = 0
    for language, content in blocks((REPOSITORY / readme).read_text()):
        if language == "python":
            exec(compile(content, readme, "exec"), {})
            ran += 1
    assert ran


EXAMPLES = sorted((REPOSITORY / "examples" / "python").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_examples_run_headless(example: pathlib.Path, tmp_path: pathlib.Path) -> None:
    done = subprocess.run([sys.executable, str(example)], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout


def test_there_are_five_examples() -> None:
    assert len(EXAMPLES) == 5
