"""Fenced code in editor and preview: colours of the theme, tags over them, and no work per key."""

from __future__ import annotations

from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_app.analysis.analysis import analyse
from editor_app.highlighting import code
from editor_app.highlighting.code import code_colours
from editor_app.library.kinds import Kind
from editor_app.text import Edit, Span
from editor_app.window.panels.preview.markdown_view import MarkdownView
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.painting.fence_colours import FenceColours

GUIDE = """+++
title = "A guide"
+++
# Head

```python
def greet():
    return "hi {{name}}"  # why
```

```unknown
def plain(): pass
```
"""


def colours_of(block, theme):
    roles = {colour: role for role, colour in theme.colors.items()}
    text = block.text()
    found = []
    for item in block.layout().formats():
        part = text[item.start : item.start + item.length]
        found.append((part, roles.get(item.format.foreground().color().name(), "")))
    return found


def test_the_first_fence_of_a_language_is_coloured_in_the_pause_that_loads_its_lexer(monkeypatch):
    loads, waits = [], []
    monkeypatch.setattr(code, "_loaded", set())
    monkeypatch.setattr(code, "import_module", lambda name: loads.append(name) or import_module(name))
    code._lexer.cache_clear()
    code_colours.cache_clear()
    fences = FenceColours(lambda: waits.append(1))
    assert fences.colours(0, "go", "func f() {}") == ()
    assert (loads, waits) == ([], [1]), "opening a file does not wait for it"
    fences.after_pause()
    assert fences.colours(0, "go", "func f() {}") == code_colours("go", "func f() {}") != ()
    assert loads == ["pygments.lexers.go"]
    assert fences.colours(1, "golang", "func g() {}") != (), "loaded once for all its names"


@pytest.fixture
def count_reads(monkeypatch):
    """Return the list of the codes that are read from now on."""
    reads = []
    original = code._colours

    def counted(lexer, text):
        reads.append(text)
        return original(lexer, text)

    monkeypatch.setattr(code, "_colours", counted)
    code_colours.cache_clear()
    yield reads
    code_colours.cache_clear()


def open_editor(qtbot, theme, source):
    document = EditorDocument(source)
    editor = CodeEditor(document)
    qtbot.addWidget(editor)
    editor.resize(600, 500)
    editor.show()
    editor.show_analysis(analyse(source, Kind.DOCUMENT, "guide.md"))
    return document, editor


def test_a_document_with_metadata_and_code(qtbot, theme, count_reads):
    document, editor = open_editor(qtbot, theme, GUIDE)
    blocks = [editor.document().findBlockByNumber(number) for number in range(13)]
    assert colours_of(blocks[1], theme) == [("title ", "key"), ('"A guide"', "str")]
    assert ("+++", "faint") in colours_of(blocks[0], theme)
    assert colours_of(blocks[6], theme)[0] == ("def", "key")
    assert [(part, role) for part, role in colours_of(blocks[7], theme) if part != '"'] == [
        ("return", "key"), ('"hi {{name}}"', "str"), ("# why", "faint"), ("{{name}}", "tag"),
    ]  # fmt: skip
    assert colours_of(blocks[11], theme) == []
    assert len(count_reads) == 1

    end = GUIDE.index("\n\n```unknown")
    for at, typed in enumerate("xyz"):  # elsewhere
        document.apply_edits([Edit(Span(end + at, end + at), typed)])
    assert len(count_reads) == 1

    place = GUIDE.index("hi {{") + 2
    for at, typed in enumerate(" you,"):
        document.apply_edits([Edit(Span(place + at, place + at), typed)])
    assert len(count_reads) == 1, "a key in the code reads none of it"
    strings = [part for part, role in colours_of(blocks[7], theme) if role == "str"]
    assert strings == ['"hi you, {{name}}"'], "what was typed has the colour around it"

    place = document.text.index("def greet")
    document.apply_edits([Edit(Span(place, place), "async ")])
    assert colours_of(blocks[6], theme)[0] == ("def", "key")
    qtbot.waitUntil(lambda: len(count_reads) == 2)
    assert colours_of(blocks[6], theme)[0] == ("async", "key"), "a pause has it read anew"


