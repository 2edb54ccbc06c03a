"""Lists and maps in brackets, of YAML's flow style and of JSON."""

from __future__ import annotations

import re
from typing import NamedTuple

from editor_app.structured.editing.documents import Document, EditRefused
from editor_app.structured.nodes import MappingNode, Node, ScalarNode, SequenceNode, Syntax, WrittenNode
from editor_app.text import Edit, Sentence, Span, insert_at, line_end, line_start

_comma = re.compile(r"\s*+,").match
_rest = re.compile(r"[ \t]*+,?+[ \t]*+(#[^\n]*+)?+(?=\n|\Z)").match
_blank = re.compile(r"[ \t]*").match


class FlowStyle(NamedTuple):
    """How a file writes brackets; `unit` is one step of indentation, None where all is on one line."""

    unit: str | None
    colon: str = ": "
    comma: str = ", "
    quotes: bool = False

    def key(self, name: str) -> str:
        """Write a key and its colon."""
        return (f'"{name}"' if self.quotes else name) + self.colon

    def written(self, opening: str, parts: list[str], closing: str) -> str:
        """Write brackets with parts in them, over lines where the file does that."""
        if self.unit is None:
            return opening + self.comma.join(parts) + closing
        inner = f",\n{self.unit}".join(set_in(part, self.unit) for part in parts)
        return f"{opening}\n{self.unit}{inner}\n{closing}"


class FlowSnippet(NamedTuple):
    """An element out of its brackets, its lines counted from its first; and the comments that are its."""

    text: str
    above: tuple[str, ...] = ()
    behind: str = ""


def flow_style_of(document: Document, near: WrittenNode) -> FlowStyle:
    """Return how brackets are written near a node, new ones on one line unless those are on lines."""
    source, root = document.source, document.root
    if document.syntax is Syntax.JSON and root is not None and root.children:
        return _json_style(source, root)
    first = near.written[0][0] if isinstance(near, MappingNode) and near.written else None
    quotes = isinstance(first, ScalarNode) and first.style == '"'
    spans = elements(near)
    lines = bool(spans) and begins_own_line(source, spans[-1].start)
    return FlowStyle("  " if lines else None, quotes=quotes or document.syntax is Syntax.JSON)


def _json_style(source: str, root: Node) -> FlowStyle:
    first, *others = root.children
    is_mapping = isinstance(root, MappingNode)
    colon = source[first.span.end : others[0].span.start].partition("\n")[0] if is_mapping else ": "
    unit = _indent(source, first.span.start) if begins_own_line(source, first.span.start) else None
    spread = is_mapping and len(others) > 1 and others[1].span.start > others[0].span.end + 1
    return FlowStyle(unit or None, colon, ", " if unit or spread else ",", quotes=True)


def elements(node: WrittenNode) -> list[Span]:
    """Return where the items or entries of a node stand."""
    if isinstance(node, MappingNode):
        return [Span(key.span.start, max(key.span.end, value.span.end)) for key, value in node.written]
    return [item.span for item in node.children]


def begins_own_line(source: str, at: int) -> bool:
    """Whether only blanks, tabs too, stand before `at` on its line."""
    return not source[line_start(source, at) : at].strip(" \t")


def snippet_of(source: str, node: SequenceNode | MappingNode, index: int) -> FlowSnippet:
    """Return an element as a snippet, with the comments above it and behind it."""
    start, end = elements(node)[index]
    text = set_out(source[start:end], _indent(source, start))
    rest = _rest(source, end)
    if not begins_own_line(source, start) or rest is None:
        return FlowSnippet(text)
    top = _top(source, start, _floor(node, index))
    above = tuple(line.strip() for line in source[top : line_start(source, start)].split("\n")[:-1])
    return FlowSnippet(text, above, rest[1] or "")


def insertion(
    source: str, node: SequenceNode | MappingNode, index: int, snippet: FlowSnippet, flow_style: FlowStyle
) -> tuple[Edit, ...]:
    """Put an element before another, or behind the last."""
    spans = elements(node)
    if not spans:
        return (_first(source, node, snippet, flow_style),)
    neighbour = spans[min(index, len(spans) - 1)]
    indent = _indent(source, neighbour.start)
    text = set_in(snippet.text, indent)
    if begins_own_line(source, neighbour.start):
        return _on_lines(source, node, index, snippet._replace(text=text), indent)
    if snippet.above or snippet.behind:
        raise EditRefused(Sentence("structured.comments-in-brackets"))
    gap = source[spans[0].end : spans[1].start] if len(spans) > 1 else flow_style.comma
    gap = gap if not gap.replace(",", "", 1).strip(" \t\n") else flow_style.comma
    if index < len(spans):
        return (insert_at(neighbour.start, text + gap),)
    return (insert_at(neighbour.end, gap + text),)


