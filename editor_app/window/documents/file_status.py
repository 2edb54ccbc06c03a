"""The status of a file: whether callers get it or what else, and why it cannot be edited or saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakKeyDictionary

from editor_app.analysis.analysis import read_document
from editor_app.analysis.library_facts.index import NamedText
from editor_app.analysis.model_text import ModelText, render
from editor_app.library.files.reading import FileError, read_file
from editor_app.prompts.entities import error_count
from editor_app.prompts.loading import LoadedPrompt, Status
from editor_app.template.dialect import Dialect
from editor_app.text import Sentence, Severity
from editor_app.window.documents.library_state import LibraryState, counts
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import BUILT_IN_IS_READ_ONLY, DEFAULT_IS_READ_ONLY
from editor_app.window.documents.trust.words import restricted_sentence
from editor_app.window.kit.words.worded import WordedEnum

_BLANKS_COUNTED = 300_000


class Remedy(WordedEnum):
    """The links of the bar above the text; the values are the links' words."""

    SHOW_DEFAULT = Sentence("window-documents.show-default")
    FIX = Sentence("window-documents.fix")
    SAVE = Sentence("window-documents.save")
    MAKE_MY_COPY = Sentence("window-documents.make-my-copy")
    OPEN_MY_COPY = Sentence("window-documents.open-my-copy")
    COMPARE = Sentence("window-documents.compare")
    KEEP_MINE = Sentence("window-documents.keep-mine")
    LOAD_THEIRS = Sentence("window-documents.load-theirs")
    SAVE_AGAIN = Sentence("window-documents.save-it-again")
    CONVERT = Sentence("window-documents.save-as-utf-8")
    CANCEL = Sentence("window-documents.cancel")
    TRUST = Sentence("window-documents.trust")


@dataclass(frozen=True, slots=True)
class FileStatus:
    """A lasting sentence about a file, with links to what can be done about it.

    With `is_news` another program caused it, and a screen reader announces it unasked. One that `is_quiet`
    warns of nothing, and can be closed. With `is_to_decide` nothing is wrong, and the user has a choice.
    """

    severity: Severity
    sentence: str
    remedies: tuple[WordedEnum, ...] = ()
    is_news: bool = False
    is_quiet: bool = False
    is_to_decide: bool = False


@dataclass(frozen=True, slots=True)
class CallersText:
    """The text that callers get in place of a file's, and the default it is made from.

    `name` is the default's path from the library's root.
    """

    path: Path
    name: str
    result: ModelText


@dataclass(frozen=True, slots=True)
class CallersChoice:
    """Which text is shown of a prompt that is passed over; `is_valid` says whether it is used once saved."""

    default: LoadedPrompt
    is_valid: bool
    shows_default: bool

    @property
    def path(self) -> Path:
        """The file of the default."""
        return Path(self.default.prompt.source.file_path)


