"""A kind of file that Foreword does not have, added as one is: a catalog entry, a module and a folder."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from editor_app.analysis import kinds as rows
from editor_app.library import kinds
from editor_app.library.kind_parts import Listing, PartOf, Recognition
from editor_app.library.kinds import Kind

VERSE = Kind(
    "toy-verse",
    recognition=Recognition((".verse",), by_name=lambda _folders, _name: True),
    listing=Listing("Verses", "list"),
    part_of=PartOf("toy-book", lambda name: name.startswith("page-")),
)
BOOK = Kind(
    "toy-book",
    recognition=Recognition(by_folder=lambda folders: folders[:-1] == ("books",)),
    listing=Listing("Verses", "list"),
)
ENGINE = Path(__file__).with_name("engine")
WINDOW = Path(__file__).with_name("window")


def add_verses(monkeypatch: pytest.MonkeyPatch) -> Kind:
    """Have files that end with `.verse`, until the test is over."""
    monkeypatch.setattr(kinds, "CATALOG", kinds.KindCatalog((*kinds.CATALOG.kinds, VERSE)))
    monkeypatch.setattr(rows, "__path__", [*rows.__path__, str(ENGINE)])
    return VERSE


def add_books(monkeypatch: pytest.MonkeyPatch) -> Kind:
    """Have folders of such files, too, until the test is over."""
    monkeypatch.setattr(kinds, "CATALOG", kinds.KindCatalog((*kinds.CATALOG.kinds, BOOK)))
    return BOOK


def show_verses(monkeypatch: pytest.MonkeyPatch) -> str:
    """Have a perspective for them, too, until `forget_verses`; return the name of its package."""
    from editor_app.window import kinds as perspectives

    monkeypatch.setattr(perspectives, "__path__", [*perspectives.__path__, str(WINDOW)])
    return f"{perspectives.__name__}.toy_verse"


def forget_verses() -> None:
    """Unload the perspective."""
    from editor_app.window import kinds as perspectives

    package = f"{perspectives.__name__}.toy_verse"
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[name]
    if hasattr(perspectives, "toy_verse"):
        del perspectives.toy_verse
