"""No pattern repeats a group possessively in a way that Python 3.11.2, Debian 12's own, misreads.

Where the last turn of such a group takes something and fails, what that turn took stays taken. An atomic
group, `(?>(?:…)*)`, says the same and is read right.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from re import _constants as op
from re import _parser
from types import ModuleType
from typing import Any

import pytest
from counted_patterns import ONE_CHARACTER, patterns_of
from parsed_modules import module_nodes

import editor_app

REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)


def is_misread(pattern: str, flags: int = 0) -> bool:
    """Return whether a possessive group in the pattern can take something in a turn that fails."""
    return any(
        kind is op.POSSESSIVE_REPEAT and not one_character(inner) and not fails_before_it_takes(inner)
        for kind, inner in repeats_in([*_parser.parse(pattern, flags)])
    )


def repeats_in(parts: Sequence[Any]) -> Iterator[tuple[Any, list[Any]]]:
    for kind, argument in parts:
        if kind in REPEATS:
            yield kind, [*argument[2]]
        for inner in parts_inside(kind, argument):
            yield from repeats_in(inner)


def parts_inside(kind: Any, argument: Any) -> list[list[Any]]:
    if kind in REPEATS:
        return [[*argument[2]]]
    if kind is op.SUBPATTERN:
        return [[*argument[3]]]
    if kind is op.BRANCH:
        return [[*choice] for choice in argument[1]]
    if kind is op.ATOMIC_GROUP:
        return [[*argument]]
    if kind in (op.ASSERT, op.ASSERT_NOT):
        return [[*argument[1]]]
    return []


def one_character(parts: Sequence[Any]) -> bool:
    return len(parts) == 1 and parts[0][0] in ONE_CHARACTER


def fails_before_it_takes(parts: Sequence[Any]) -> bool:
    """Return whether nothing is taken for good before the last part that can fail.

    It is so where each choice is single characters, and a repeated one behind them that may be missing.
    """
    if len(parts) == 1 and parts[0][0] in (op.BRANCH, op.SUBPATTERN):
        return all(fails_before_it_takes(inner) for inner in parts_inside(*parts[0]))
    *first, (last, argument) = parts
    if last in REPEATS:
        return (
            one_character(argument[2])
            and all(kind in ONE_CHARACTER for kind, _ in first)
            and not (first and argument[0])
        )
    return all(kind in ONE_CHARACTER for kind, _ in parts)


def modules() -> list[ModuleType]:
    names = [found.name for found in pkgutil.walk_packages(editor_app.__path__, "editor_app.")]
    return [importlib.import_module(name) for name in names if not name.endswith("__main__")]


def test_no_pattern_of_the_project_is_misread_by_python_3_11_2() -> None:
    every = [(module.__name__, pattern) for module in modules() for pattern in patterns_of(module)]
    assert len(every) > 100
    found = [(name, one.pattern) for name, one in every if is_misread(one.pattern, one.flags)]
    assert found == [], "write an atomic group: (?>(?:…)*)"


def test_no_function_hides_such_a_group_from_this_search() -> None:
    paths = sorted(Path(editor_app.__path__[0]).rglob("*.py"))
    found = [(path.name, *place) for path in paths for place in hidden_groups(module_nodes(path))]
    assert found == [], "compile it once, as a value of its module"


def hidden_groups(nodes: Sequence[ast.AST]) -> list[tuple[int, str]]:
    """Return the texts in functions that have a group which is repeated possessively, by line."""
    lines = {
        line
        for node in nodes
        if isinstance(node, ast.FunctionDef)
        for line in range(node.lineno, (node.end_lineno or 0) + 1)
    }
    return [
        (text.lineno, text.value)
        for text in nodes
        if isinstance(text, ast.Constant) and isinstance(text.value, str) and text.lineno in lines
        if re.search(r"[)}][*+?]\+", text.value)
    ]


def test_a_group_that_a_function_hides_is_found() -> None:
    hidden = "def f():\n    def g():\n        return '(?:a)*+'\n    return 'a++'\nPATTERN = '(?:b)*+'\n"
    assert hidden_groups([*ast.walk(ast.parse(hidden))]) == [(3, "(?:a)*+")]


@pytest.mark.parametrize(
    "pattern",
    [
        "(?:if[ ]++)?+[a-z]+:",
        r"-?(?:\.[0-9]++)?+",
        r"(?:[ ]*+\n)*+",
        "a(?:b|(c[ ]*d)++)",
        "(?=(?:ab*c){2,3}+)",
    ],
)
def test_the_search_finds_them(pattern: str) -> None:
    assert is_misread(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        "(?>(?:if[ ]++)?)[a-z]+:",
        r'"(?:[^"\\]++|\\.)*+"',
        r"[ ]*+x",
        r"(?:\\.[^\\]*+)*+",
        "(#[^\n]*+)?+",
        "(?:if[ ]++)?[a-z]",
    ],
)
def test_the_search_lets_others_pass(pattern: str) -> None:
    assert not is_misread(pattern)


def test_the_control_the_two_differ_where_a_turn_fails_on_the_way() -> None:
    assert re.match("(?>(?:if[ ]++)?)[a-z]+:", "if:x")