def test_a_large_fence_is_never_read(qtbot, theme, count_reads):
    source = "```python\n" + "x = 'a'\n" * 2_000 + "```\n"
    document, editor = open_editor(qtbot, theme, source)
    document.apply_edits([Edit(Span(20, 20), "y")])
    assert colours_of(editor.document().findBlockByNumber(2), theme) == []
    assert count_reads == []


def test_of_many_fences_one_event_reads_no_more_than_one_may_have(qtbot, theme, count_reads):
    code_text = "x = 'a'\n" * 250
    source = "".join(f"```python\ny{number} = 1\n{code_text}```\n\nAnd\n\n" for number in range(4))
    view = MarkdownView()
    qtbot.addWidget(view)
    view.resize(600, 400)
    view.show()
    view.show_text(source)
    view.catch_up()
    assert len(count_reads) == 1, "the others are out of sight"
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    assert len(count_reads) == 2, "what lies between is out of sight, too"
    view.verticalScrollBar().setValue(0)
    small = "".join(
        f"```python\ny{number} = {code_text[:20]}" + "#" * 390 + "\n```\n\nAnd\n\n" for number in range(9)
    )
    view.show_text(small)
    view.resize(900, 4000)
    count_reads.clear()
    view.catch_up()
    assert 0 < len(count_reads) < 9, "an event colours no more than one fence may have"
    qtbot.waitUntil(lambda: len(count_reads) == 9)

    code_colours.cache_clear()
    count_reads.clear()
    fences = FenceColours(lambda: None)
    texts = [f"y{number} = 1\n{code_text}" for number in range(4)]
    for pause in range(1, 6):
        shown = [bool(fences.colours(number, "python", text)) for number, text in enumerate(texts)]
        assert shown == [number < pause for number in range(4)]
        assert len(count_reads) == min(pause, 4), "what is coloured stays, and is not read again"
        fences.after_pause()


def test_the_markdown_preview_has_the_same_colours(qtbot, theme):
    view = MarkdownView()
    qtbot.addWidget(view)
    code = 'def f():\n    """Two\n    lines 😀 x"""\n    return 1\n'
    view.show_text(f"```python\n{code}```\n\n```unknown\ndef\n```\n")
    view.catch_up()
    roles = {colour: role for role, colour in theme.colors.items()}
    found = []
    block = view.document().begin()
    while block.isValid():
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            shown = fragment.charFormat()
            is_coloured = shown.hasProperty(shown.Property.ForegroundBrush)
            found.append((fragment.text(), roles[shown.foreground().color().name()] if is_coloured else ""))
            iterator += 1
        block = block.next()
    assert ("def", "key") in found
    assert ("def", "") in found, "an unknown language stays plain"
    assert ('"""Two', "str") in [(part.strip(), role) for part, role in found]
    assert ('lines 😀 x"""', "str") in [(part.strip(), role) for part, role in found]
    assert ("return", "key") in found


@given(
    st.text(alphabet="ab '#\n=1", min_size=1, max_size=60),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 4), st.text("a'#\n", max_size=3)), max_size=6),
)
def test_colours_that_move_with_edits_stay_in_order_and_settle_right(text, edits):
    told = []
    fences = FenceColours(lambda: told.append(1))
    fences.colours(0, "python", text)
    for start, gone, new in edits:
        text = text[:start] + new + text[start + gone :]
        last = 0
        for begin, end, _role in fences.colours(0, "python", text):
            assert last <= begin < end <= len(text)
            last = end
    fences.after_pause()
    assert tuple(fences.colours(0, "python", text)) == code_colours("python", text)