class CallersTexts:
    """Gives the default that callers get in place of a file, and remembers which of the two is shown.

    Until somebody chooses, it is the default while the file is as it was saved, and its own text once it is
    edited.
    """

    def __init__(self, library: LibraryState) -> None:
        """Start with no choice made."""
        self._library = library
        self._chosen: WeakKeyDictionary[OpenFile, bool] = WeakKeyDictionary()

    def choice(self, file: OpenFile) -> CallersChoice | None:
        """Return which text is shown of a file that callers do not get, None for any other."""
        default = loaded_instead(file, self._library.prompt_of(file.path))
        if default is None:
            return None
        return CallersChoice(default, _is_valid(file), self._chosen.get(file, not file.is_modified))

    def choose_other(self, file: OpenFile) -> None:
        """Show the other text from now on: the default, or the file's own."""
        choice = self.choice(file)
        if choice is not None:
            self._chosen[file] = not choice.shows_default

    def shown(self, file: OpenFile) -> CallersText | None:
        """Return what is shown in place of a file's text, None where its own is."""
        return self.shown_by(self.choice(file), file)

    def shown_by(self, choice: CallersChoice | None, file: OpenFile) -> CallersText | None:
        """Return what a choice shows in place of a file’s text, None where it shows that or is none."""
        return self._text(file, choice) if choice is not None and choice.shows_default else None

    def copied(self, file: OpenFile) -> CallersText | None:
        """Return what is copied in place of a file's text: where that is shown, and where it is not valid."""
        choice = self.choice(file)
        is_copied = choice is not None and (choice.shows_default or not choice.is_valid)
        return self._text(file, choice) if choice is not None and is_copied else None

    def name_of_copy(self, file: OpenFile, copied: CallersText | None) -> str:
        """Return what the text is called that is copied: that of `copied`, or for None the file's own."""
        prompt = self._library.prompt_of(file.path)
        if copied is not None:
            return Sentence("window-documents.copied-default", name=copied.name)
        if prompt is not None and prompt.user_path == file.path and not _is_valid(file):
            return Sentence("window-documents.copied-invalid")
        if self.choice(file) is not None:
            return Sentence("window-documents.copied-unsaved")
        return Sentence("window-documents.copied-own")

    def words(self, choice: CallersChoice | None) -> tuple[str, str]:
        """Return whether callers get the text that is shown, and the link to the other; "" for no choice."""
        if choice is None:
            return "", ""
        name = self._library.relative(choice.path)
        if choice.shows_default:
            until = "save" if choice.is_valid else "none"
            is_this = Sentence("window-documents.callers-get-this", until=until, name=name)
            return is_this, Sentence("window-documents.show-my-text")
        is_next = Sentence("window-documents.callers-get-this-once-saved")
        if not choice.is_valid:
            is_next = Sentence("window-documents.callers-get-not-this", name=name)
        return is_next, Sentence("window-documents.show-what-they-get")

    def _text(self, file: OpenFile, choice: CallersChoice) -> CallersText | None:
        """Return what the default gives with the file's values; None if it was deleted meanwhile."""
        path = choice.path
        try:
            data = read_file(path, access=self._library.library.access).data
        except FileError:
            return None
        analysis = read_document(data, file.kind, path.name, catalog=file.catalog, is_interactive=True)
        result = render(analysis, file.trial)
        return CallersText(path, self._library.relative(path), result) if result is not None else None


def file_status_of(file: OpenFile, prompt: NamedText | None) -> FileStatus | None:
    """Return the most urgent status of a file, None if there is none."""
    if file.binary_sort is not None:  # the page in place of the text says so
        sentence = Sentence("window-documents.gone", name=file.path.name)
        return FileStatus(Severity.WARNING, sentence, is_news=True) if file.is_gone else None
    if file.is_gone:
        sentence = Sentence("window-documents.gone-text-here", name=file.path.name)
        return FileStatus(Severity.WARNING, sentence, (Remedy.SAVE_AGAIN,), is_news=True)
    if file.trouble:
        sentence = Sentence("window-documents.trouble-text-here", trouble=file.trouble)
        return FileStatus(Severity.WARNING, sentence, is_news=True)
    if file.is_stale:
        sentence = Sentence("window-documents.changed-meanwhile", name=file.path.name)
        remedies = (Remedy.COMPARE, Remedy.KEEP_MINE, Remedy.LOAD_THEIRS)
        return FileStatus(Severity.WARNING, sentence, remedies, is_news=True)
    if file.document.is_filling:
        sentence = Sentence("window-documents.still-opening", name=file.path.name)
        return FileStatus(Severity.INFORMATION, sentence, (Remedy.CANCEL,))
    reason = file.document.read_only_because
    if reason in {DEFAULT_IS_READ_ONLY, BUILT_IN_IS_READ_ONLY}:
        has_copy = prompt is not None and prompt.user_path is not None
        remedy = Remedy.OPEN_MY_COPY if has_copy else Remedy.MAKE_MY_COPY
        shown = Sentence("window-documents.default-with-copy") if has_copy else reason
        return FileStatus(Severity.INFORMATION, shown, (remedy,))
    if reason is not None:
        return FileStatus(Severity.INFORMATION, Sentence("window-documents.read-only", reason=reason))
    return _fallback(file, prompt)


