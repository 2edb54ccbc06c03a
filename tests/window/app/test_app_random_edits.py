"""Random edits of files of every kind: each can be undone and redone whole, and what is saved is the text."""

from __future__ import annotations

import gc
import random
from collections import Counter
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit
from shiboken6 import isValid

from editor_app.text import Edit, Span, decode
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.text.document.document import EditorDocument

OWN = {
    "notes.md": "# Notes\r\n\r\nGrüße 😀 café\r\nlast".encode(),
    "mixed.md": b"a\r\nb\nc\rd\n\ne",
    "bom.md": "\ufeffbom 👩\u200d👧\n".encode(),
    "long.md": b"Write {{count}} of **them**.\n" * 90,
    "variables.yaml": b"format: 1\nvariables:\n- {type: user, name: plan, volatility: turn}\n",
    "runs/few.steps.jsonl": b'{"user":"hi"}\n{"text":"a"}\n',
    "runs/few.yaml": b"format: 1\nsystem: {text: hi}\nsteps: {file: few.steps.jsonl}\n",
}
KINDS = (
    *("page-analysis.md", "system-prompt.tmpl", "system-messages/coding-assistant.yaml"),
    *("chats/charged-twice/1.md", "runs/long-refactor.yaml", "runs/triggers.yaml"),
)
PIECES = (
    *(
        "{{",
        "}}",
        "{{#if x}}",
        "{{/if}}",
        "[if git:branch]",
        "[endif]",
        "[file:a]",
        "---\n",
        "\n",
        "\n\n",
        "\t",
    ),
    *(
        ": ",
        "- ",
        '"',
        "|\n",
        "&a ",
        "*a",
        "{",
        "]",
        ",",
        "\u00a0",
        "\u2028",
        "\ufeff",
        "😀",
        "\u202e",
        "e\u0301",
    ),
    *(
        "👨\u200d👩\u200d👧",
        "name: x\n",
        "- id: z\n",
        "; role: user\n",
        ";",
        "```\n",
        "\ufdd0",
        "x" * 200,
        "\x85",
    ),
)
LETTERS = "abc xyz.,{[:-#\n"
KEYS = (
    *("Backspace", "Delete", "Ctrl+Backspace", "Ctrl+Del", "Return", "Tab", "Shift+Tab", "Ctrl+K"),
    *("Alt+Up", "Alt+Down", "Home", "Shift+End", "Insert", "Ctrl+Home", "Ctrl+End"),
)
ACTIONS = (
    *("move_block_up", "move_block_down", "nest_block", "unnest_block", "wrap_block", "duplicate_block"),
    *("touch_updated", "switch_view", "switch_chat_view", "show_run", "make_user", "make_assistant"),
    *("next_problem", "undo", "undo", "redo"),
)


class Confirming(list[Any]):
    """Says yes to whatever is asked."""

    def __bool__(self) -> bool:
        return True

    def pop(self, _index: Any = 0) -> bool:
        return True


def place_caret(bench, rnd: random.Random, reach: int = 0) -> None:
    """Put caret and selection anywhere that Qt can, and sometimes out of sight."""
    editor = bench.editor
    last = editor.document().characterCount() - 1
    cursor, at = editor.textCursor(), rnd.randint(0, last)
    cursor.setPosition(at)
    cursor.setPosition(min(max(at + reach, 0), last), QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)
    editor.setFocus()
    if rnd.random() < 0.3:
        editor.verticalScrollBar().setValue(rnd.choice((0, editor.verticalScrollBar().maximum())))


