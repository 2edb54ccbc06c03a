from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from editor_app.cli import main

SAMPLE = Path(__file__).parents[2] / "prompts"


class Ran(NamedTuple):
    """How a command ended, and what it wrote."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()


Foreword = Callable[..., Ran]


@pytest.fixture
def foreword(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Foreword:
    """Return a function that runs the command line in this process."""

    def run(*arguments: object, stdin: bytes | None = None) -> Ran:
        capsysbinary.readouterr()
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="ascii"))
        code = main([str(argument) for argument in arguments])
        out, err = capsysbinary.readouterr()
        return Ran(code, out, err.decode())

    return run


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty current folder, in a repository so that nothing above it counts."""
    folder = tmp_path / "here"
    (folder / ".git").mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def sample(here: Path) -> Path:
    """Return a copy of the sample library, in the current folder as `prompts`."""
    shutil.copytree(SAMPLE, here / "prompts")
    return here / "prompts"


@pytest.fixture
def library(here: Path) -> Path:
    """Return a library that has nothing but a folder for defaults."""
    (here / "prompts" / "defaults").mkdir(parents=True)
    return here / "prompts"


def prompt_source(name: str, body: str, variables: str = "[]", version: str = "1.0.0") -> str:
    return (
        f"---\nname: {name}\nversion: {version}\ndescription: A prompt\nmax_tokens: 100\n"
        f"variables: {variables}\n---\n\n{body}\n"
    )


@pytest.fixture
def write_prompt() -> Callable[..., Path]:
    """Return a function that writes a valid prompt file."""

    def write(folder: Path, name: str, body: str, variables: str = "[]", version: str = "1.0.0") -> Path:
        path = folder / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(prompt_source(path.stem, body, variables, version), "utf-8")
        return path

    return write
