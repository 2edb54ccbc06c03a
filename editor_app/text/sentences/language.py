"""Sentences, and the languages that say them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Self, TypeAlias

from editor_app.text.sentences.catalogue import (
    OTHERWISE,
    Argument,
    Choice,
    Part,
    SentenceError,
    read_entries,
    read_parts,
)
from editor_app.text.sentences.shipped import shipped_dir

Parameter: TypeAlias = "str | int | Sequence[str]"
_MOST_KEPT, _LONGEST_KEPT = 5_000, 300  # sentences that were said, and their characters


class MissingEntryError(SentenceError):
    """A catalogue has not got an entry, which in a translation is usual."""


class Sentence(str):
    """What the program says: an id with parameters, as text in the language of this process."""

    __slots__ = ("id", "parameters")
    id: str
    parameters: Mapping[str, Parameter]

    def __new__(cls, entry: str, /, **parameters: Parameter) -> Self:
        """Say an entry: in English where the language has none, by its id where none can be said."""
        sentence = super().__new__(cls, spoken().say(entry, parameters))
        sentence.id, sentence.parameters = entry, parameters
        return sentence

    def having(self, **parameters: Parameter) -> Self:
        """Return the sentence with other values of some parameters."""
        return type(self)(self.id, **{**self.parameters, **parameters})

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Parameter]]:
        """Return what a copy is made of."""
        return (self.id,), dict(self.parameters)


def _hashable(value: Parameter) -> Parameter:
    return tuple(value) if isinstance(value, list) else value


class _Given(str):
    """The text of a parameter."""

    __slots__ = ()


def _joined(texts: list[str]) -> str:
    """Join texts without whitespace at the ends, unless it is that of a parameter."""
    for end, strip in ((0, str.lstrip), (-1, str.rstrip)):
        while texts:
            if not isinstance(texts[end], _Given):
                texts[end] = strip(texts[end])
            if texts[end]:
                break
            texts.pop(end)
    return "".join(texts)


class Language:
    """The sentences of one language, read from its folder room by room as they are needed."""

    def __init__(self, folder: Path) -> None:
        """Take the folder with the file of each room."""
        self.folder = folder
        self._rooms: dict[str, dict[str, str]] = {}
        self._parts: dict[str, list[Part]] = {}
        self._said: dict[tuple[object, ...], str] = {}  # a key says hundreds, nearly all as the one before

    def say(self, entry: str, parameters: Mapping[str, Parameter]) -> str:
        """Return the text of an entry, in English where this language cannot say it, else its id."""
        key = (entry, *parameters.items())
        try:
            text = self._said.get(key)
        except TypeError:  # a list is among the parameters
            key = (entry, *[(name, _hashable(value)) for name, value in parameters.items()])
            text = self._said.get(key)
        if text is None:
            text = self._say(entry, parameters)
            if len(text) <= _LONGEST_KEPT:
                if len(self._said) == _MOST_KEPT:
                    self._said.clear()
                self._said[key] = text
        return text

    def _say(self, entry: str, parameters: Mapping[str, Parameter]) -> str:
        try:
            return self.render(entry, parameters)
        except SentenceError as error:
            if self is english() or not isinstance(error.__cause__, MissingEntryError):
                _log_broken(error)
            return entry if self is english() else english().say(entry, parameters)

    def render(self, entry: str, parameters: Mapping[str, Parameter]) -> str:
        """Return the text of an entry; raise SentenceError if it cannot be said."""
        try:
            return _joined(list(self._texts(entry, self.parts(entry), parameters)))
        except (SentenceError, KeyError, RecursionError) as error:
            raise SentenceError(f"{self.folder.name}: {entry}: {error}") from error

    def parts(self, entry: str) -> list[Part]:
        """Return what an entry consists of; raise SentenceError where it cannot be read."""
        if entry not in self._parts:
            room, _, name = entry.partition(".")
            if room not in self._rooms:
                self._rooms[room] = self._read(room)
            if name not in self._rooms[room]:
                raise MissingEntryError("no such entry")
            self._parts[entry] = read_parts(self._rooms[room][name])
        return self._parts[entry]

    def _read(self, room: str) -> dict[str, str]:
        try:
            return read_entries((self.folder / f"{room}.ftl").read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeDecodeError) as error:
            _log_broken(SentenceError(f"{self.folder.name}: {room}: {error}"))
            return {}

    def _texts(self, entry: str, parts: list[Part], parameters: Mapping[str, Parameter]) -> Iterator[str]:
        for part in parts:
            if isinstance(part, str):
                yield part
            elif isinstance(part, Argument):
                yield _Given(self._argument(part, parameters[part.name]))
            elif isinstance(part, Choice):
                chosen = self._chosen(part, parameters[part.parameter])
                yield from self._texts(entry, chosen, parameters)
            else:
                other = f"{entry.partition('.')[0]}.{part.id}"
                yield from self._texts(other, self.parts(other), parameters)

    def _argument(self, argument: Argument, value: Parameter) -> str:
        if isinstance(value, str):
            return self._again(value)
        if isinstance(value, int):
            return f"{value:,}".replace(",", self._own("digits"))
        texts = [self._one(argument.each, text) for text in value]
        last = self._own(argument.joined.lower())
        between = last if argument.joined == "SENTENCES" else self._own("list")
        return last.join([between.join(texts[:-1]), *texts[-1:]] if len(texts) > 1 else texts)

    def _one(self, each: str, text: str) -> str:
        return self._again(text) if isinstance(text, Sentence) else each.replace("*", text)

    def _again(self, text: str) -> str:
        """Return a sentence within another one in this language, which need not be that of the process."""
        if isinstance(text, Sentence) and self is not spoken():
            return self.say(text.id, text.parameters)
        return text

    def _chosen(self, choice: Choice, value: Parameter) -> list[Part]:
        keys = [str(value), self._plural(value)] if isinstance(value, int) else [str(value)]
        return next((choice.texts[key] for key in keys if key in choice.texts), choice.texts[OTHERWISE])

    def _plural(self, number: int) -> str:
        return self._own("plural-forms").split()[self._plural_rule(number)]

    @cached_property
    def _plural_rule(self) -> Callable[[int], int]:
        """Return which plural form a number takes; reading the rule takes 50 times as long as asking it."""
        from gettext import c2py

        return c2py(self._own("plural-rule"))

    def _own(self, name: str) -> str:
        """Return how this language joins and counts, which its `text.ftl` says."""
        return "".join(self._texts("text", self.parts(f"text.{name}"), {}))


@cache
def english() -> Language:
    """Return the language that every sentence is written in first."""
    return Language(shipped_dir("resources") / "translations" / "en")


def in_english(value: object) -> object:
    """Return JSON values with their sentences in English, as programs get them."""
    if spoken() is english():
        return value
    if isinstance(value, Sentence):
        return english().say(value.id, value.parameters)
    if isinstance(value, Mapping):
        return {key: in_english(inner) for key, inner in value.items()}
    return [in_english(inner) for inner in value] if isinstance(value, list | tuple) else value


LANGUAGE_VARIABLE = "FOREWORD_LANGUAGE"


def language_of(environment: Mapping[str, str]) -> Language:
    """Return the language that an environment asks for, English where there are no catalogues of it.

    FOREWORD_LANGUAGE names a language or the folder of its catalogues; without it the locale counts.
    """
    variables = (LANGUAGE_VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((environment[name] for name in variables if environment.get(name)), "")
    locale = wanted.partition(".")[0].partition("@")[0]
    names = (locale, locale.partition("_")[0]) if locale.replace("_", "").isalpha() else ()
    folders = [english().folder.with_name(name) for name in names]
    if environment.get(LANGUAGE_VARIABLE) and Path(wanted).is_absolute():
        folders = [Path(wanted)]
    folder = next((folder for folder in folders if folder.is_dir()), english().folder)
    return english() if folder == english().folder else Language(folder)


@cache
def spoken() -> Language:
    """Return the language of this process."""
    return language_of(os.environ)


def _log_broken(error: SentenceError) -> None:
    import logging

    logging.getLogger(__name__).warning("A sentence cannot be said. %s", error)
