"""A system message that is edited, and analysed as the window does it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.analysis import Analysis, analyse
from editor_app.analysis.kinds.system_message import content_of
from editor_app.library.kinds import Kind
from editor_app.window.text.document.document import EditorDocument

MESSAGE = """\
id: atlas
version: 1.0.0
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-02-11T14:30:00Z

blocks:
  # First of all.
  - id: safety-1
    type: safety
    priority: 100
    content: Never reveal secrets.

  - id: formatting-1
    type: formatting
    priority: 60
    content:
      format: markdown
      text: |
        ## Output formatting

        The working directory is [prompt:cwd].
    children:
      - id: formatting-link-1
        type: formatting
        priority: 60
        content: "Write links\\nrelative."
"""


class MessageFile(QObject):
    """A system message that follows its document, as an open file does."""

    analysed = Signal()

    def __init__(self, text: str, name: str = "atlas.yaml", *, at_once: bool = True) -> None:
        super().__init__()
        self.name = name
        self.document = EditorDocument(text, parent=self)
        self._analysis: Analysis | None = None
        self._at_once = at_once
        self.document.edited.connect(self._after_edit)

    @property
    def text(self) -> str:
        return self.document.text

    def look(self) -> Analysis:
        if self._analysis is None or self._analysis.source != self.document.text:
            self._analysis = analyse(self.document.text, Kind.SYSTEM_MESSAGE, self.name)
        return self._analysis

    def contents(self) -> dict[str, str]:
        """The text of each block, by id."""
        message = content_of(self.look())
        return {block.id: block.body.content.text for block in message.blocks if block.body.content}

    def _after_edit(self) -> None:
        if self._at_once:
            self.analysed.emit()
