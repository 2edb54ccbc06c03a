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
        return "one of " + ", ".join(f"‘{word}’" for word, _ in self.options)


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
        other = f", or {self.other} ({self.other_words})" if self.other is not None else ""
        return f"a whole number from {self.least} to {self.most}{other}"


@dataclass(frozen=True, slots=True)
class Words:
    """A text of one line; an empty one means what the `hint` says."""

    hint: str

    in_words = "a text of one line"

    def accepts(self, value: object) -> bool:
        """Whether a value is such a text."""
        return isinstance(value, str) and len(value) <= _LONGEST and (value.isprintable() or not value)


@dataclass(frozen=True, slots=True)
class YesNo:
    """Yes or no."""

    in_words = "true or false"

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


THEMES: Final = OneOf((("system", "As the system"), ("light", "Light"), ("dark", "Dark")))

SETTINGS: Final = (
    Setting(
        "model",
        "General",
        "Count tokens for",
        "The model whose tokens are counted where none is chosen. Empty: an estimate.",
        Words("no model"),
        "",
    ),
    Setting(
        "theme",
        "Look",
        "Theme",
        "Light, dark, or as the system has it now.",
        THEMES,
        "system",
    ),
    Setting(
        "interface_size",
        "Look",
        "Interface size",
        "Percent of the usual size of words and controls. 0 follows the system.",
        Whole(80, 300, AS_THE_SYSTEM, "as the system"),
        AS_THE_SYSTEM,
    ),
    Setting(
        "interface_font",
        "Look",
        "Interface font",
        "The font of menus, panels and dialogs.",
        Words("Inter"),
        "",
    ),
    Setting(
        "editor_font",
        "Editor",
        "Editor font",
        "The font of the text you write; best one whose letters are equally wide.",
        Words("JetBrains Mono"),
        "",
    ),
    Setting(
        "editor_size",
        "Editor",
        "Editor font size",
        "Pixels at the usual interface size. Ctrl and + enlarge it until the window closes.",
        Whole(8, 40),
        13,
    ),
    Setting(
        "word_wrap",
        "Editor",
        "Wrap long lines",
        "At the edge of the editor. The file keeps its lines.",
        YesNo(),
        default=True,
    ),
    Setting(
        "ruler",
        "Editor",
        "Ruler",
        "A line behind this column of the editor.",
        Whole(20, 400, NO_RULER, "none"),
        NO_RULER,
    ),
    Setting(
        "tab_moves_focus",
        "Editor",
        "Tab moves the focus",
        "Instead of indenting. Ctrl+M does the same.",
        YesNo(),
        default=False,
    ),
    Setting(
        "history_days",
        "Saving and history",
        "Keep versions for",
        "Days that earlier versions of a file are kept after it was saved.",
        Whole(1, MOST_DAYS),
        DEFAULT_DAYS,
    ),
    Setting(
        "history_megabytes",
        "Saving and history",
        "Room for versions",
        "Megabytes that the history of all files may take. The oldest versions go first.",
        Whole(1, MOST_MEGABYTES),
        DEFAULT_MEGABYTES,
    ),
)
BY_KEY: Final = {setting.key: setting for setting in SETTINGS}