def edit(bench, file: OpenFile, rnd: random.Random) -> None:
    """Do one thing, by keys, clipboard, action or the document's own door."""
    chance, document = rnd.random(), file.document
    if chance < 0.25:
        place_caret(bench, rnd)
        bench.type("".join(rnd.choices(LETTERS, k=rnd.randint(1, 6))))
    elif chance < 0.4:
        place_caret(bench, rnd, rnd.choice((0, 0, 30)))
        QGuiApplication.clipboard().setText(rnd.choice(PIECES))
        bench.press("Ctrl+V", bench.editor)
    elif chance < 0.55:
        place_caret(bench, rnd, rnd.choice((1, 2, 5, 40, -7, -90)))
        bench.press(rnd.choice(("Backspace", "Delete", "Ctrl+X", "X")), bench.editor)
    elif chance < 0.63:
        place_caret(bench, rnd)
        bench.press(rnd.choice(KEYS), bench.editor)
    elif chance < 0.72 and document.takes_edits:
        start = rnd.randint(0, len(file.text))
        document.apply_edits(
            [Edit(Span(start, min(start + rnd.randint(0, 30), len(file.text))), rnd.choice(PIECES))]
        )
    elif chance < 0.78 and document.takes_edits:
        fixes = [fix for problem in file.analysis.diagnostics for fix in problem.fixes]
        if fixes:
            document.apply_edits(file.fix_now(rnd.choice(fixes)).edits)
    elif chance < 0.95:
        bench.act_if_possible(rnd.choice(ACTIONS))
    else:
        bench.settle()


def visit(bench, name: str, rnd: random.Random) -> None:
    """Edit a file; undo all and redo all of it, save it and compare."""
    file = bench.open(name)
    if file.document.read_only_because:
        return
    bench.workbench.files.save(file)
    stack, base = file.document.text_document, file.text
    depth = lowest = stack.availableUndoSteps()
    for _ in range(rnd.randint(3, 12)):
        if bench.workbench.current.file is not file:
            bench.open(name)
        edit(bench, file, rnd)
        lowest = min(lowest, stack.availableUndoSteps())
    text, undone = file.text, 0
    while stack.availableUndoSteps() > depth:
        stack.undo()
        undone += 1
    assert lowest < depth or file.text == base
    for _ in range(undone):
        stack.redo()
    assert file.text == text
    bench.workbench.files.save(file)
    assert file.path.read_bytes() == file.data()
    assert decode(file.path.read_bytes()).text == file.text
    if rnd.random() < 0.3:
        bench.workbench.commands.files.close_paths([file.path], "deleted")


def living() -> Counter[str]:
    """Return how many texts and editors there are, by class."""
    gc.collect()
    kinds = (EditorDocument, QTextDocument, QPlainTextEdit)
    found = (thing for thing in gc.get_objects() if isinstance(thing, kinds) and isValid(thing))
    return Counter(type(thing).__name__ for thing in found)


def close_all(bench) -> Counter[str]:
    for file in list(bench.workbench.files.files):
        bench.workbench.files.save(file)
        bench.workbench.commands.files.close_paths([file.path], "deleted")
    bench.settle()
    return living()


def edit_randomly(bench, seed: int, visits: int, kinds: tuple[str, ...], names: tuple[str, ...] = ()) -> None:
    """Open one of each kind, and visit files of some names, or of any."""
    rnd = random.Random(seed)
    for name, data in OWN.items():
        (bench.root / name).write_bytes(data)
    paths = (path for path in bench.root.rglob("*") if path.is_file())
    names = names or tuple(sorted(str(path.relative_to(bench.root)) for path in paths))
    bench.dialogs.answers = Confirming()
    for name in kinds:
        bench.open(name)
    before = close_all(bench)
    for _ in range(visits):
        visit(bench, rnd.choice(names), rnd)
    after = close_all(bench)
    assert all(count <= before[kind] + 1 for kind, count in after.items()), (before, after)


def test_random_edits(open_bench, root):
    edit_randomly(open_bench(root), seed=4, visits=6, kinds=KINDS, names=(*KINDS, "mixed.md"))


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("seed", range(20))
def test_many_random_edits(open_bench, root, seed):
    edit_randomly(open_bench(root), seed, visits=120, kinds=KINDS)
