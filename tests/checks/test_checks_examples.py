"""What Python programs may rely on is so: the examples of it run, and give what is said of them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

TESTS = Path(__file__).resolve().parents[1]
EXAMPLES = yaml.load((TESTS / "cases" / "python" / "examples.yaml").read_text("utf-8"), yaml.CSafeLoader)
IMPORTED = """\
import sys
before = set(sys.modules)
import editor_app
print(sorted(set(sys.modules) - before))
"""


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_what_python_programs_may_rely_on(example: dict[str, Any], tmp_path: Path) -> None:
    library = tmp_path / "prompts"
    shutil.copytree(TESTS.parent / "prompts", library)
    names: dict[str, Any] = {}
    for part in ("given", "example"):
        exec(example[part].replace("{library}", str(library)), names)
    assert [claim for claim in example["holds"] if not eval(claim, names)] == []


def test_importing_the_package_imports_nothing_else() -> None:
    command = [sys.executable, "-I", "-c", IMPORTED]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said == "['editor_app']\n"


def test_a_name_that_is_not_there_is_told_as_python_does() -> None:
    import editor_app

    with pytest.raises(AttributeError, match="module 'editor_app' has no attribute 'render_fiel'"):
        editor_app.render_fiel  # noqa: B018
    assert set(editor_app.__all__) <= set(dir(editor_app))
