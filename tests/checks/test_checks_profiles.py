"""Properties are tried with the same examples in every run, and with others on request."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
TINY_TEST = """
from pathlib import Path
from hypothesis import given, strategies as st
from property_runs import examples

@given(st.integers())
def test_usual(number):
    with Path("usual").open("a") as file:
        file.write(f"{number}\\n")

@examples(6)
@given(st.integers())
def test_few(number):
    with Path("few").open("a") as file:
        file.write(f"{number}\\n")
"""


Tried = tuple[list[str], list[str]]


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Tried]:
    """Return a function that runs two properties and returns the examples each was tried with."""
    tmp_path = tmp_path_factory.mktemp("tiny")
    shutil.copy(TESTS.parent / "pyproject.toml", tmp_path)
    for name in ("conftest.py", "property_runs.py"):
        shutil.copy(TESTS / name, tmp_path)
    (tmp_path / "test_tiny.py").write_text(TINY_TEST)

    def run(*arguments: str) -> Tried:
        for name in ("usual", "few"):
            (tmp_path / name).unlink(missing_ok=True)
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:xdist",
            "-p",
            "no:cov",
            *arguments,
            "test_tiny.py",
        ]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return (tmp_path / "usual").read_text().split(), (tmp_path / "few").read_text().split()

    return run


@pytest.fixture(scope="module")
def in_every_run(tried: Callable[..., Tried]) -> Tried:
    return tried()


def test_every_run_tries_the_same_examples(tried, in_every_run):
    usual, few = in_every_run
    assert (len(usual), len(few)) == (12, 6)
    assert tried() == (usual, few)


def test_exploring_tries_more_and_others(tried, in_every_run):
    usual, few = tried("--hypothesis-profile=explore")
    assert (len(usual), len(few)) == (750, 375)
    assert (usual[:12], few[:6]) != in_every_run
