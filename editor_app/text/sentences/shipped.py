"""The folders that ship with the program: `resources` and `prompts`."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[2]


def shipped_dir(name: str, package: Path = _PACKAGE) -> Path:
    """Return a shipped folder: inside the installed package, or beside it in a checkout."""
    installed = package / "shipped" / name
    if installed.is_dir():
        return installed
    checkout = package.parent
    # Another package's folder of that name may lie beside an installed package.
    if (checkout / "pyproject.toml").is_file() and (checkout / name).is_dir():
        return checkout / name
    raise FileNotFoundError(f"The folder ‘{name}’ of Foreword is missing. Install Foreword again.")
