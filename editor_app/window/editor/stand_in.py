"""An editor that stands in for the source of a document."""

from __future__ import annotations

from dataclasses import dataclass

from editor_app.window.editor.code_editor import CodeEditor


@dataclass(frozen=True, slots=True)
class StandIn:
    """A second editor of a document, for a part of it, and what the switch beside the tabs calls that."""

    editor: CodeEditor
    title: str
