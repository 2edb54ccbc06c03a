"""Reading files of saved situations, `<name>.situations.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from editor_app.structured.editing.records import RecordFile, is_newer
from editor_app.structured.editing.repairs import remove_item
from editor_app.structured.nodes import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    integer,
    read_as,
    short_value,
    value_span,
)
from editor_app.structured.reading import read_yaml
from editor_app.structured.spelling import fits_brackets
from editor_app.system_messages.model.canonical import canonical
from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading.block_reading import CONDITION_KEYS
from editor_app.system_messages.reading.problems import (
    PATH,
    Effort,
    Text,
    first_line,
    missing,
    problem_in_file,
    removal_fix,
    unknown_keys,
)
from editor_app.system_messages.reading.problems import message_problem as problem_of
from editor_app.system_messages.situations.situation import (
    OPEN,
    ConditionKey,
    NamedSituation,
    Open,
    Situation,
)
from editor_app.text import Diagnostic, Edit, Fix, Severity, Span, in_file_order

FORMAT = 1
SUFFIX = ".situations.yaml"
FILE_KEYS = ("format", "situations")
SITUATION_KEYS = ("name", "file", "mode", "tools", "holds", "fails", "values")
RECORDS = RecordFile("situations", FILE_KEYS, SITUATION_KEYS, FORMAT)
_MOST_STRANGE_KEYS = 20  # unknown keys of one condition that get a warning


def situations_path(message_path: Path) -> Path:
    """Return the path of a system message's situations file, which is beside it."""
    return message_path.with_name(message_path.stem + SUFFIX)


def read_situations(source: str) -> tuple[tuple[NamedSituation, ...], tuple[Diagnostic, ...]]:
    """Return the situations of a file that can be used, and all its problems."""
    node, found = read_yaml(source)
    if node is None:
        return (), tuple(found)
    reader = _Reader(source)
    situations = tuple(reader.read(node))
    problems = [*found, *(problem_in_file(one, 0, "", {}) for one in reader.problems)]
    return situations, in_file_order(problems)


