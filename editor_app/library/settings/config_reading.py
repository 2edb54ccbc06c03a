"""Reading `foreword.toml`, with the places of its problems."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath, PureWindowsPath

from editor_app.library.globs import read_globs, single_choices, without_braces
from editor_app.library.kinds import kind_named, kind_names, why_no_kind_of_files
from editor_app.library.paths import CONFIG_NAME, DEFAULTS_FOLDER
from editor_app.library.settings.config import KindRule, LibraryConfig
from editor_app.structured.toml_reader import read_toml
from editor_app.text import Diagnostic, Edit, Fix, LineIndex, Sentence, Severity, Span, in_file_order, nearest

FORMAT = 1
MOST_RULES = 500
_KEYS = ("format", "defaults", "workspace", "show", "kinds")
_GIT_FOLDER = ".git"
_TABLE_LINE = re.compile(r"[ \t]*\[[ \t]*([^\[\]\n]*?)[ \t]*\]")
_KEY_LINE = re.compile(
    r"""[ \t]*(?P<key>"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*=[ \t]*(?P<value>[^\n]*)"""
)


def read_config(source: str) -> tuple[LibraryConfig, tuple[Diagnostic, ...]]:
    """Read the engine text of a foreword.toml; settings that cannot be used are reported and left out."""
    table, problems = read_toml(source, Span(0, len(source)), tomllib.loads)
    if not problems:
        return _Reader(source).read(table)
    lines = LineIndex(source)
    line = lines.line_span(lines.position(problems[0].span.start).line)
    message = Sentence("library.config-not-used", name=CONFIG_NAME, problem=problems[0].message)
    return LibraryConfig(), (Diagnostic("config-unreadable", Severity.ERROR, line, message),)