def _first(
    source: str, node: SequenceNode | MappingNode, snippet: FlowSnippet, flow_style: FlowStyle
) -> Edit:
    inner = Span(
        source.index("{" if isinstance(node, MappingNode) else "[", node.span.start) + 1, node.span.end - 1
    )
    if inner.of(source).strip():
        raise EditRefused(Sentence("structured.comment-in-empty-brackets"))
    indent = _indent(source, node.span.start)
    if flow_style.unit is None and not snippet.above:
        return Edit(inner, set_in(snippet.text, indent))
    deeper = indent + (flow_style.unit or "  ")
    above = "".join(f"{deeper}{line}\n" for line in snippet.above)
    behind = f" {snippet.behind}" if snippet.behind else ""
    return Edit(inner, f"\n{above}{deeper}{set_in(snippet.text, deeper)}{behind}\n{indent}")


def _on_lines(
    source: str, node: SequenceNode | MappingNode, index: int, snippet: FlowSnippet, indent: str
) -> tuple[Edit, ...]:
    spans = elements(node)
    above = "".join(f"{indent}{line}\n" for line in snippet.above)
    behind = f" {snippet.behind}" if snippet.behind else ""
    if index < len(spans):
        at = _top(source, spans[index].start, _floor(node, index))
        return (insert_at(at, f"{above}{indent}{snippet.text},{behind}\n"),)
    end = spans[-1].end
    comma = _comma(source, end)
    rest = _rest(source, end)
    edits = () if comma else (insert_at(end, ","),)
    if rest is None:
        if snippet.behind:
            raise EditRefused(Sentence("structured.comment-at-closing-bracket"))
        if comma:
            raise EditRefused(Sentence("structured.comma-at-closing-bracket"))
        return (insert_at(end, f",\n{above}{indent}{snippet.text}"),)
    new = f"\n{above}{indent}{snippet.text}{',' if comma else ''}{behind}"
    if not edits:
        return (insert_at(rest.end(), new),)
    return (insert_at(end, "," + new),) if rest.end() == end else (*edits, insert_at(rest.end(), new))


def removal(source: str, node: SequenceNode | MappingNode, index: int) -> tuple[Edit, ...]:
    """Take an element away, with one comma; the last one leaves empty brackets."""
    spans = elements(node)
    start, end = spans[index]
    opening = source.index("{" if isinstance(node, MappingNode) else "[", node.span.start)
    rest = _rest(source, end)
    if begins_own_line(source, start) and rest is not None and len(spans) > 1:
        top = _top(source, start, _floor(node, index))
        lines = Edit(Span(top, min(rest.end() + 1, len(source))), "")
        if index + 1 < len(spans) or _comma(source, end):
            return (lines,)
        comma = _comma(source, spans[index - 1].end)
        return (Edit(Span(spans[index - 1].end, comma.end()), ""), lines) if comma else (lines,)
    if len(spans) == 1:
        gone, remaining = Span(opening + 1, node.span.end - 1), spans[index]
    elif index + 1 < len(spans):
        gone, remaining = Span(start, spans[index + 1].start), Span(start, end)
    else:
        gone, remaining = Span(spans[index - 1].end, end), Span(start, end)
    if "#" in source[gone.start : remaining.start] + source[remaining.end : gone.end]:
        raise EditRefused(Sentence("structured.comment-beside-entry"))
    return (Edit(gone, ""),)


def set_in(text: str, indent: str) -> str:
    """Move the lines behind the first to the right."""
    return text.replace("\n", "\n" + indent) if indent and "\n" in text else text


def set_out(text: str, indent: str) -> str:
    """Move the lines behind the first to the left, as far as they are set in."""
    if not indent or "\n" not in text:
        return text
    first, *others = text.split("\n")
    return "\n".join([first, *(_set_out(line, indent) for line in others)])


def _set_out(line: str, indent: str) -> str:
    if line.startswith(indent):
        return line[len(indent) :]
    return line.lstrip(" \t")


def _floor(node: SequenceNode | MappingNode, index: int) -> int:
    return elements(node)[index - 1].end if index else node.span.start


def _top(source: str, start: int, floor: int) -> int:
    """Return where the comments directly above an element begin, or its line."""
    top = line_start(source, start)
    floor = line_end(source, floor) + 1
    while top > floor and source[line_start(source, top - 1) : top].lstrip(" \t").startswith("#"):
        top = line_start(source, top - 1)
    return top


def _indent(source: str, at: int) -> str:
    match = _blank(source, line_start(source, at))
    return match.group() if match else ""
