"""The doors to the readers, which load their libraries when first used."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from editor_app.structured.budget import MOST_CHARACTERS, TooMuch, refuse
from editor_app.structured.nodes import Node, Syntax
from editor_app.structured.plain_reader import read_plain
from editor_app.text import Diagnostic, Sentence, Span, in_file_order

_NO_ANCHORS: Mapping[str, Node] = MappingProxyType({})


def read_yaml(
    source: str, span: Span | None = None, anchors: Mapping[str, Node] = _NO_ANCHORS
) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Read the YAML in `span` of `source`, or in all of it; every position is of `source`.

    The node is None where the text is empty or can't be read; the problems
    say which. Duplicate keys, unknown tags and the like leave a node. The
    `anchors` stand before `span`, so that aliases in it may repeat them.
    """
    span = span or Span(0, len(source))
    plain = read_plain(source, span)
    if plain is not None:
        return plain, ()
    from editor_app.structured.yaml_reader import compose

    return compose(source, span, anchors)


def read_syntax(source: str, syntax: Syntax) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Read a text in its syntax."""
    return read_json(source) if syntax is Syntax.JSON else read_yaml(source)


def read_json(
    source: str, span: Span | None = None, most: int = MOST_CHARACTERS
) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Read the JSON in `span` of `source`, or in all of it, to the nodes that YAML gives.

    More than `most` characters are refused.

    Everything counts as written in brackets; texts have the style DOUBLE, and
    the rest PLAIN. The node is None where the text is empty or can't be read.
    """
    from editor_app.structured.json_reader import Stop, read_values

    span = span or Span(0, len(source))
    problems: list[Diagnostic] = []
    try:
        if span.length > most:
            first = Span(span.start, span.start + len(span.of(source).partition("\n")[0]))
            message = Sentence("structured.json-too-long", most=most)
            raise refuse("json-limit", first, message)
        return read_values(source, span, problems), in_file_order(problems)
    except TooMuch as refused:
        return None, (refused.diagnostic,)
    except Stop as stop:
        if not span.of(source).strip():
            return None, ()
        from editor_app.structured.json_errors import json_problem

        return None, (*problems, json_problem(source, span, stop))
