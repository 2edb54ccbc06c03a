"""Chat messages: Markdown without variables, below a header that is not sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from editor_app.analysis.analysis import Analysis, Form, KindRow, Reading, ReadWith
from editor_app.analysis.model_text import ModelSending, ModelText
from editor_app.analysis.trials import Trial
from editor_app.chats.checks import problems_of
from editor_app.chats.reading import MessageText, read_text
from editor_app.template.rendering import render_plain


def content_of(analysis: Analysis) -> MessageText | None:
    """Return what the message says; None where its text was not read."""
    return analysis.content if isinstance(analysis.content, MessageText) else None


def _read(text: Analysis, reading: ReadWith) -> Analysis:
    message = read_text(text.source)
    return replace(text, diagnostics=problems_of(message, reading.now), content=message)


def _sent_from(analysis: Analysis) -> int:
    message = content_of(analysis)
    return message.parts.content.start if message is not None else 0


def _render(
    analysis: Analysis, values: Mapping[str, str], trial: Trial, _memory: object | None
) -> ModelText | None:
    """Return the content as requests have it; values and what looks like a tag mean nothing here."""
    message = content_of(analysis)
    if message is None:
        return None
    rendering = render_plain(analysis.source, message.sent_spans)
    return ModelText(rendering.text, rendering, analysis, {}, trial.snapshot, (), values)


ROW = KindRow(
    Reading(_read),
    form=Form(is_markdown=True),
    sending=ModelSending(render=_render, sent_from=_sent_from, unsent_head="header", has_role=True),
)
