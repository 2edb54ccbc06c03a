"""Texts made to hurt: each takes work in proportion to its length, and no recursion.

Work is counted in lines, calls and steps of patterns, which no busy machine changes; texts
on which a quadratic scan takes hours end the test by its time limit if there is one.
"""

from __future__ import annotations

import gc
import pickle
import re
import sys
from functools import partial

import pytest
from counted_patterns import patterns_of, steps_of_search
from counted_work import assert_work_in_proportion
from named_cases import in_case

from editor_app.template import braces, brackets
from editor_app.template.dialect import Dialect
from editor_app.template.rendering import render
from editor_app.template.template import parse
from editor_app.text import MOST_PROBLEMS, apply_edits

VALUES = {"a": "1", "b": None, "a:b": "1"}
HOSTILE = {
    "openers of tags": lambda n: ("{{" * n, Dialect.BRACES),
    "single braces": lambda n: ("{" * n, Dialect.BRACES),
    "single brackets": lambda n: ("[" * n, Dialect.BRACKETS),
    "newlines": lambda n: ("\n" * n, Dialect.BRACES),
    "blanks in a tag": lambda n: ("{{" + " " * n + "}}", Dialect.BRACES),
    "names without end": lambda n: ("{{a" * n, Dialect.BRACES),
    "keys without end": lambda n: ("[a:b" * n, Dialect.BRACKETS),
    "comments without end": lambda n: ("{{! " * n, Dialect.BRACES),
    "dashed comments without end": lambda n: ("{{!-- {{a}} " * n, Dialect.BRACES),
    "lines of comments without end": lambda n: ("{{!-- {{a}}\n" * n, Dialect.BRACES),
    "backslashes": lambda n: ("\\" * n + "{{a}}", Dialect.BRACES),
    "escapes": lambda n: ("\\{{" * n, Dialect.BRACES),
    "unclosed conditions": lambda n: ("{{#if a}} x " * n, Dialect.BRACES),
    "lines of unclosed conditions": lambda n: ("{{#if a}}\nx\n\n" * n, Dialect.BRACES),
    "unclosed brackets": lambda n: ("[if a:b]\n" * n, Dialect.BRACKETS),
    "stray tags": lambda n: ("{{else}}{{/if}}" * n, Dialect.BRACES),
    "second elses": lambda n: ("{{#if a}}" + "{{else}}" * n + "{{/if}}", Dialect.BRACES),
    "nested": lambda n: ("{{#if a}}" * n + "x" + "{{/if}}" * n, Dialect.BRACES),
    "nested in else": lambda n: ("{{#if b}}x{{else}}\n" * n + "x" + "{{/if}}" * n, Dialect.BRACES),
    "nested brackets": lambda n: ("[if a:b]" * n + "x" + "[else]y[endif]" * n, Dialect.BRACKETS),
    "dead and nested": lambda n: ("{{#if b}}" * n + "x" + "{{/if}}" * n, Dialect.BRACES),
    "foreign tags": lambda n: ("{{ a.b }}" * n, Dialect.BRACES),
    "nested sections": lambda n: ("{{#a}}" * n + "{{/a}}" * n, Dialect.BRACES),
    "else if": lambda n: ("{{#if a}}" + "{{else if b}}" * n + "{{/if}}", Dialect.BRACES),
    "three braces": lambda n: ("{{{a}}}" * n, Dialect.BRACES),
    "braces round braces": lambda n: ("{" * n + "{a}" + "}" * n, Dialect.BRACES),
    "half-closed tags": lambda n: ("{{a} " * n, Dialect.BRACES),
    "tags without end": lambda n: ("{{a\n" * n, Dialect.BRACES),
    "tags in blanks": lambda n: ("{" + " " * n + "{{a" + "\n" * n, Dialect.BRACES),
    "braces apart": lambda n: ("{ {a}} " * n, Dialect.BRACES),
    "half-closed words": lambda n: ("[if a:b][else}" * n, Dialect.BRACKETS),
    "comments over lines": lambda n: ("{{!-- {{a}}\n--}}\n" * n, Dialect.BRACES),
    "comments with one end": lambda n: ("{{!--\n" * n + "--}}", Dialect.BRACES),
    "names never seen before": lambda n: ("".join(f"{{{{v{at}}}}}" for at in range(n)), Dialect.BRACES),
}


