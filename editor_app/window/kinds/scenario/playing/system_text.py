"""The system text of a scenario, and the values that its triggers name: variables come later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from editor_app.analysis.analysis import analyse
from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.analysis.model_text import render
from editor_app.analysis.system_texts import system_text_of
from editor_app.analysis.trials import Trial
from editor_app.library.files.reading import FileError, quoted, read_file
from editor_app.library.folders import Library, kind_of
from editor_app.library.heads import HEAD_BYTES
from editor_app.requests.parts import SystemText
from editor_app.runs.triggers.built_in import variables_named
from editor_app.text import Severity, Span, decode
from editor_app.window.documents.values.folder_values import FolderValues
from editor_app.window.kinds.scenario.playing.inputs import ErrorPlace, RunInputs, TextOf

RESOLVING: Final = "The variables of the system text are being resolved."
"""Why a scenario is not played yet, for a moment."""


class SystemTexts:
    """Fills in what a scenario's files give, as far as `values` are resolved."""

    def __init__(self, library: Callable[[], Library], values: FolderValues, text_of: TextOf) -> None:
        """Use these parts."""
        self.values = values
        self._library = library
        self._text_of = text_of

    def completed(self, inputs: RunInputs, folder: Path) -> RunInputs:
        """Return what a scenario is played with, its system text and values as far as they are known."""
        names = variables_named(inputs.triggers.enabled)
        inputs = replace(inputs, values=self.values.values(names, folder))
        path = inputs.system_path
        if path is None or inputs.why_not:
            return inputs
        place: Span | None = Span(0, 0)
        try:
            text, why_not, place = self._system(path, folder)
        except FileError as error:
            text, why_not = None, error.sentence
        if text is None:
            return replace(inputs, why_not=why_not, place=None if place is None else ErrorPlace(path, place))
        return replace(inputs, system=text)

    def _system(self, path: Path, folder: Path) -> tuple[SystemText | None, str, Span | None]:
        """Return a system text, or why there is none and where; without a place it may come yet."""
        library = self._library()
        source = self._text_of(path)
        if source is None:
            decoded = decode(read_file(path, access=library.access).data)
            if decoded.bad_byte is not None:
                why_not = f"{quoted(path.name)} is not UTF-8, so it cannot be sent. Save it as UTF-8."
                return None, why_not, Span(0, 0)
            source = decoded.text
        kind = kind_of(library, path, source.encode("utf-8", "replace")[:HEAD_BYTES])
        catalog = catalog_of(library, somebody_waits=True)
        analysis = analyse(source, kind, path.name, catalog=catalog, somebody_waits=True)
        errors = [one for one in analysis.diagnostics if one.severity is Severity.ERROR]
        if errors:
            return None, f"{quoted(path.name)} has an error: {errors[0].message}", errors[0].span
        snapshot = None
        if analysis.row.sending.resolves_variables:
            snapshot = self.values.snapshot(tuple(dict.fromkeys(analysis.names)), folder)
            if snapshot is None:
                return None, RESOLVING, None
        result = render(analysis, Trial(snapshot=snapshot))
        if result is None:
            why_not = f"{quoted(path.name)} is sent to no model. Name a prompt, template or system message."
            return None, why_not, Span(0, 0)
        return system_text_of(result, path), "", None
