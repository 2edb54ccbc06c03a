"""The text of a field as it was typed."""

from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit


def exact_text(field: QPlainTextEdit) -> str:
    """Return the text as typed: toPlainText would turn no-break spaces into spaces."""
    return field.document().toRawText().replace("\u2029", "\n")
