"""Rendering: a template and values give the text a model gets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from editor_app.template.choosing import chosen
from editor_app.template.dialect import Dialect
from editor_app.template.once import once
from editor_app.template.source_map import LeftOut, Piece, SourceMap, Why, build_source_map
from editor_app.template.syntax import SYNTAX, Memory
from editor_app.template.template import Template
from editor_app.template.variable_values import VariableValues, take_values
from editor_app.text import Span

_NO_DEFAULTS: Mapping[str, str] = MappingProxyType({})
MANY = 1000  # from so many tags on, looking up each spelling once is quicker than each tag


class Rendering:
    """A rendered template: its text, the names it inserted or lacked, and its source map."""

    __slots__ = ("__dict__", "_content", "_tags", "_template", "_variables", "text")

    def __init__(
        self,
        text: str,
        template: Template,
        variables: VariableValues,
        tags: list[str],
        content: Span | None,
    ) -> None:
        """Keep the result; `tags` are the spellings of the rendered tags, `content` what trimming left."""
        self.text: Final = text
        self._template = template
        self._variables = variables
        self._tags = tags
        self._content = content

    @property
    def trims_blank_ends(self) -> bool:
        """Whether blank lines at either end were removed."""
        return self._content is not None

    @once
    def inserted(self) -> tuple[str, ...]:
        """Names whose value or default is in the text, each once, in the order reached."""
        return tuple(name for name in self._names if name in self._variables.values)

    @once
    def missing(self) -> tuple[str, ...]:
        """Names that had nothing to insert where they were reached, each once, in order."""
        return tuple(name for name in self._without_value if not self._variables.is_unknown(name))

    @once
    def unknown(self) -> tuple[str, ...]:
        """Names whose tags stay as written, each once, in the order reached."""
        return tuple(name for name in self._without_value if self._variables.is_unknown(name))

    @property
    def _without_value(self) -> Iterator[str]:
        return (name for name in self._names if name not in self._variables.values)

    @once
    def source_map(self) -> SourceMap:
        """Every piece of the text and its span in the file, and what was left out."""
        return build_source_map(self._template, self._variables, self._content)

    @once
    def _names(self) -> tuple[str, ...]:
        name = SYNTAX[self._template.dialect].name
        return tuple(filter(None, dict.fromkeys(map(name, dict.fromkeys(self._tags)))))

    def __repr__(self) -> str:
        return f"<Rendering of {len(self.text)} characters>"


def render(
    template: Template,
    values: Mapping[str, str | None],
    *,
    defaults: Mapping[str, str] = _NO_DEFAULTS,
    known_types: Collection[str] | None = None,
    trim_blank_ends: bool = False,
) -> Rendering:
    """Insert values once, and keep the sides of conditions that hold.

    A value is text; None is a declared name without a value. In brackets a tag
    whose type is not among `known_types` stays as written. `trim_blank_ends`
    removes the blank lines at either end that are the template's own.
    A value of another type raises TypeError.
    """
    variables = take_values(values, defaults, template.dialect, known_types)
    out, taken_out = chosen(template, variables)
    syntax = SYNTAX[template.dialect]
    name = syntax.plain_name if taken_out else syntax.name
    tags = out[1::2]
    text = _join(out, variables, name)
    content = _without_blank_ends(text, out, template) if trim_blank_ends else None
    return Rendering(text if content is None else content.of(text), template, variables, tags, content)


def render_plain(source: str, spans: Sequence[Span]) -> Rendering:
    """Return these parts of a source, which are in order, as they stand; nothing in them is a tag."""
    return _PlainRendering(source, spans)


class _PlainRendering(Rendering):
    """Parts of a source as they stand."""

    __slots__ = ("_spans",)

    def __init__(self, source: str, spans: Sequence[Span]) -> None:
        variables = take_values({}, _NO_DEFAULTS, Dialect.BRACKETS, None)
        text = "".join([span.of(source) for span in spans])
        template = Template(source, Dialect.BRACKETS, 0, [source])
        super().__init__(text, template, variables, [], Span(0, len(text)))
        self._spans = spans

    @once
    def source_map(self) -> SourceMap:
        """Each part with its span in the source, and what stands between and behind them."""
        pieces: list[Piece] = []
        left_out: list[LeftOut] = []
        written = 0
        spans = [*self._spans, Span(len(self._template.source), len(self._template.source))]
        for span, following in pairwise(spans):
            output = Span(written, written + span.length)
            written = output.end
            pieces.append(Piece(output, span, Why.TEXT, None, None))
            if span.end < following.start:
                left_out.append(LeftOut(Span(span.end, following.start), written, "trimmed", None))
        return SourceMap(tuple(pieces), tuple(left_out))


def _join(out: list[str], variables: VariableValues, name: Callable[[str], str | None]) -> str:
    """Replace each tag in `out` by its output and join all; `name` gives the name that a spelling inserts."""
    value = variables.values.get
    if len(out) > 2 * MANY:

        def output(spelling: str) -> str:
            text = value(name(spelling))
            return variables.without_value(spelling) if text is None else text

        out[1::2] = map(Memory(output).__getitem__, out[1::2])
        return "".join(out)
    tags = out[1::2]
    out[1::2] = map(value, map(name, tags))  # type: ignore[arg-type]  # for None see below
    try:
        return "".join(out)
    except TypeError:  # some tag's name has no value: joining finds that out soonest
        without_value = Memory(variables.without_value)
        pairs = zip(tags, out[1::2], strict=True)
        out[1::2] = [without_value[tag] if output is None else output for tag, output in pairs]
        return "".join(out)


def _without_blank_ends(text: str, out: list[str], template: Template) -> Span:
    """Return the span of `text` without the blank lines at its ends that are the template's own."""
    listed, line_break = template.listed, template.line_break
    blanks = " \t" + line_break
    own = sum(map(len, out[: _first_output(out)]))
    blank = own - len(text[:own].lstrip(blanks))
    if blank == len(text):
        return Span(0, 0)
    start = text.rfind("\n", 0, blank) + 1
    behind = len(out) - _first_output(out[::-1])
    base = len(text) - sum(map(len, out[behind:]))
    if listed[behind - 1][-1:] == "\n":  # text that looked like a tag, with the end of its line
        base = len(text[:base].rstrip(blanks))
    content = base + len(text[base:].rstrip(blanks))
    if content == base and text[:base].endswith("\n"):
        return Span(start, base)
    newline = text.find("\n", content)
    is_own = newline > content or listed[behind - 1].endswith("\r")  # the carriage return is the template's
    if newline > 0 and is_own and line_break != "\n" and text[newline - 1] == "\r":
        newline -= 1
    return Span(start, newline if newline >= 0 else len(text))


def _first_output(out: list[str]) -> int:
    """Return the index of the first tag that renders as something."""
    return next((index for index in range(1, len(out), 2) if out[index]), len(out))