def restricted_status_of(file: OpenFile) -> FileStatus | None:
    """Return the status that values of a file are blank for want of trust, None if none is."""
    is_large = len(file.text) > _BLANKS_COUNTED  # then what the text uses is not looked for
    sentence = restricted_sentence(file.snapshot, lambda: None if is_large else file.result)
    if not sentence:
        return None
    return FileStatus(Severity.INFORMATION, sentence, (Remedy.TRUST,), is_quiet=True)


def _fallback(file: OpenFile, prompt: NamedText | None) -> FileStatus | None:
    """Return what callers get while the user's saved file is passed over because of errors, and why."""
    if prompt is None or prompt.user_path != file.path:
        return None
    is_utf8 = file.text_format.encoding == "utf-8"
    can_convert = not is_utf8 and file.document.read_only_because is None
    mend = Remedy.CONVERT if can_convert else Remedy.SAVE if _is_valid(file) else Remedy.FIX
    if prompt.error is not None:
        if mend is Remedy.SAVE and file.is_modified:
            sentence = Sentence("window-documents.no-prompt-until-saved")
            return FileStatus(Severity.INFORMATION, sentence, (mend,))
        sentence = Sentence("window-documents.no-prompt", cause=_cause(file, prompt))
        return FileStatus(Severity.ERROR, sentence, (mend,))
    default = loaded_instead(file, prompt)
    if default is None:
        return None
    version = default.prompt.version
    if mend is Remedy.SAVE:
        sentence = Sentence("window-documents.default-until-saved", version=version)
        return FileStatus(Severity.INFORMATION, sentence, (Remedy.SAVE, Remedy.SHOW_DEFAULT))
    cause = _cause(file, prompt)
    sentence = Sentence("window-documents.default-because", version=version, cause=cause)
    return FileStatus(Severity.WARNING, sentence, (Remedy.SHOW_DEFAULT, mend))


def _cause(file: OpenFile, prompt: NamedText) -> str:
    """Return the error: of the current text if it was changed, else of the text that was loaded."""
    now = [problem for problem in file.analysis.diagnostics if problem.severity is Severity.ERROR]
    if file.is_modified and now:
        return _first_of([problem.message for problem in now], counts(now).errors)
    if prompt.loaded is not None:
        errors = [error for tried in prompt.loaded.tried for error in tried.errors]
    else:
        errors = list(prompt.error.causes) if prompt.error is not None else []
    return _first_of([error.message for error in errors], error_count(errors))


def _first_of(messages: Sequence[str], number: int) -> str:
    if not messages:
        return Sentence("window-documents.file-unusable")
    return Sentence("window-documents.first-cause", cause=messages[0], others=number - 1)


def binary_in_words(file: OpenFile) -> str:
    """Return what sort of file it is, and its size, for a file that is not text."""
    sort = file.binary_sort or ""
    size = file.stamp.mark.size
    return Sentence("window-documents.sort-and-size", sort=f"{sort[:1].upper()}{sort[1:]}", size=size)


def status_sentence(file: OpenFile, folder: str) -> str:
    """Return the sentence of the status bar; the bar above the text says what callers get."""
    if file.binary_sort is not None:
        return binary_in_words(file)
    if file.analysis.dialect is not Dialect.BRACKETS:
        return ""
    return Sentence("window-documents.workspace", folder=folder)


def _is_valid(file: OpenFile) -> bool:
    return not any(problem.severity is Severity.ERROR for problem in file.analysis.diagnostics)


def loaded_instead(file: OpenFile, prompt: NamedText | None) -> LoadedPrompt | None:
    """Return the default that is used because a user's saved file is passed over, None where it is not."""
    if prompt is None or prompt.user_path != file.path or prompt.loaded is None:
        return None
    return prompt.loaded if prompt.loaded.status is Status.FALLBACK else None
