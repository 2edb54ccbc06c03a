"""The texts that the preview of an open file can be compared with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol

from editor_app.analysis.library_facts.index import NamedText
from editor_app.analysis.model_text import ModelText, render
from editor_app.library.files.reading import FileError, read_file
from editor_app.system_messages.situations.situation import Situation
from editor_app.text import Sentence, decode
from editor_app.variables.access import FileAccess
from editor_app.window.documents.open_file import OpenFile


class ComparedText(Protocol):
    """Anything that has a text."""

    @property
    def text(self) -> str:
        """The text."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A text to compare with, such as "the default", "the last save", "case ‘b’".

    `result` returns what the model would get then, None if nothing; it is called only when the comparison is
    shown.
    """

    label: str
    result: Callable[[], ComparedText | None]


def comparisons_of(
    file: OpenFile, prompt: NamedText | None, access: FileAccess, *, shows_default: bool
) -> Sequence[Comparison]:
    """Return the situations, the default, the last saved text and the cases, except those in use.

    `access` says where the path of the default may lead. With `shows_default` that is what is shown, and the
    file's own text is what it can be compared with.
    """
    if shows_default:
        return [Comparison(Sentence("window-preview.my-text"), lambda: file.result)]
    last_save = Sentence("window-preview.last-save")
    comparisons = [Comparison(last_save, lambda: file.result_from(file.saved_text))]
    default = prompt.default_path if prompt is not None else None
    if default is not None and default != file.path:
        result = partial(_result_of_default, file, default, access)
        comparisons.insert(0, Comparison(Sentence("window-preview.default"), result))
    comparisons += [
        Comparison(
            Sentence("window-preview.case", name=case.name), partial(_with_values, file, dict(case.values))
        )
        for case in file.cases
        if case.name != file.case_name
    ]
    for saved in file.situations:
        if saved.name != file.situation_name:
            label = Sentence("window-preview.situation", name=saved.name)
            comparisons.insert(0, Comparison(label, partial(_in_situation, file, saved.situation)))
    return comparisons


def _with_values(file: OpenFile, values: Mapping[str, str | None]) -> ModelText | None:
    return render(file.analysis, replace(file.trial, values=values))


def _in_situation(file: OpenFile, situation: Situation) -> ModelText | None:
    return render(file.analysis, replace(file.trial, situation=situation))


def _result_of_default(file: OpenFile, default: Path, access: FileAccess) -> ModelText | None:
    try:
        decoded = decode(read_file(default, access=access).data)
    except FileError:
        return None  # the default no longer exists
    return file.result_from(decoded.text)
