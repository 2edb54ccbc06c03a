"""Fenced code has roles: of known languages, within bounds, and only there is Pygments loaded."""

from __future__ import annotations

import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from counted_work import ReadText, assert_work_in_proportion
from hypothesis import given
from hypothesis import strategies as st

from editor_app.highlighting import code as code_module
from editor_app.highlighting.code import (
    LONGEST_LINE,
    MOST_BLANKS,
    MOST_CHARACTERS,
    code_colours,
    language_of,
)
from editor_app.highlighting.line_colours import find_fences
from editor_app.highlighting.markdown_text import markdown_text_colours

LANGUAGES = tuple(code_module._LEXERS)
THEMES = Path(__file__).parents[2] / "resources/themes"


def parts(language, code):
    return [(role, code[start:end]) for start, end, role in code_colours(language, code)]


def test_the_parts_of_code():
    python = parts("python", 'def f(x):\n    """Two\n    lines"""\n    return None  # why\n')
    assert python[:3] == [("key", "def"), ("strong", "f"), ("str", '"""Two\n    lines"""')]
    assert python[3:] == [("key", "return"), ("str", "None"), ("faint", "# why")]
    assert parts("JSON", '{"a": [1, true]}') == [("key", '"a"'), ("str", "1"), ("str", "true")]
    assert parts("patch", "-old\n+new\n") == [("err", "-old"), ("ok", "+new")]
    assert parts("brainfuck", "+++") == parts("", "x = 1") == []


@pytest.mark.parametrize(
    "code",
    [
        "x = 1\n" * (MOST_CHARACTERS // 6 + 1),
        "x = '" + "a" * LONGEST_LINE + "'",
        "x = 1" + "\n" * (MOST_BLANKS + 1) + "y = 2",
    ],
    ids=["long", "long line", "blank lines"],
)
def test_code_beyond_its_bounds_stays_plain(code):
    assert code_colours("python", code) == ()
    assert code_colours("python", code.replace("\n" * 2, "")[:LONGEST_LINE]) != (), "the control"


def test_every_language_has_its_lexer_and_every_role_its_colour():
    themes = [tomllib.loads((THEMES / f"{name}.toml").read_text("utf-8")) for name in ("light", "dark")]
    for language in LANGUAGES:
        assert language_of(language.upper()) == language
        module, name = code_module._LEXERS[language]
        assert hasattr(importlib.import_module(f"pygments.lexers.{module}"), name)
    assert {language_of(name) for name in code_module._OTHER_NAMES} <= set(LANGUAGES)
    for theme in themes:
        colours = {role for section in theme.values() if isinstance(section, dict) for role in section}
        assert set(code_module._ROLES.values()) - {"", "strong", "emphasis"} <= colours


@given(st.sampled_from(LANGUAGES), st.text(alphabet="ab \n\"'`/*#<>{}[]()=-+$\\:.1é😀\r\t", max_size=120))
def test_any_code_has_colours_in_order_inside_it(language, code):
    last = 0
    for start, end, role in code_colours(language, code):
        assert last <= start < end <= len(code)
        assert role
        last = end


@given(st.text(alphabet="`~ \nab#py*", max_size=80))
def test_fences_and_prose_are_coloured_in_order(text):
    last = 0
    for start, end, _role in markdown_text_colours(text):
        assert last <= start <= end <= len(text)
        last = end
    for fence in find_fences(text):
        assert fence.span.start <= fence.code.start <= fence.code.end <= fence.span.end


@pytest.mark.parametrize(
    ("opening", "language"),
    [
        ("```python", "python"),
        ("~~~ Python title=x", "python"),
        ("```{.py}", "py"),
        ("```c++", "c++"),
        ("```", ""),
        ("   ````js", "js"),
    ],
)
def test_the_language_of_a_fence(opening, language):
    text = f"before\n{opening}\ncode\n{opening.lstrip().split('p')[0][:1] * 4}\nafter"
    [fence] = find_fences(text)
    assert (fence.language, fence.code.of(text)) == (language, "code\n")


@pytest.mark.parametrize("part", ["~~~\nx\n~~~\na ```\n", "```\na ~~~\n```\n", "a ``` ~~~\n", "```\n~~~\n"])
def test_fences_are_found_in_one_pass(part):
    def characters_read(count):
        text = ReadText(part * count)
        find_fences(text)
        return text.read

    assert_work_in_proportion(lambda count: lambda: characters_read(count), 100, counted=lambda call: call())


LOADED = """
import sys
from editor_app.highlighting.markdown_text import markdown_text_colours
for text in ("# Head\\n{{a}} *b*", "```unknown\\nx\\n```", "```python\\nx = 1\\n```"):
    list(markdown_text_colours(text))
    print("pygments" in sys.modules)
"""


def test_pygments_is_loaded_at_the_first_fence_it_colours():
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "False", "True"]