class _Reader:
    """Reads the values of one file, and collects its problems."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.spans = _key_spans(source)
        self.first_line = LineIndex(source).line_span(1)
        self.problems: list[Diagnostic] = []

    def read(self, table: Mapping[str, object]) -> tuple[LibraryConfig, tuple[Diagnostic, ...]]:
        format_ = table.get("format", FORMAT)
        if not isinstance(format_, int) or isinstance(format_, bool) or format_ < 1:
            self.report("config-value", ("format",), Sentence("library.format-must-be", format=FORMAT))
        elif format_ > FORMAT:
            self.report(
                "config-newer",
                ("format",),
                Sentence("library.config-newer", name=CONFIG_NAME, format=format_, known=FORMAT),
            )
            return LibraryConfig(), tuple(self.problems)
        for key in table:
            if key not in _KEYS:
                self.report_unknown(
                    (key,), Sentence("library.unknown-setting", key=key, name=CONFIG_NAME), _KEYS
                )
        config = LibraryConfig(
            self.read_rules(table.get("kinds", {})),
            self.read_defaults(table) or DEFAULTS_FOLDER,
            self.read_text(table, "workspace"),
            self.span_of(("workspace",)),
            self.read_shown(table.get("show", [])),
        )
        return config, in_file_order(self.problems)

    def read_text(self, table: Mapping[str, object], key: str) -> str | None:
        value = table.get(key)
        if value is None or (isinstance(value, str) and value.strip() and "\0" not in value):
            return value
        self.report("config-value", (key,), Sentence("library.must-be-path", key=key))
        return None

    def read_defaults(self, table: Mapping[str, object]) -> str | None:
        """Read the path of a folder inside the library."""
        value = self.read_text(table, "defaults")
        if value is None:
            return None
        path = PurePosixPath(value)
        if path.is_absolute() or PureWindowsPath(value).anchor or ".." in path.parts or not path.parts:
            self.report("config-value", ("defaults",), Sentence("library.defaults-inside"))
            return None
        return path.as_posix()

    def read_shown(self, names: object) -> tuple[str, ...]:
        """Read the names of hidden folders that are to be listed."""
        if not isinstance(names, list) or not all(
            isinstance(name, str)
            and name.startswith(".")
            and name not in {".", ".."}
            and not set(name) & set("/\\\0")
            for name in names
        ):
            message = Sentence("library.show-must-list")
            self.report("config-value", ("show",), message)
            return ()
        if _GIT_FOLDER in names:
            message = Sentence("library.git-folder", name=_GIT_FOLDER)
            self.report("config-value", ("show",), message)
        return tuple(name for name in names if name != _GIT_FOLDER)

    def read_rules(self, table: object) -> tuple[KindRule, ...]:
        if not isinstance(table, dict):
            self.report(
                "config-value",
                ("kinds",),
                Sentence("library.kinds-table"),
            )
            return ()
        if len(table) > MOST_RULES:
            self.report("config-value", ("kinds",), Sentence("library.too-many-kinds", most=MOST_RULES))
        rules = (self.read_rule(pattern, kind) for pattern, kind in list(table.items())[:MOST_RULES])
        return tuple(rule for rule in rules if rule is not None)

    def read_rule(self, pattern: str, kind: object) -> KindRule | None:
        place = ("kinds", pattern)
        known_kind = kind_named(kind)
        if known_kind is None:
            names = kind_names()
            sentence = Sentence("library.unknown-kind", kind=str(kind), names=names)
            self.report_unknown(place, sentence, names, str(kind))
            return None
        if known_kind.is_of_folders:
            self.report(
                "config-value", place, Sentence("library.not-used", sentence=why_no_kind_of_files(known_kind))
            )
            return None
        globs = read_globs(pattern)
        if isinstance(globs, str):
            self.report("config-value", place, Sentence("library.not-used", sentence=globs))
            return None
        if braces := single_choices(pattern):
            self.report_braces(pattern, braces)
        return KindRule(pattern, globs, known_kind)

    def report_braces(self, pattern: str, braces: Sequence[Span]) -> None:
        """Warn of braces in a pattern that are read as plain characters; the fix removes them."""
        place = ("kinds", pattern)
        key_span = self.spans[place][0] if place in self.spans else None
        first = braces[0].of(pattern)
        message = Sentence("library.braces-without-comma", pattern=pattern, first=first, count=len(braces))
        better = without_braces(pattern, braces)
        fixes: tuple[Fix, ...] = ()
        is_usable = ("kinds", better) not in self.spans and not isinstance(read_globs(better), str)
        if key_span is not None and is_usable:
            # A key with escapes has no span here, so between the quotes is exactly the pattern.
            edit = Edit(Span(key_span.start + 1, key_span.end - 1), better)
            fixes = (Fix(Sentence("structured.change-to", value=f"‘{better}’"), (edit,)),)
        self.problems.append(
            Diagnostic(
                "single-choice-glob",
                Severity.WARNING,
                key_span or self.first_line,
                message,
                {"name": pattern, "braces": first},
                fixes,
            )
        )

    def report_unknown(
        self, place: tuple[str, ...], message: str, known: Sequence[str], value: str | None = None
    ) -> None:
        """Report a key, or where `value` is given a value, that is none of `known`."""
        meant = nearest(place[-1] if value is None else value, known)
        key_span, value_span = self.spans.get(place, (self.first_line, self.first_line))
        span = key_span if value is None else value_span
        fixes: tuple[Fix, ...] = ()
        if meant and place in self.spans:
            text = meant[0] if value is None else f'"{meant[0]}"'
            fixes = (Fix(Sentence("structured.change-to", value=f"‘{meant[0]}’"), (Edit(span, text),)),)
        severity = Severity.WARNING if value is None else Severity.ERROR
        code = "config-unknown-key" if value is None else "config-unknown-kind"
        self.problems.append(Diagnostic(code, severity, span, message, {"name": place[-1]}, fixes))

    def report(self, code: str, place: tuple[str, ...], message: str) -> None:
        self.problems.append(
            Diagnostic(code, Severity.ERROR, self.span_of(place), message, {"name": place[-1]})
        )

    def span_of(self, place: tuple[str, ...]) -> Span:
        """Return the span of a key's value; the first line's if it is not known."""
        return self.spans.get(place, (self.first_line, self.first_line))[1]


def _key_spans(source: str) -> dict[tuple[str, ...], tuple[Span, Span]]:
    """Return the spans of each key and its value, of those that one line tells."""
    spans: dict[tuple[str, ...], tuple[Span, Span]] = {}
    table: tuple[str, ...] = ()
    offset = 0
    for line in source.split("\n"):
        if header := _TABLE_LINE.match(line):
            table = (_bare(header[1]),)
            spans.setdefault(table, (Span(offset, offset + len(line)),) * 2)
        elif entry := _KEY_LINE.match(line):
            value = entry["value"].rstrip()
            start = offset + entry.start("value")
            key = Span(offset + entry.start("key"), offset + entry.end("key"))
            spans.setdefault((*table, _bare(entry["key"])), (key, Span(start, start + _value_length(value))))
        offset += len(line) + 1
    return spans


def _bare(key: str) -> str:
    """Return a key without its quotes; escapes are not read, so that such a key has no known span."""
    return key[1:-1] if key[:1] in {'"', "'"} else key


def _value_length(value: str) -> int:
    """Return the length of the value in the rest of a line, without a comment behind it."""
    quote = value[:1]
    if quote and quote in "\"'":
        end = value.find(quote, 1)
        return end + 1 if end > 0 else len(value)
    comment = value.find("#")
    return len(value if comment < 0 else value[:comment].rstrip())