def do_everything(source, dialect):
    template = parse(source, dialect)
    assert "".join(template.pieces) == source
    for trims in (False, True):
        rendering = render(template, VALUES, trim_blank_ends=trims)
        source_map = rendering.source_map
        for at in (0, len(rendering.text) // 2, len(rendering.text)):
            source_map.output_at(source_map.source_at(at))
        for piece in source_map.pieces[-1:]:
            list(piece.conditions)
    for fact in ("diagnostics", "tags", "conditions", "names", "uses"):
        getattr(template, fact)
    template.tag_at(len(source) // 2)
    return template


@pytest.mark.parametrize("name", HOSTILE)
def test_ten_times_the_text_is_ten_times_the_work(name):
    assert_work_in_proportion(lambda size: partial(do_everything, *HOSTILE[name](size)), 40)


NESTED = ["nested", "nested in else", "nested brackets", "dead and nested", "nested sections"]


@pytest.mark.parametrize("count", [20_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_very_many_nested_conditions(count):
    for name in NESTED:
        with in_case(name):
            template = parse(*HOSTILE[name](count))
            assert len(render(template, VALUES).text) <= len(template.source)
            del template
    gc.collect()


def test_deep_nesting_is_no_recursion_for_anything_that_links():
    for name in NESTED:
        with in_case(name):
            template = do_everything(*HOSTILE[name](2 * sys.getrecursionlimit()))
            rendering = render(template, VALUES)
            pieces = rendering.source_map.pieces
            innermost = pieces[len(pieces) // 2].branch if pieces else None
            assert repr(pickle.loads(pickle.dumps(innermost))) == repr(innermost)
            assert len(repr(template)) + len(repr(rendering)) + len(repr(innermost)) < 200
            assert pickle.loads(pickle.dumps(template)) == template
            del template, rendering, pieces, innermost
    gc.collect()


def test_the_nesting_is_deep_enough_to_break_a_recursive_walk():
    def depth(source, at=0):
        return 1 + depth(source, at + 9) if source.startswith("{{#if a}}", at) else 0

    assert depth("{{#if a}}" * 3) == 3
    with pytest.raises(RecursionError):
        depth(HOSTILE["nested"](100_000)[0])


@pytest.mark.parametrize(
    ("source", "dialect"),
    [
        ("{{" * 20_000, Dialect.BRACES),
        ("{{a" * 60_000, Dialect.BRACES),
        ("\n" * 100_000, Dialect.BRACES),
        ("[" * 300_000, Dialect.BRACKETS),
        ("[a:b" * 60_000, Dialect.BRACKETS),
        ("{{! " * 60_000, Dialect.BRACES),
        ("{{!-- {{a}} " * 40_000, Dialect.BRACES),
    ],
    ids=["{{", "{{a", "newlines", "[", "[a:b", "{{!", "{{!--"],
)
def test_long_texts_end(source, dialect):
    """Were one of these quadratic, it would take minutes to hours."""
    template = parse(source, dialect)
    assert "".join(template.pieces) == source
    assert render(template, {"a": "{{a}}"}).text == source
    assert len(template.diagnostics) <= 2


def test_a_plain_regex_is_quadratic_where_ours_is_not():
    naive = re.compile(r"(\{\{!--(?:.*?)--\}\})")
    few, many = (steps_of_search(naive, "{{!-- x " * count) for count in (5, 50))
    assert many > 50 * few
    for module in (braces, brackets):
        for pattern in patterns_of(module):
            few, many = (steps_of_search(pattern, "{{!-- x " * count) for count in (5, 50))
            assert many < 14 * few


def test_of_fifty_thousand_problems_each_that_is_listed_has_a_fix():
    source = "{{#if a}} x " * 50_000
    *listed, rest = parse(source, Dialect.BRACES).diagnostics
    assert len(listed) == MOST_PROBLEMS
    assert all(one.fixes for one in listed)
    assert rest.args == {"error": "0", "warning": "49000", "information": "0"}
    few = "{{#if a}} x " * MOST_PROBLEMS
    closed = apply_edits(few, [one.fixes[0].edits[0] for one in parse(few, Dialect.BRACES).diagnostics])
    assert parse(closed, Dialect.BRACES).diagnostics == ()