class _Reader:
    """Reads the tree of a situations file once, and collects its problems."""

    def __init__(self, source: str) -> None:
        self.text = Text(source, Syntax.YAML, Effort())
        self.problems: list[Diagnostic] = []

    def read(self, node: Node) -> Iterator[NamedSituation]:
        if not isinstance(node, MappingNode):
            self._note(node.span, "", "The file must have ‘format: 1’ and the list ‘situations’.")
            return
        self.problems += unknown_keys(self.text, node, FILE_KEYS, "")
        self._check_format(node)
        entry = node.entry("situations")
        if is_newer(node, RECORDS):
            return
        if entry is None:
            span = first_line(self.text, node)
            self._note(span, "situations", "The list ‘situations’ is missing.")
        elif isinstance(entry[1], SequenceNode):
            yield from self._list(entry[1])
        elif not _is_null(entry[1]):
            message = f"‘{PATH}’ is {read_as(entry[1])}; it must be a list."
            self._note(value_span(*entry), "situations", message)

    def _note(self, span: Span, path: str, message: str, fixes: tuple[Fix, ...] = ()) -> None:
        if not span.length:
            span = Span(max(span.start - 1, 0), span.end)
        self.problems.append(problem_of("invalid-situation", span, path, message, fixes))

    def _check_format(self, node: MappingNode) -> None:
        entry = node.entry("format")
        if entry is None or integer(entry[1]) == FORMAT:
            return
        written = entry[1]
        if is_newer(node, RECORDS):
            known = f"this Foreword knows {FORMAT}, and leaves the file as it is"
            message = f"The file’s format is {short_value(written.span.of(self.text.source))}; {known}."
            self._note(written.span, "format", message)
            return
        fixes = (Fix("Change to 1", (Edit(written.span, "1"),)),) if written.span.length else ()
        self._note(value_span(*entry), "format", f"‘{PATH}’ must be 1.", fixes)

    def _list(self, listed: SequenceNode) -> Iterator[NamedSituation]:
        seen: set[str] = set()
        for index, item in enumerate(listed.items):
            path = f"situations[{index}]"
            if not isinstance(item, MappingNode):
                self._note(item.span, path, "A situation needs a ‘name’, and what is given in it.")
                continue
            self.problems += unknown_keys(self.text, item, SITUATION_KEYS, f"{path}.")
            name = self._name(item, path)
            if name is None:
                continue
            if name.value in seen:
                edits = remove_item(self.text.source, listed, index)
                fixes = (Fix("Remove this situation", edits),) if edits else ()
                called = f"Another situation is called ‘{short_value(name.value or '')}’ too"
                message = f"{called}; each needs its own name."
                self._note(name.span, f"{path}.name", message, fixes)
                continue
            seen.add(name.value or "")
            yield NamedSituation(name.value or "", self._situation(item, path))

    def _name(self, item: MappingNode, path: str) -> ScalarNode | None:
        name = item.get("name")
        if isinstance(name, ScalarNode) and (name.value or "").strip():
            return name
        if name is None:
            self._note(first_line(self.text, item), f"{path}.name", "The situation has no ‘name’.")
        elif isinstance(name, ScalarNode):
            self._note(name.span, f"{path}.name", "The situation’s ‘name’ is blank.")
        else:
            self._note(name.span, f"{path}.name", f"‘{PATH}’ is {read_as(name)}; it must be text.")
        return None

    def _situation(self, item: MappingNode, path: str) -> Situation:
        holds = self._conditions(item.get("holds"), f"{path}.holds")
        fails = self._conditions(item.get("fails"), f"{path}.fails")
        for key in [key for key in fails if key in holds]:
            message = (
                f"The condition ‘{short_value(key.kind)}’ holds and fails at once; take it out of one list."
            )
            self._note(fails[key], f"{path}.fails", message)
        return Situation(
            file=self._one(item.get("file"), f"{path}.file"),
            mode=self._one(item.get("mode"), f"{path}.mode"),
            tools=self._tools(item.get("tools"), f"{path}.tools"),
            holds=frozenset(holds),
            fails=frozenset(key for key in fails if key not in holds),
            values=MappingProxyType(self._values(item.get("values"), f"{path}.values")),
        )

    def _one(self, node: Node | None, path: str) -> str | Open | None:
        if node is None:
            return OPEN
        if isinstance(node, ScalarNode):
            return node.value or None
        if isinstance(node, SequenceNode) and not node.items:
            return None
        self._note(node.span, path, f"‘{PATH}’ is {read_as(node)}; it must be text, or null for none.")
        return OPEN

    def _tools(self, node: Node | None, path: str) -> tuple[str, ...] | Open:
        if node is None:
            return OPEN
        if _is_null(node):
            return ()
        if not isinstance(node, SequenceNode):
            self._not_a_list(node, path, "[] for none")
            return OPEN
        return tuple(dict.fromkeys(self._texts(node, path)))

    def _texts(self, node: SequenceNode, path: str) -> Iterator[str]:
        for index, item in enumerate(node.items):
            if isinstance(item, ScalarNode) and item.value:
                yield item.value
            else:
                self._note(item.span, f"{path}[{index}]", f"‘{PATH}’ is {_shown(item)}; it must be text.")

    def _conditions(self, node: Node | None, path: str) -> dict[ConditionKey, Span]:
        """Read a list of kinds, `{kind: value}` and `{kind: …, value: …}`, or one such mapping."""
        found: dict[ConditionKey, Span] = {}
        if node is None or _is_null(node):
            return found
        if isinstance(node, ScalarNode):
            self._not_a_list(node, path, "of kinds, or of {kind: value}")
            return found
        if isinstance(node, MappingNode):
            return dict(self._pairs(node, path))
        for index, item in enumerate(node.items):
            if isinstance(item, MappingNode):
                found |= self._pairs(item, f"{path}[{index}]")
            elif isinstance(item, ScalarNode) and item.value:
                found[ConditionKey(item.value)] = item.span
            else:
                message = f"‘{PATH}’ is {_shown(item)}; it must be a condition’s kind, or {{kind: value}}."
                self._note(item.span, f"{path}[{index}]", message)
        return found

    def _pairs(self, node: MappingNode, path: str) -> Iterator[tuple[ConditionKey, Span]]:
        """Read a mapping of kinds to values, or one with the keys ‘kind’ and ‘value’, as in a block."""
        if node.entry("kind") is None and node.entry("value") is None:
            for key, inner in node.all_entries():
                yield ConditionKey(key.value or "", canonical(inner)), key.span
            return
        kind, value = node.get("kind"), node.get("value")
        self._check_condition_keys(node, path)
        if kind is None:
            self.problems.append(missing(self.text, node, f"{path}.kind", CONDITION_KEYS, ""))
        elif not isinstance(kind, ScalarNode):
            self._note(kind.span, f"{path}.kind", f"‘{PATH}’ is {read_as(kind)}; it must be text.")
        elif not (kind.value or "").strip():
            message = f"‘{PATH}’ is empty; say which condition is meant."
            self._note(kind.span, f"{path}.kind", message)
        else:
            yield ConditionKey(kind.value or "", None if value is None else canonical(value)), kind.span

    def _check_condition_keys(self, node: MappingNode, path: str) -> None:
        """Warn of keys beside ‘kind’ and ‘value’, which are ignored."""
        near = unknown_keys(self.text, node, CONDITION_KEYS, f"{path}.")
        self.problems += (replace(one, severity=Severity.WARNING) for one in near)
        seen = {one.span for one in near}
        unknown = (key for key, _ in node.entries if key.value not in CONDITION_KEYS and key.span not in seen)
        for key in islice(unknown, _MOST_STRANGE_KEYS):
            name = key.value or ""
            message = f"‘{PATH}’ means nothing here; a condition has ‘kind’ and ‘value’."
            fixes = removal_fix(self.text, node, name)
            self.problems.append(
                problem_of("unknown-key", key.span, f"{path}.{name}", message, fixes, Severity.WARNING)
            )

    def _values(self, node: Node | None, path: str) -> Mapping[str, str | None]:
        values: dict[str, str | None] = {}
        if node is None or _is_null(node):
            return values
        if not isinstance(node, MappingNode):
            self._note(
                node.span, path, f"‘{PATH}’ is {read_as(node)}; it must be lines of ‘type:name: value’."
            )
            return values
        for key, value in node.all_entries():
            if isinstance(value, ScalarNode):
                values[key.value or ""] = value.value
            else:
                message = f"‘{PATH}’ is {read_as(value)}; it must be text. Put it in quotes."
                self._note(value.span, f"{path}.{key.value}", message)
        return values

    def _not_a_list(self, node: Node, path: str, what: str) -> None:
        fixes: tuple[Fix, ...] = ()
        if isinstance(node, ScalarNode) and not node.style.is_block and node.span.length:
            written = node.span.of(self.text.source)
            if fits_brackets(written) and not set(written) & set("\n&*!"):
                fixes = (Fix("Make it a list", (Edit(node.span, f"[{written}]"),)),)
        self._note(node.span, path, f"‘{PATH}’ is {_shown(node)}; it must be a list, {what}.", fixes)


def _shown(node: Node) -> str:
    if isinstance(node, ScalarNode) and node.tag == "str":
        return f"the text ‘{short_value(node.value)}’" if node.value else "empty"
    return read_as(node)


def _is_null(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.tag == "null"
