"""The form for what goes before the messages: the text, what it is tried with, model, limit and cache."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor_app.analysis.chat_requests.settings import NO_SYSTEM, RequestSettings, SystemChoice, SystemGroup
from editor_app.requests.parts import CacheMarks, Provider, facts_of, model_names
from editor_app.requests.shapes.anthropic import DEFAULT_MAX_TOKENS
from editor_app.text import Sentence, Severity
from editor_app.window.kinds.chat.system_text import MadeSystem
from editor_app.window.kit.card.controls import link_button
from editor_app.window.kit.form.choice import Choice, Option
from editor_app.window.kit.form.field import Access, Field, ReadOnlyText
from editor_app.window.kit.form.fold_line import FoldLine
from editor_app.window.kit.form.form import FormLook, FormPage
from editor_app.window.kit.form.line import Line
from editor_app.window.kit.theme.current import spaced
from editor_app.window.kit.words.labels import PlainLabel
from editor_app.window.kit.words.plain_text import number_in_words, one_line


class SystemTextView(NamedTuple):
    """What the form shows: the settings, what was made of the chosen text, and what can be chosen."""

    settings: RequestSettings = RequestSettings()
    made: MadeSystem = MadeSystem()
    groups: tuple[SystemGroup, ...] = ()
    provider: Provider = Provider.OPENAI

    @property
    def note(self) -> tuple[str, Severity]:
        """Why there is no text, or what stayed blank in it, and how bad that is; "" for nothing to say."""
        made = self.made
        if made.default is not None and not made.why_none:
            return Sentence("window-chat.default-sent", why=made.default.why), Severity.WARNING
        if made.why_none:
            return made.why_none, Severity.INFORMATION if made.is_resolving else Severity.ERROR
        blank = made.result.unresolved if made.result is not None else ()
        if not blank:
            return "", Severity.INFORMATION
        first, more = blank[0], len(blank) - 1
        about = Sentence("window-chat.stayed-blank", tag=first.tag, why=first.sentence, more=more)
        return about, Severity.WARNING

    @property
    def limit_hint(self) -> str:
        """Which limit the request gets where none is given."""
        text = self.made.text
        if text is not None and text.max_tokens is not None:
            return Sentence("window-chat.limit-from-prompt", tokens=text.max_tokens)
        if self.provider is Provider.ANTHROPIC:
            return number_in_words(DEFAULT_MAX_TOKENS)
        return Sentence("window-chat.not-set")

    @property
    def cache_off(self) -> str:
        """Why marks for the cache are of no use, "" where they are."""
        facts, provider = facts_of(self.provider, self.settings.model), self.provider
        if provider is Provider.ANTHROPIC or facts.takes_breakpoints:
            return ""
        return Sentence("window-chat.caches-by-itself", maker=provider.maker)


_MOST_TOKENS: Final = 10_000_000
_CACHES: Final = (
    Option(CacheMarks.FIVE_MINUTES.value, Sentence("window-chat.five-minutes")),
    Option(CacheMarks.ONE_HOUR.value, Sentence("window-chat.one-hour")),
    Option(CacheMarks.OFF.value, Sentence("window-chat.off")),
)
_LOOKS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFORMATION: "soft"}


class SystemTextPanel(FormPage):
    """Shows what goes before the messages of a chat; the perspective keeps what is chosen.

    `tools` are the words beside the title of the section.
    """

    settings_changed = Signal(object)  # RequestSettings
    open_requested = Signal(object)  # the path of a file that is not sent

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start with nothing chosen."""
        super().__init__(FormLook((12, 0, 12, 10), least_label=80, line_gap=6), parent)
        self._view = SystemTextView()
        self.setAccessibleName(Sentence("window-chat.system-message"))
        self.tools = PlainLabel(Sentence("window-chat.goes-first"), "soft")
        self.form.changed.connect(self._take)
        self.line = FoldLine(self)
        self.line.unfolded.connect(lambda _shown: self.show_choice(self._view))
        cast("QVBoxLayout", self.layout()).addWidget(self.line)
        self.link = link_button(
            Sentence("window-chat.open-my-text"),
            self,
            lambda: self.open_requested.emit(self._view.settings.system.path),
        )
        self.show_choice(self._view)
        self.setFocusProxy(self.form.cell("source").widget)

    def show_choice(self, view: SystemTextView) -> None:
        """Show settings and what can be chosen; a field that is being typed in keeps its text."""
        self._view = view
        self.form.show_fields(tuple(self._table(view)))
        note = view.note[0]
        self.form.cell("source").widget.setAccessibleDescription(note)
        self.link.setVisible(view.made.default is not None)
        if note:
            below = self.form.cell("note").column
            if below.indexOf(self.link) < 0:
                spaced(below, spacing=6).addWidget(self.link, 0, Qt.AlignmentFlag.AlignLeft)

    def take_typed(self) -> None:
        """Announce what was typed into a field and is not announced yet."""
        self.form.commit()

    def _table(self, view: SystemTextView) -> Iterator[Field]:
        settings = view.settings
        chosen, options = settings.system, _options(view)
        about, text = str(chosen.path or chosen.conversation_id or ""), replace(chosen, trial=None)
        yield Choice("source", Sentence("window-chat.from"), text, options=options, about=about)
        (note, severity), trials = view.note, view.made.trials
        if note:
            yield ReadOnlyText("note", "", note, look=_LOOKS[severity])
        if trials.word:
            names = (Option("", trials.untried), *(Option(name, name) for name in trials.names))
            yield Choice("trial", trials.word, chosen.trial or "", options=names)
        limit = "" if settings.max_tokens is None else str(settings.max_tokens)
        self.line.say(_settings_in_words(view))
        if not self.line.is_unfolded:
            return
        yield Line(
            "model",
            Sentence("window-chat.model"),
            settings.model or "",
            hint=Sentence("window-chat.not-set"),
            offered=model_names(view.provider),
        )
        yield Line("limit", Sentence("window-chat.reply-limit"), limit, hint=view.limit_hint, reads=_limit_in)
        access = Access.NONE if view.cache_off else Access.WRITE
        yield Choice(
            "cache",
            Sentence("window-chat.cache"),
            settings.cache.value,
            options=_CACHES,
            about=view.cache_off,
            access=access,
        )

    def _take(self, key: str, value: Any) -> None:  # noqa: ANN401  the sort of each field has its own
        settings = self._view.settings
        if key == "source":
            settings = replace(settings, system=value)
        elif key == "trial":
            settings = replace(settings, system=replace(settings.system, trial=value or None))
        elif key == "model":
            settings = replace(settings, model=value or None)
        elif key == "limit":
            settings = replace(settings, max_tokens=int(value) if value else None)
        else:
            settings = replace(settings, cache=CacheMarks(value))
        self.settings_changed.emit(settings)


