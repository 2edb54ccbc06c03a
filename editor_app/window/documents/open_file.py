"""One open file: its text, its path, kind and encoding, and its current analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.analysis import Analysis, analyse, encoding_problem, row_of, with_encoding_problem
from editor_app.analysis.model_text import ModelText, render
from editor_app.analysis.trials import Trial
from editor_app.clock import Clock
from editor_app.library.files.binary import binary_sort
from editor_app.library.files.reading import FileContent, FileStamp
from editor_app.library.kinds import Kind
from editor_app.prompts.cases.cases import Case
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, NamedSituation, Situation
from editor_app.text import (
    Decoded,
    Diagnostic,
    Edit,
    Fix,
    Newlines,
    Sentence,
    TextFormat,
    apply_edits,
    decode,
    encode,
    in_file_order,
    letters_of,
    newlines_of,
)
from editor_app.variables.catalog import Catalog
from editor_app.variables.resolver import Snapshot
from editor_app.window.documents.file_place import NO_FILE, EarlierText, FilePlace
from editor_app.window.documents.trust.fixes import names_refused, with_refused
from editor_app.window.documents.values.declarable import with_declare_fixes
from editor_app.window.kit.work.slicer import Slicer
from editor_app.window.kit.work.slices import in_slices
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.text.document.document import EditorDocument

if TYPE_CHECKING:  # a window that starts with a prompt imports neither
    from editor_app.system_messages.assembly.assembly import AssemblyOptions

_ANALYSED_AT_ONCE = 150_000
_DATA_ANALYSED_AT_ONCE = 30_000  # characters whose tree is read in 50 ms
_EDITS_ANALYSED_AT_ONCE = 1_000_000  # characters; of kinds where an edit reads again only what it changes
_STEPS_ANALYSED_AT_ONCE = 30  # of an earlier session; with more, colours would have to follow too many edits
_PAUSE_MS = 300


class OpenFile(QObject):
    """A file in a tab.

    Its text is in `document`; everything else is computed from that text, the values chosen for it and the
    last snapshot of the variables. A file of another program that is not text, such as an image, has an empty
    document; `binary_sort` says what it is, and is None for text. In a long text, `analysis` follows after a
    pause in typing, in slices, or on `catch_up`. One that begins with NO_FILE `is_untitled` until it is
    saved: it has its tab's name as its `path`, and saving asks for another.
    """

    analysed = Signal()
    values_changed = Signal()
    gone_changed = Signal(bool)  # whether the file is no longer on disk
    restored = Signal(bool)  # no steps of an earlier session are left to be made; False if they cannot be
    release_requested = Signal()  # input being composed elsewhere for this file must come now

    def __init__(
        self,
        place: FilePlace,
        content: FileContent,
        catalog: Catalog,
        clock: Clock,
        *,
        earlier: EarlierText | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Create it from the file's bytes as read, changed by what an earlier session made of it.

        With that it is a text that was edited: whatever it holds and however long it is.
        """
        super().__init__(parent)
        self.is_untitled = content is NO_FILE
        self.binary_sort = _sort_of(content, place.kind) if earlier is None else None
        data = content.data if self.binary_sort is None else b""
        decoded = decode(data)
        if earlier is not None and earlier.of_base is not None:
            decoded = replace(decoded, format=replace(decoded.format, newlines=earlier.of_base))
        self.path = place.path
        self.kind = place.kind
        self.catalog = catalog
        self._clock = clock
        self.stamp: FileStamp = content.stamp
        self.text_format: TextFormat = decoded.format
        self.saved_text = decoded.text
        self.is_stale = False
        self._is_gone = False
        self._encoding_problem = encoding_problem(data, self.kind)
        self.trouble = ""  # why the file on disk cannot be read any more
        self.shows_placeholders = self.binary_sort is not None or decoded.bad_byte is not None
        self._place_forbids = place.read_only_because
        self.document = EditorDocument(
            decoded.text,
            newlines=decoded.format.newlines,
            read_only_because=self._place_forbids or self._why_read_only(decoded),
            is_limited=earlier is None,
            parent=self,
        )
        self._pause = single_shot(self, _PAUSE_MS, self._analyse_now)
        self._edits_not_analysed = 0
        self._is_making_steps = False
        self._steps_to_make = tuple(earlier.steps) if earlier is not None else ()
        self._letters_to_make = earlier.letters if earlier is not None else ()
        if self.document.is_filling:
            self.document.read_only_changed.connect(self._make_steps)
        else:
            self._make_steps()
        self.values: dict[str, str | None] = {}
        self.case_name: str | None = None
        self.cases: tuple[Case, ...] = ()
        self.snapshot: Snapshot | None = None
        self.situation: Situation = EMPTY_SITUATION
        self.situation_name: str | None = None
        self.situations: tuple[NamedSituation, ...] = ()
        self.options: AssemblyOptions | None = None  # None stands for the default options
        self._refused: frozenset[str] = frozenset()  # the files that are not read until they are allowed
        self._memory = row_of(self.kind).reading.new_memory()
        self._result: ModelText | None = None
        self._analysing = Slicer(self)
        self._own_problems: tuple[Diagnostic, ...] = ()  # without those of `set_found`
        self.analysis = Analysis(-1, self.text, self.kind, catalog, is_looked_into=False)
        self._analyse_now()
        self.document.edited.connect(self._after_edit)

    @property
    def text(self) -> str:
        """The text as it is in the editor."""
        return self.document.text

    @property
    def is_restoring(self) -> bool:
        """Whether undo steps of an earlier session are still to be made, once a long text is all there."""
        return bool(self._steps_to_make)

    @property
    def text_in_full(self) -> str:
        """The text with the undo steps that are still to be made."""
        text = self.text
        for step in self._steps_to_make:
            text = apply_edits(text, step)
        return text

    def make_steps(self, steps: Sequence[Sequence[Edit]], letters: Sequence[Sequence[Edit]]) -> bool:
        """Make the undo steps of an earlier session of the text as it was read; whether that could be done.

        `letters` has for each step the edits of the letters that stand for the newlines.
        """
        if self.is_unsaved or not self.document.takes_edits or self.document.read_only_because is not None:
            return False
        self._steps_to_make, self._letters_to_make = tuple(steps), letters
        text = self.text_in_full
        self._make_steps()
        return self.text == text

    def _make_steps(self) -> None:
        """Make the steps of an earlier session, unless the text is not all there yet."""
        if not self._steps_to_make or self.document.is_filling:
            return
        text = self.text_in_full
        if self.document.takes_edits:
            self._is_making_steps = True
            try:
                with suppress(OverflowError):  # more different characters than can be shown
                    self._make_each()
            finally:
                self._is_making_steps = False
                if self._pause.isActive():
                    self._after_edit()
        self._end_restoring(is_whole=self.text == text)

    def _make_each(self) -> None:
        letters = letters_of(self.text_format.newlines, self.saved_text)
        are_known = bool(self._letters_to_make or self.text_format.newlines.exceptions)
        for step, edits in zip_longest(self._steps_to_make, self._letters_to_make, fillvalue=()):
            self.document.apply_edits(step)
            with suppress(ValueError):  # of a journal that does not fit together: the text counts
                letters = apply_edits(letters, edits)
                if are_known:
                    self.document.take_newline_letters(letters)
        if self._letters_to_make and not self.document.is_modified:  # only newlines are others
            self.document.mark_unsaved()

    def _end_restoring(self, *, is_whole: bool) -> None:
        if self._steps_to_make:
            self._steps_to_make = self._letters_to_make = ()
            self.restored.emit(is_whole)

    @property
    def is_modified(self) -> bool:
        """Whether the text differs from what was last read or saved."""
        return self.document.is_modified or self.is_restoring

    @property
    def is_gone(self) -> bool:
        """Whether the file is no longer on disk, so that its text is only here."""
        return self._is_gone

    @is_gone.setter
    def is_gone(self, is_gone: bool) -> None:
        if is_gone != self._is_gone:
            self._is_gone = is_gone
            self.gone_changed.emit(is_gone)

    @property
    def is_unsaved(self) -> bool:
        """Whether closing the file would lose something: its text here is not on disk."""
        if self.is_untitled:
            return bool(self.text)
        return self.is_modified or (self.is_gone and self.binary_sort is None)

    @property
    def trial(self) -> Trial:
        """The values, situation and options that the text is tried with."""
        return Trial(self.values, situation=self.situation, options=self.options, snapshot=self.snapshot)

    @property
    def result(self) -> ModelText | None:
        """The text the model gets for `analysis` and the values; None for a kind that is sent to no model."""
        if self._result is None:
            self._result = render(self.analysis, self.trial, self._memory)
        return self._result

    @property
    def result_to_send(self) -> ModelText | None:
        """The text the model gets, without options that only the preview uses, such as dropping blocks."""
        if self.options is None or not self.options.drop_outranked:
            return self.result
        options = replace(self.options, drop_outranked=False)
        return render(self.analysis, replace(self.trial, options=options), self._memory)

    def result_from(self, source: str) -> ModelText | None:
        """Return the text the model would get from another source with the same values."""
        analysis = analyse(source, self.kind, self.path.name, catalog=self.catalog, is_interactive=True)
        return render(analysis, self.trial)

    def data(self) -> bytes:
        """Return the bytes to save, with input still being composed as far as it is committed.

        Half a surrogate pair raises UnencodableText.
        """
        self.take_composed()
        text, newlines = self.text_in_full, self.document.newlines
        if self.is_restoring:
            letters = letters_of(self.text_format.newlines, self.saved_text)
            with suppress(ValueError):
                for edits in self._letters_to_make:
                    letters = apply_edits(letters, edits)
            newlines = newlines_of(letters, text) or Newlines(self.text_format.newlines.dominant)
        return encode(text, replace(self.text_format, newlines=newlines))

    def take_composed(self) -> None:
        """Take into the text what was typed with an input method, as far as it is committed."""
        self.release_requested.emit()
        self.document.release()

    def set_values(self, values: Mapping[str, str | None], case_name: str | None) -> None:
        """Try the text with other values; `case_name` is the case they come from, None if from none."""
        self.values = {name: value for name, value in values.items() if value is not None}
        self.case_name = case_name
        self._forget_result()

    def set_situation(self, situation: Situation, name: str | None) -> None:
        """Try a system message in another situation; `name` is the saved one's that it started as, if any."""
        self.situation = situation
        self.situation_name = name
        self._forget_result()

    def set_options(self, options: AssemblyOptions) -> None:
        """Assemble a system message with other options."""
        self.options = options
        self._forget_result()

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Use newly resolved values of variables."""
        self.snapshot = snapshot
        self._forget_result()

    def set_catalog(self, catalog: Catalog) -> None:
        """Use another catalog of variables."""
        self.catalog = catalog
        self._analyse_now()

    @property
    def case(self) -> Case | None:
        """The case the values come from, None if from none."""
        return next((case for case in self.cases if case.name == self.case_name), None)

    def mark_saved(self, stamp: FileStamp) -> None:
        """Remember that the file holds the current text."""
        self.stamp = stamp
        self.saved_text = self.text
        self.is_stale = self.is_gone = False
        self.trouble = ""
        self.text_format = replace(self.text_format, newlines=self.document.newlines)
        if self._encoding_problem is not None and self.text_format.encoding == "utf-8":
            self._encoding_problem = None
            self._analyse_now()
        self.document.mark_saved()

    def take_from_disk(self, content: FileContent) -> None:
        """Replace the text by the file's new content, as one undo step."""
        self._end_restoring(is_whole=True)
        self.binary_sort = _sort_of(content, self.kind)
        data = content.data if self.binary_sort is None else b""
        decoded = decode(data)
        self.document.replace_text(decoded.text, decoded.format.newlines)
        self.text_format = decoded.format
        self.shows_placeholders = self.binary_sort is not None or decoded.bad_byte is not None
        self.mark_saved(content.stamp)
        self._encoding_problem = encoding_problem(data, self.kind)
        self._analyse_now()
        self.document.set_read_only_because(self._place_forbids or self._why_read_only(decoded))

    def take_stamp(self, content: FileContent) -> None:
        """Remember what the file holds now without reading it into the editor: the text stays unsaved."""
        self.stamp = content.stamp
        decoded = decode(content.data)
        self.saved_text = decoded.text
        self.text_format = replace(self.text_format, newlines=decoded.format.newlines)
        self.document.mark_unsaved()

    def rename(self, place: FilePlace) -> None:
        """Change path and kind after a rename; the new name may be of another kind."""
        self.is_untitled = False
        self.path = place.path
        if place.kind != self.kind:
            self.kind = place.kind
            self._memory = row_of(self.kind).reading.new_memory()
            self.snapshot = None
            self._refused = frozenset()
        if not self.shows_placeholders:
            self.document.set_read_only_because(place.read_only_because)
        self._place_forbids = place.read_only_because
        self._analyse_now()

    def set_found(self, found: tuple[Diagnostic, ...]) -> None:
        """Add the problems that trying the text found to those of its analysis, until it is edited."""
        diagnostics = in_file_order((*self._own_problems, *found))
        if diagnostics != self.analysis.diagnostics:
            self.analysis = replace(self.analysis, diagnostics=diagnostics)
            self.analysed.emit()

    @property
    def is_behind(self) -> bool:
        """Whether the analysis of the current text is still outstanding."""
        return self._pause.isActive() or self._analysing.is_busy

    def stop_analysing(self) -> None:
        """Give up the analysis that is outstanding, of a file that is closed."""
        self._pause.stop()
        self._analysing.stop()

    def catch_up(self) -> None:
        """Analyse the current text now, if its analysis is still outstanding."""
        if self._pause.isActive():
            self._analyse_now()
        self._analysing.finish()

    def fix_now(self, fix: Fix) -> Fix:
        """Return a fix of the analysis as it is now: one that writes the time was made with the text."""
        for diagnostic in self.analysis.diagnostics:
            if fix in diagnostic.fixes:
                same = diagnostic.code, diagnostic.span
                now = (new for new in self._analyse().diagnostics if (new.code, new.span) == same)
                fixes = (other for new in now for other in new.fixes if other.title == fix.title)
                return next(fixes, fix)
        return fix

    def _after_edit(self, _edit: object = None) -> None:
        most = _EDITS_ANALYSED_AT_ONCE
        if self._memory is None:
            most = _DATA_ANALYSED_AT_ONCE if self.analysis.row.form.is_data else _ANALYSED_AT_ONCE
        self._edits_not_analysed += 1
        waits = self._is_making_steps and self._edits_not_analysed < _STEPS_ANALYSED_AT_ONCE
        if waits or len(self.text) > most:
            self._analysing.stop()
            self._pause.start()
        else:
            self._analyse_now()

    def _analyse_now(self) -> None:
        """Analyse the text as it is now, in slices where that takes more than a moment."""
        self._pause.stop()
        self._edits_not_analysed = 0
        in_turn = row_of(self.kind).form.is_data and self._memory is None
        steps = in_slices(self._analyse) if in_turn else iter((self._analyse(),))
        self._analysing.start(steps, self._take_analysis)
        self._analysing.advance()

    def _take_analysis(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self._own_problems = analysis.diagnostics
        self._result = None
        self.analysed.emit()

    def _analyse(self) -> Analysis:
        analysis = analyse(
            self.document.text,
            self.kind,
            self.path.name,
            catalog=self.catalog,
            revision=self.document.revision,
            memory=self._memory,
            is_interactive=True,
            now=self._clock(),
        )
        analysis = with_declare_fixes(with_refused(analysis, self.snapshot, self._refused))
        return with_encoding_problem(analysis, self._encoding_problem)

    def _why_read_only(self, decoded: Decoded) -> str | None:
        if self.binary_sort is not None:
            return Sentence("window-documents.binary-read-only")
        if decoded.bad_byte is not None:
            byte, encoding = decoded.bad_byte + 1, decoded.format.encoding.upper()
            return Sentence("window-documents.undecodable", byte=byte, encoding=encoding)
        return None

    def _forget_result(self) -> None:
        self._result = None
        refused = names_refused(self.snapshot, self.values)
        if refused != self._refused:
            self._refused = refused
            self._analyse_now()
        self.values_changed.emit()


def _sort_of(content: FileContent, kind: Kind) -> str | None:
    """Return what sort of file it is if it is not text; None for text, and for kinds that have to be text."""
    return binary_sort(content.data) if row_of(kind).reading.may_be_binary else None
