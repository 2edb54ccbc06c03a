"""A folder full of programs and modules that somebody else wrote; each that runs leaves a marker."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

INSTALLED = ("PySide6", "platformdirs", "rs_bpe", "tomlkit", "wcmatch", "yaml")
STANDARD = (
    *("__future__", "argparse", "base64", "bisect", "codeop", "concurrent", "copy", "csv", "dataclasses"),
    *("datetime", "difflib", "glob", "hashlib", "heapq", "json", "logging", "pathlib", "random", "shutil"),
    *("socket", "string", "subprocess", "tempfile", "textwrap", "threading", "tomllib", "uuid", "zlib"),
)
AT_START = ("sitecustomize", "usercustomize")
PROGRAMS = ("git", "xdg-open", "python", "python3", "sh", "env", "ls")


class HostileFolder:
    """The folder, and the markers of what ran of it."""

    def __init__(self, path: Path, markers: Path, modules: Iterable[str] = ()) -> None:
        """Fill `path`, by default with everything; a marker is a file in `markers`."""
        self.path = path
        self._markers = markers
        markers.mkdir(parents=True)
        path.mkdir(parents=True, exist_ok=True)
        for name in modules or (*INSTALLED, *STANDARD, *AT_START):
            self._write_module(name)
        for name in PROGRAMS:
            self._write_program(name)

    @property
    def what_ran(self) -> set[str]:
        """The names of the modules and programs that ran."""
        return {marker.name for marker in self._markers.iterdir()}

    def _write_module(self, name: str) -> None:
        is_package = name in {"PySide6", "tomlkit", "wcmatch", "concurrent"}
        file = self.path / name / "__init__.py" if is_package else self.path / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"open({str(self._markers / name)!r}, 'w').close()\n")

    def _write_program(self, name: str) -> None:
        program = self.path / name
        program.write_text(f"#!/bin/sh\n: >'{self._markers / name}'\necho hostile\n")
        program.chmod(0o755)
