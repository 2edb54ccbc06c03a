"""What the preview shows of the current file: what the model gets, or what callers get in its place."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from editor_app.analysis.model_text import ModelText
from editor_app.template.dialect import Dialect
from editor_app.text import Sentence
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.file_status import CallersChoice, CallersTexts
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.trust.words import home_relative
from editor_app.window.documents.value_facts import value_origins
from editor_app.window.panels.preview.comparison import comparisons_of
from editor_app.window.panels.preview.context_line import AsIf
from editor_app.window.panels.preview.look import PreviewLook
from editor_app.window.panels.preview.preview_panel import PreviewPanel
from editor_app.window.panels.preview.stable_prefix import text_look
from editor_app.window.perspectives.perspective import KindPreview


class PreviewDisplay:
    """Fills the preview, and lets it follow the caret once it shows the text there.

    `choice` says which text it shows of a file that callers do not get.
    """

    def __init__(self, documents: Documents, panel: PreviewPanel, caret_offset: Callable[[], int]) -> None:
        """Use these parts; `caret_offset` returns where the caret is in the current file."""
        self._resolver, self._library = documents.resolver, documents.library
        self._panel = panel
        self._caret_offset = caret_offset
        self.callers = CallersTexts(documents.library)
        self.choice: CallersChoice | None = None
        self._is_caret_ahead = False  # whether the preview does not show the text at the caret yet

    def show(self, file: OpenFile, of_kind: KindPreview | None) -> None:
        """Show what the model gets of a file, with what its kind shows besides."""
        self.choice = self.callers.choice(file)
        callers = self.callers.shown_by(self.choice, file)
        result = callers.result if callers is not None else file.result
        if callers is None and not file.analysis.is_looked_into:
            self._panel.show_nothing(
                Sentence("window-perspectives.too-many-tags"), Sentence("window-perspectives.render-instead")
            )
            return
        if result is None:
            self._panel.show_nothing(
                Sentence("window-perspectives.not-sent"), Sentence("window-perspectives.no-preview")
            )
            return
        self._panel.show_model(
            result,
            callers.name if callers is not None else file.path.name,
            origins=value_origins(file),
            max_tokens=result.analysis.max_tokens,
            look=_look(result, of_kind),
            extras=of_kind.extras if of_kind is not None else None,
        )
        if of_kind is not None:
            of_kind.refresh()
        if self._is_caret_ahead:
            self.follow_caret(file, self._caret_offset())
        self._panel.show_context(self._as_if(file))
        self._panel.show_callers(*self.callers.words(self.choice))
        prompt, access = self._library.prompt_of(file.path), self._library.library.access
        self._panel.show_comparisons(
            partial(comparisons_of, file, prompt, access, shows_default=callers is not None)
        )

    def show_look(self, file: OpenFile, of_kind: KindPreview | None) -> None:
        """Show what is shown besides the text, unless the text itself is to be shown first."""
        if self._panel.result is file.result:
            self._panel.show_look(_look(file.result, of_kind))

    def follow_caret(self, file: OpenFile | None, offset: int) -> None:
        """Let the preview follow the caret at an offset, as soon as it shows the text there."""
        shown = self._panel.result.analysis if self._panel.result is not None else None
        is_current = file is not None and shown is file.analysis and shown.source == file.text
        self._is_caret_ahead = not is_current
        if is_current:
            self._panel.text.follow(offset)

    def _as_if(self, file: OpenFile) -> AsIf | None:
        if file.analysis.dialect is not Dialect.BRACKETS or file.snapshot is None:
            return None
        context = self._resolver.context_of(file)
        return AsIf(
            home_relative(context.folder),
            file.snapshot.taken_at,
            context.model,
            context.conversation_id,
            frozen=context.clock is not None,
            unusual=tuple(self._resolver.unusual_of(file)),
        )


def _look(result: ModelText | None, of_kind: KindPreview | None) -> PreviewLook | None:
    return of_kind.look(result) if of_kind is not None else text_look(result)
