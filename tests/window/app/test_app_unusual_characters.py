"""Control characters and unusual line ends are told in the window as `check` tells them."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper

import pytest

from editor_app.cli import main
from editor_app.window.panels.problems import ListedProblems

pytestmark = pytest.mark.one_window

ODD = {
    "nel": "\x85",
    "line": "\u2028",
    "paragraph": "\u2029",
    "tab": "\x0b",
    "feed": "\x0c",
    "carriage": "\r",
    "nul": "\0",
    "bell": "\x07",
    "escape": "\x1b[2J",
    "delete": "\x7f",
    "c1": "\x9b",
    "backspace": "\b",
    "separators": "\x1c\x1d\x1e\x1f",
    "override": "\u202e",
    "zero": "\u200b",
    "bom": "\ufeff",
    "noncharacter": "\ufdd0\uffff",
    "mixed": "a\r\nb\nc\rd\x85e",
}
FILES = {
    "{}.md": "---\nname: {0}\n---\nBefore {1} after {{{{missing\nThe {1}end\n{{{{x}}}}\n",
    "standard/{}.txt": "a {1} b\n",
    "{}.tmpl": "a {1} [if git:branch]\nb\n",
    "runs/{}.yaml": "format: 1\nsystem: {{text: 'a {1} b'}}\nsteps: [{{user: Hi, text: c}}]\n",
    "system-messages/{}.yaml": "id: {0}\nrole: system\nblocks:\n- {{id: a, content: 'a {1} b'}}\n",
    "chats/{}/1.md": "; role: user\n; Version: 1.0.0\n\n\na {1} b\n",
}
ODD["all"] = " and ".join(text for name, text in ODD.items() if name != "nul")
ODD["printable"] = f"{ODD['nel']} and {ODD['override']} and {ODD['mixed']}"
NAMES = {"{}.md": ("all", "nul", "mixed"), "standard/{}.txt": ("all", "nul")}
OF_OTHER_KINDS = ("printable", "nul")
KEYS = ("severity", "code", "line", "column", "message")
OF_REQUESTS = {"missing-field", "cache-too-short"}
"""What a window says besides of the request that a chat makes."""


def told_by_check(paths) -> dict[str, list[tuple[object, ...]]]:
    """Return what the command line tells of each path."""
    out = TextIOWrapper(BytesIO(), "utf-8")
    with redirect_stdout(out), redirect_stderr(TextIOWrapper(BytesIO(), "utf-8")):
        main(["check", "--json", *map(str, paths)])
    out.flush()
    told = {str(path): [] for path in paths}
    for one in json.loads(out.buffer.getvalue())["problems"]:
        told[one["filePath"]].append(tuple(one[key] for key in KEYS))
    return told


def test_the_window_tells_unusual_characters_as_check_does(open_bench, root):
    paths = {}
    for form, text in FILES.items():
        for name in NAMES.get(form, OF_OTHER_KINDS):
            path = root / form.format(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.format(name, ODD[name]), "utf-8", newline="")
            paths[path] = form
    bench = open_bench(root, checked=False)
    differing, expected = {}, told_by_check(paths)
    assert any(expected.values())
    for path, form in paths.items():
        file = bench.workbench.commands.files.open(path)
        bench.wait_until_quiet()
        rows = bench.panels.problems._rows[ListedProblems.FILE]
        told = [(str(one.severity), one.code, one.line, one.column, one.message) for one in rows]
        if form.startswith("chats/"):
            told = [one for one in told if one[1] not in OF_REQUESTS]
        if sorted(told) != sorted(expected[str(path)]):
            differing[path.relative_to(root)] = told, expected[str(path)]
        bench.workbench.files.close(file)
    assert differing == {}
