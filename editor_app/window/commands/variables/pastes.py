"""What is said of pasted and dropped text: that tags in it give nothing, with what can be done about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from editor_app.analysis.pasted_tags import PastedTags, tags_without_effect
from editor_app.template.dialect import Dialect
from editor_app.template.template import parse
from editor_app.text import Edit, Sentence, Span
from editor_app.window.commands.window_commands import WindowCommands
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.trust.fixes import TRUST_WORDS
from editor_app.window.frame.notices import User
from editor_app.window.kit.work.connections import Connections
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.perspectives.window_services import WindowView
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.painting.marks import EditsSince

_LOOKED_AT_ONCE: Final = 300_000  # characters; in a longer text, rendering waits for a pause in typing
_PAUSE_MS: Final = 400


@dataclass(frozen=True, slots=True)
class _Paste:
    """A text that was pasted: into which file, with which editor, and where it is by now."""

    file: OpenFile
    editor: CodeEditor
    span: Span


class PasteCommands(WindowCommands):
    """Offers to make pasted tags literal that would render as nothing; typing is never asked about.

    Where pasted tags are blank only because the folder is not trusted, it offers to trust it instead.

    Where it is not known yet whether a pasted tag has a value, the text is looked at again when it is.
    """

    def __init__(
        self, documents: Documents, shown: WindowView, user: User, *, ask_trust: Callable[[], object]
    ) -> None:
        """Follow what is pasted into the current file; `ask_trust` asks whether to trust the folder."""
        super().__init__(documents, shown, user)
        self._ask_trust, self._trust_changed = ask_trust, documents.resolver.trust.changed
        self._paste: _Paste | None = None
        self._sentence = ""
        self._to_text, self._to_file = Connections(), Connections()
        self._later = single_shot(shown.current, _PAUSE_MS, self._look)
        shown.current.pasted.connect(self._begin)

    def _begin(self, span: Span) -> None:
        self._end()
        file, editor = self._current.file, self._current.editor
        if file is None or editor is None or file.analysis.row.form.dialect is None:
            return
        self._paste = _Paste(file, editor, span)
        self._to_text.add(editor.contents.edited, self._follow)
        for changed in (file.analysed, file.values_changed):
            self._to_file.add(changed, self._look_soon)
        self._look_soon()

    def _end(self) -> None:
        """Forget the last paste, and close what is said of it."""
        self._paste, self._sentence = None, ""
        self._to_text.end()
        self._stop_looking()
        self._notifier.dismiss_of_step(self)

    def _stop_looking(self) -> None:
        """Let later edits and values be: typing costs nothing once it is known what becomes of a paste."""
        self._later.stop()
        self._to_file.end()

    def _follow(self, edit: Edit | None) -> None:
        """Follow where the pasted text is; what an edit joins with other text is no paste any more."""
        paste = self._paste
        if paste is None:
            return
        if edit is not None and edit.span.start >= paste.span.end:
            return
        start, end = paste.span
        if edit is None or edit.span.start < start < edit.span.end or edit.span.end > end:
            self._end()
            return
        self._paste = replace(paste, span=EditsSince([edit]).span_now(paste.span))
        if not self._paste.span.length:
            self._end()

    def _look_soon(self) -> None:
        paste = self._paste
        if paste is not None and len(paste.file.text) > _LOOKED_AT_ONCE:
            self._later.start()
        else:
            self._look()

    def _look(self) -> None:
        """Say what becomes of the pasted tags, once the text was read with them."""
        paste = self._paste
        if paste is None or self._current.editor is not paste.editor or self._is_behind(paste):
            return
        blank = self._blank_tags(paste)
        if not blank.is_unsettled:
            self._stop_looking()
        if not blank.sentence and not blank.is_unsettled:
            self._end()
        elif blank.sentence and blank.sentence != self._sentence:
            self._sentence = blank.sentence
            literal, trust = (
                (Sentence("window-commands.make-literal"), self._make_literal),
                (TRUST_WORDS, self._ask_trust),
            )
            links = (
                trust if blank.needs_only_trust else literal,
                (Sentence("window-commands.show"), self._show),
            )
            until = (self._trust_changed,) if blank.needs_only_trust else ()
            self._notifier.say(
                blank.sentence,
                *links,
                is_of_file=True,
                step=self,
                until=until,
            )
            self._notifier.stay()  # what only it offers stays in reach

    def _make_literal(self) -> None:
        """Make the tags literal text, as one undo step."""
        paste = self._paste
        if paste is None or self._is_behind(paste):
            return
        edits = self._blank_tags(paste).edits
        self._end()
        paste.editor.contents.apply_edits(edits)
        paste.editor.setFocus()

    def _show(self) -> None:
        """Select the next of the tags, the first at first, and show what is known of it."""
        paste = self._paste
        if paste is None or self._is_behind(paste):
            return
        spans = self._blank_tags(paste).spans
        if spans:
            caret = paste.editor.cursor_offset()
            is_at_end = caret >= paste.span.end
            spans_behind = () if is_at_end else (span for span in spans if span.start >= caret)
            paste.editor.setFocus()
            paste.editor.select_span(next(iter(spans_behind), spans[0]))
            paste.editor.show_hover()
            self._sentence = ""
            self._look()  # the notice closed with its link

    def _is_behind(self, paste: _Paste) -> bool:
        """Whether the file was not read since its last edit."""
        return paste.file.analysis.revision != paste.file.document.revision

    def _blank_tags(self, paste: _Paste) -> PastedTags:
        contents, result = paste.editor.contents, paste.file.result
        is_whole_file = contents is paste.file.document  # else it is the content of one block
        template = paste.file.analysis.template if is_whole_file else parse(contents.text, Dialect.BRACKETS)
        if template is None or result is None:
            return PastedTags()
        return tags_without_effect(template, paste.span, result)
