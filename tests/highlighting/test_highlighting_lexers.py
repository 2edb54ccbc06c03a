"""The published lexers say of every text what the tree says."""

from __future__ import annotations

import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.token import Comment, Keyword, Name, String, Text

from editor_app.highlighting.lexers import BracesLexer, BracketsLexer
from editor_app.template.dialect import Dialect, TagKind
from editor_app.template.template import parse

PROJECT = Path(__file__).parents[2]
LEXERS = {Dialect.BRACES: BracesLexer(), Dialect.BRACKETS: BracketsLexer()}
CASES = sorted((PROJECT / "tests/cases/template").iterdir())
BRACES = [
    "{{a}}",
    "{{ b }}",
    "{{#if a}}",
    "{{ #unless a }}",
    "{{else}}",
    "{{/if}}",
    "{{/unless}}",
    "{{! c }}",
    "{{!",
    "{{!-- d --}}",
]
BRACES += ["\\{{", "\\", "{{", "}}", "{", "\n", "\r\n", "  ", "x", "é😀", "{{#each x}}", "{{{a}}}"]
BRACKETS = [
    "[a:b]",
    "[ a: c ]",
    "[if a:b]",
    "[ if !a:b ]",
    "[else]",
    "[ endif ]",
    "[literal:[]",
    "[literal: x ]",
    "[if literal:x]",
]
BRACKETS += ["[", "]", "[x](y)", "[[", "\n", "\r\n", "  ", "x", "é😀", "[if", "[IF a:b]"]


def assert_agrees(source, dialect):
    tokens = list(LEXERS[dialect].get_tokens_unprocessed(source))
    assert "".join(text for _, _, text in tokens) == source
    at, types = 0, []
    for start, token, text in tokens:
        assert start == at
        assert text
        types += [token] * len(text)
        at += len(text)
    inside = set()
    for tag in parse(source, dialect).tags:
        inside.update(range(*tag.span))
        whole = {TagKind.COMMENT: Comment.Multiline, TagKind.LITERAL: String.Escape}.get(tag.kind)
        if whole is not None:
            assert {types[place] for place in range(*tag.span)} == {whole}
            continue
        assert types[tag.span.start] is types[tag.span.end - 1] is Comment.Preproc
        if tag.name_span is not None:
            assert {types[place] for place in range(*tag.name_span)} == {Name.Variable}
        if tag.kind is not TagKind.INSERT:
            assert Keyword in {types[place] for place in range(*tag.span)}
    assert {types[place] for place in range(len(source)) if place not in inside} <= {Text}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_they_agree_with_the_tree_on_every_case(path):
    sources = list(texts_in(yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)))
    assert sources
    for source in sources:
        for dialect in LEXERS:
            assert_agrees(source, dialect)


def texts_in(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts_in(part)


@given(st.lists(st.sampled_from(BRACES), max_size=16).map("".join))
def test_they_agree_on_any_text_with_braces(source):
    assert_agrees(source, Dialect.BRACES)


@given(st.lists(st.sampled_from(BRACKETS), max_size=16).map("".join))
def test_they_agree_on_any_text_with_brackets(source):
    assert_agrees(source, Dialect.BRACKETS)


def test_they_are_published_under_their_names():
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    published = project["entry-points"]["pygments.lexers"]
    lexers = {name: EntryPoint(name, where, "pygments.lexers").load() for name, where in published.items()}
    assert lexers == {"foreword-braces": BracesLexer, "foreword-brackets": BracketsLexer}
    assert all(name in lexer.aliases for name, lexer in lexers.items())


def test_documentation_keeps_the_text_it_colours():
    shown = highlight("\n{{#if a}}\n  {{a}}", BracesLexer(), HtmlFormatter(nowrap=True))
    assert '<span class="nv">a</span>' in shown
    assert shown.startswith("\n")
