"""Colours are for a terminal; what goes elsewhere has the bytes it always had."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from unittest.mock import patch

import pytest
from terminals import open_terminal

from editor_app.cli import main

ESCAPE = re.compile(rb"\x1b\[\d+m")
GUIDE = """# Guide

Hello {{name}}, *you*.

```python
def f():
    return 'x'
```

```unknown
x = 1
```
\x1b]0;title\x07"""


@pytest.fixture
def guide(here: Path) -> Path:
    path = here / "guide.md"
    path.write_text(GUIDE, "utf-8")
    return path


def on_terminal(*arguments: object, **environment: str) -> bytes:
    """Run the command line with a terminal as its standard output; return what that got."""
    first, second = open_terminal()
    names = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "TERM"}}
    with (
        open(second, "w", encoding="utf-8") as terminal,
        patch.dict(os.environ, {**names, **environment}, clear=True),
        patch.object(sys, "stdout", terminal),
    ):
        assert main([str(argument) for argument in arguments]) == 0
    with open(first, "rb", buffering=0) as reader:
        parts = []
        try:
            while part := reader.read(65536):
                parts.append(part)
        except OSError:  # how Linux says that the other end is closed
            pass
    return b"".join(parts).replace(b"\r\n", b"\n")


def test_a_terminal_gets_colours_and_a_pipe_the_bytes(guide: Path, foreword):
    plain = foreword("render", guide, "--set", "name=Ada").out
    assert plain == GUIDE.replace("{{name}}", "Ada").encode()
    shown = on_terminal("render", guide, "--set", "name=Ada", TERM="xterm")
    assert b"\x1b[34mdef\x1b[0m \x1b[1mf\x1b[0m():" in shown
    assert b"\x1b[1m# Guide\x1b[0m\n" in shown
    assert b"\nx = 1\n" in shown, "an unknown language stays plain"
    assert ESCAPE.sub(b"", shown) == plain


@pytest.mark.parametrize("environment", [{"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "dumb"}, {}], ids=str)
def test_a_terminal_that_wants_none_gets_none(guide: Path, foreword, environment: dict[str, str]):
    assert on_terminal("render", guide, **environment) == foreword("render", guide).out


def test_the_option_decides_alone(guide: Path, foreword, monkeypatch: pytest.MonkeyPatch):
    plain = foreword("render", guide).out
    monkeypatch.setenv("NO_COLOR", "1")
    always = foreword("render", guide, "--color", "always").out
    assert always != plain == ESCAPE.sub(b"", always)
    assert on_terminal("render", guide, "--color", "never", TERM="xterm") == plain
    assert foreword("render", guide, "--color", "auto").out == plain
    assert (
        foreword("render", guide, "--json", "--color=always").out == foreword("render", guide, "--json").out
    )
    ran = foreword("render", guide, "--color", "alway")
    assert (ran.code, ran.out) == (2, b"")
    assert ran.err == (
        "foreword: ‘alway’ is not a value of ‘--color’. "
        "Did you mean ‘always’? It is one of auto, always, never.\n"
    )


def test_an_explanation_in_colours_steers_no_terminal_otherwise(here: Path, foreword):
    guide = here / "a\x1bb: 1.md"
    guide.write_text("Hello {{name}}.\n")
    plain = foreword("explain", guide)
    ran = foreword("explain", guide, "--color=always")
    assert ran.code == plain.code == 0
    assert ESCAPE.sub(b"", ran.out) == plain.out
    assert b"\\x1bb: 1.md:1:7:\x1b[0m blank {{name}}: \x1b[33m\xe2\x80\x98name" in ran.out
    at = foreword("explain", guide, "--at", "0", "--color=always").out
    assert ESCAPE.sub(b"", at) == foreword("explain", guide, "--at", "0").out
    assert at.startswith(b"\x1b[2m")


def test_metadata_stands_in_json_and_is_not_sent(here: Path, foreword):
    guide = here / "guide.md"
    guide.write_text('+++\ntitle = "A guide"\ndate = 2026-11-22\n+++\n\nBody\n')
    assert foreword("render", guide).out == b"Body"
    assert foreword("check", guide).out == b""
    for command in ("render", "explain"):
        assert (
            b'"metadata": {\n    "title": "A guide",\n    "date": "2026-11-22"\n  }'
            in foreword(command, guide, "--json").out
        )
    guide.write_text("+++\ntitle =\n+++\n\nBody\n")
    assert "guide.md:2:7: information toml-syntax" in foreword("check", guide).text
    assert foreword("render", guide).out == b"Body"
