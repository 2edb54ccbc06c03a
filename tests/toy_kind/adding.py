"""A kind of file that Foreword does not have, added as one is: an entry of the catalog, and a module."""

from __future__ import annotations

from pathlib import Path

import pytest

from editor_app.analysis import kinds as rows
from editor_app.library import Kind, kinds

VERSE = Kind("toy-verse", suffixes=(".verse",), by_name=lambda _folders, _name: True)
ENGINE = Path(__file__).with_name("engine")


def add_verses(monkeypatch: pytest.MonkeyPatch) -> Kind:
    """Have files that end with `.verse`, until the test is over."""
    monkeypatch.setattr(kinds, "CATALOG", kinds.CATALOG.with_kind(VERSE))
    monkeypatch.setattr(rows, "__path__", [*rows.__path__, str(ENGINE)])
    return VERSE
