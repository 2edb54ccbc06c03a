"""Write the licence of everything in a bundle: `python packaging/bundle/licences.py DIR`.

It is run by the Python of the environment that the bundle is made from. DIR gets a folder for each part with
its licence texts as they were published, and `PARTS.txt`: name, version and licence of each, a line each.
"""

from __future__ import annotations

import shutil
import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

_ONLY_BUILDS = {
    "altgraph",
    "macholib",
    "packaging",
    "pefile",
    "pip",
    "pyinstaller-hooks-contrib",
    "setuptools",
}
_OF_PYTHON = (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix))  # where its own text is, by system
_WORDS = ("licen", "copying", "notice")
_TEXTS = Path(__file__).parents[1] / "licences"
_LGPL_TEXTS = ("LGPL-3.0.txt", "GPL-3.0.txt")


def write_licences(folder: Path) -> None:
    """Write `PARTS.txt` and the texts; raises FileNotFoundError for a part whose text is nowhere."""
    lines = [f"Python {sys.version.split()[0]}: PSF-2.0"]
    copies = {"Python/LICENSE.txt": _text_of_python()}
    parts = [part for part in distributions() if _plain(part.name) not in _ONLY_BUILDS]
    for part in sorted(parts, key=lambda part: _plain(part.name)):
        licence = licence_of(part)
        lines.append(f"{part.name} {part.version}: {licence}")
        texts = dict(texts_of(part)) or _texts_by_name(part.name, licence)
        copies |= {f"{part.name}/{place}": text for place, text in texts.items()}
    for place, text in copies.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(text, folder / place)
    (folder / "PARTS.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _text_of_python() -> Path:
    for place in _OF_PYTHON:
        if (text := place / "LICENSE.txt").exists():
            return text
    places = " or ".join(map(str, _OF_PYTHON))
    raise FileNotFoundError(f"Python has no LICENSE.txt in {places}. Put the one of its release there.")


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")


def licence_of(part: Distribution) -> str:
    """Return the licence that a part names in its metadata, in a line."""
    fields = ("License-Expression", "License", "Classifier")
    named = [words for field in fields for words in part.metadata.get_all(field, [])]
    words: str = next(
        (words for words in named if "::" not in words or "License ::" in words), "see its text"
    )
    return words.splitlines()[0].rpartition(" :: ")[2]


def texts_of(part: Distribution) -> Iterator[tuple[str, Path]]:
    """Yield the licence texts beside the metadata of a part: their places there, and their paths."""
    for file in part.files or ():
        metadata, *place = (name for name in file.parts if name != "licenses")
        if metadata.endswith(".dist-info") and any(word in file.name.lower() for word in _WORDS):
            yield "/".join(place), Path(str(file.locate()))


def _texts_by_name(name: str, licence: str) -> dict[str, Path]:
    if licence.startswith("LGPL-3.0"):  # the packages of Qt bring no text
        return {text: _TEXTS / text for text in _LGPL_TEXTS}
    raise FileNotFoundError(f"{name} brings no text of its licence ({licence}). Put one beside {_TEXTS}.")


if __name__ == "__main__":
    write_licences(Path(sys.argv[1]))
