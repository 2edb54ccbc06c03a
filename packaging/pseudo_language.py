"""A language that nobody speaks, made of the English catalogues: text that stays plain was built by hand.

`python packaging/pseudo_language.py DIR` writes its catalogues. Letters have accents, texts are a third
longer and in brackets; parameters stay as they are.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from editor_app.text.sentences.catalogue import Argument, Choice, Part, Reference, read_entries, read_parts
from editor_app.text.sentences.language import english

_ACCENTED = str.maketrans(
    "abcdeghijklnorstuwyzABCDEGHIJKLNORSTUWYZ", "áƀćđéĝĥíĵķĺńóŕśţúŵýžÁɃĆĐÉĜĤÍĴĶĹŃÓŔŚŢÚŴÝŽ"
)
_OTHERS = str.maketrans("fmpqvxFMPQVX", "ƒɱþɋṽẋƑṀÞɊṼẊ")
_OF_LANGUAGE = re.compile(r"^(?:list|and|or|sentences|digits|plural-rule|plural-forms)$")


def accented(text: str) -> str:
    """Return a text with accents on all letters."""
    return text.translate(_ACCENTED).translate(_OTHERS)


def write_pseudo_language(folder: Path) -> None:
    """Write the catalogues of the pseudo-language into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in english().folder.glob("*.ftl"):
        lines = []
        for name, source in read_entries(file.read_text("utf-8")).items():
            own = file.stem == "text" and _OF_LANGUAGE.match(name)
            lines.append(f"{name} = {source if own else _longer(read_parts(source))}\n")
        (folder / file.name).write_text("".join(lines), "utf-8")


def _longer(parts: list[Part]) -> str:
    return f"⟦{_written(parts)}{'·' * (_length(parts) * 35 // 100)}⟧"


def _length(parts: list[Part]) -> int:
    """Return how many characters of its own a text has, with the longest of its choices."""
    choices = (max(map(_length, part.texts.values())) for part in parts if isinstance(part, Choice))
    return sum(len(part) for part in parts if isinstance(part, str)) + sum(choices)


def _written(parts: list[Part]) -> str:
    return "".join(_part(part) for part in parts)


def _part(part: Part) -> str:
    if isinstance(part, Argument):
        each = f', each: "{part.each}"' if part.each != "*" else ""
        return f"{{{part.joined}(${part.name}{each})}}" if part.joined else f"{{${part.name}}}"
    if isinstance(part, Reference):
        return f"{{{part.id}}}"
    if isinstance(part, Choice):
        default = part.texts["*"]
        texts = ((key, text) for key, text in part.texts.items() if key != "*")
        rows = (f"\n  {'*' if text is default else ''}[{key}] {_written(text)}" for key, text in texts)
        return f"{{${part.parameter} ->{''.join(rows)}\n }}"
    text = accented(part)
    return f'{{"{text}"}}' if set(text) & set("{}") or text != text.strip() else text


if __name__ == "__main__":
    write_pseudo_language(Path(sys.argv[1]))