def _settings_in_words(view: SystemTextView) -> str:
    """Return model, limit of the reply and cache in one line."""
    settings = view.settings
    limit = (
        Sentence("window-chat.at-most-tokens", tokens=settings.max_tokens)
        if settings.max_tokens is not None
        else ""
    )
    cache = "" if view.cache_off else Sentence("window-chat.cache-of", time=settings.cache.value)
    return one_line(
        " · ".join(filter(None, (settings.model or Sentence("window-chat.no-model"), limit, cache)))
    )


def _options(view: SystemTextView) -> tuple[Option, ...]:
    """Return none, and the texts of the library under their headings; and what is chosen besides."""
    options = [Option(NO_SYSTEM, Sentence("window-chat.none"))]
    for group in view.groups:
        options.append(Option(None, group.title, is_heading=True))
        options += (Option(SystemChoice(path), name, about=str(path)) for path, name in group.options)
    chosen = replace(view.settings.system, trial=None)
    path, conversation_id = chosen.path, chosen.conversation_id or ""
    if chosen not in [option.value for option in options]:
        inside = Sentence("window-chat.conversation")
        heading = inside if path is None else Sentence("window-chat.not-in-the-library")
        words = conversation_id if path is None else path.stem or str(path)
        options.append(Option(None, heading, is_heading=True))
        options.append(Option(chosen, words, about=str(path or conversation_id)))
    return tuple(options)


def _limit_in(typed: str) -> str | None:
    """Return a number of tokens as it is written in files, "" for no limit, None for anything else."""
    words = "".join(typed.split()).replace(",", "")
    if not words:
        return ""
    is_number = words.isascii() and words.isdigit() and len(words) <= len(str(_MOST_TOKENS))
    return str(int(words)) if is_number and 0 < int(words) <= _MOST_TOKENS else None
