"""The second editor of a document, shown in place of its source."""

from __future__ import annotations

from dataclasses import dataclass

from editor_app.window.editor.code_editor import CodeEditor


@dataclass(frozen=True, slots=True)
class StandIn:
    """A second editor of a document, for a part of it, and the part's title in the switch beside the tabs."""

    editor: CodeEditor
    title: str
