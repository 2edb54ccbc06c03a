"""The table of the user's settings: what each is called, what it can be, and its default.

The settings file is read and written by it, the settings dialog shows it, the manual lists it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from editor_app.library.history.version_lists import (
    DEFAULT_DAYS,
    DEFAULT_MEGABYTES,
    MOST_DAYS,
    MOST_MEGABYTES,
)
from editor_app.text import Sentence

Value: TypeAlias = str | int | bool
AS_THE_SYSTEM: Final = 0
NO_RULER: Final = 0
_LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some words, each with its label."""

    options: tuple[tuple[str, str], ...]

    def accepts(self, value: object) -> bool:
        """Whether a value is one of the words."""
        return value in [word for word, _ in self.options]

    @property
    def in_words(self) -> str:
        """What a value must be."""
        return Sentence("library.one-of-words", words=[word for word, _ in self.options])


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `least` to `most`, or `other`, which means what `other_words` say."""

    least: int
    most: int
    other: int | None = None
    other_words: str = ""

    def accepts(self, value: object) -> bool:
        """Whether a value is such a number."""
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return value == self.other or self.least <= value <= self.most

    @property
    def in_words(self) -> str:
        """What a value must be."""
        if self.other is None:
            return Sentence("library.whole-number", least=self.least, most=self.most)
        return Sentence(
            "library.whole-number-or",
            least=self.least,
            most=self.most,
            other=self.other,
            meaning=self.other_words,
        )


@dataclass(frozen=True, slots=True)
class Words:
    """A text of one line; an empty one means what the `hint` says."""

    hint: str

    in_words = Sentence("library.text-of-one-line")

    def accepts(self, value: object) -> bool:
        """Whether a value is such a text."""
        return isinstance(value, str) and len(value) <= _LONGEST and (value.isprintable() or not value)


@dataclass(frozen=True, slots=True)
class YesNo:
    """Yes or no."""

    in_words = Sentence("library.true-or-false")

    def accepts(self, value: object) -> bool:
        """Whether a value is yes or no."""
        return isinstance(value, bool)


Sort: TypeAlias = OneOf | Whole | Words | YesNo


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting by its key in the file: the page it is on, its label, a sentence, and what it can be."""

    key: str
    page: str
    label: str
    sentence: str
    sort: Sort
    default: Value


THEMES: Final = OneOf(
    (
        ("system", Sentence("library.theme-system")),
        ("light", Sentence("library.theme-light")),
        ("dark", Sentence("library.theme-dark")),
    )
)

SETTINGS: Final = (
    Setting(
        "model",
        Sentence("library.page-general"),
        Sentence("library.setting-model"),
        Sentence("library.setting-model-sentence"),
        Words(Sentence("library.no-model")),
        "",
    ),
    Setting(
        "theme",
        Sentence("library.page-look"),
        Sentence("library.setting-theme"),
        Sentence("library.setting-theme-sentence"),
        THEMES,
        "system",
    ),
    Setting(
        "interface_size",
        Sentence("library.page-look"),
        Sentence("library.setting-interface-size"),
        Sentence("library.setting-interface-size-sentence"),
        Whole(80, 300, AS_THE_SYSTEM, Sentence("library.as-the-system")),
        AS_THE_SYSTEM,
    ),
    Setting(
        "interface_font",
        Sentence("library.page-look"),
        Sentence("library.setting-interface-font"),
        Sentence("library.setting-interface-font-sentence"),
        Words("Inter"),
        "",
    ),
    Setting(
        "editor_font",
        Sentence("library.page-editor"),
        Sentence("library.setting-editor-font"),
        Sentence("library.setting-editor-font-sentence"),
        Words("JetBrains Mono"),
        "",
    ),
    Setting(
        "editor_size",
        Sentence("library.page-editor"),
        Sentence("library.setting-editor-size"),
        Sentence("library.setting-editor-size-sentence"),
        Whole(8, 40),
        13,
    ),
    Setting(
        "word_wrap",
        Sentence("library.page-editor"),
        Sentence("library.setting-word-wrap"),
        Sentence("library.setting-word-wrap-sentence"),
        YesNo(),
        default=True,
    ),
    Setting(
        "ruler",
        Sentence("library.page-editor"),
        Sentence("library.setting-ruler"),
        Sentence("library.setting-ruler-sentence"),
        Whole(20, 400, NO_RULER, "none"),
        NO_RULER,
    ),
    Setting(
        "tab_moves_focus",
        Sentence("library.page-editor"),
        Sentence("library.setting-tab-moves-focus"),
        Sentence("library.setting-tab-moves-focus-sentence"),
        YesNo(),
        default=False,
    ),
    Setting(
        "history_days",
        Sentence("library.page-saving"),
        Sentence("library.setting-history-days"),
        Sentence("library.setting-history-days-sentence"),
        Whole(1, MOST_DAYS),
        DEFAULT_DAYS,
    ),
    Setting(
        "history_megabytes",
        Sentence("library.page-saving"),
        Sentence("library.setting-history-megabytes"),
        Sentence("library.setting-history-megabytes-sentence"),
        Whole(1, MOST_MEGABYTES),
        DEFAULT_MEGABYTES,
    ),
)
BY_KEY: Final = {setting.key: setting for setting in SETTINGS}
