"""What typing and opening cost in the editor, beside a bare QPlainTextEdit in the same run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter

from measure import Row

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

SIZES = {"4 KB": 4_000, "100 KB": 100_000, "1 MB": 1_000_000}
_HEAD = (
    "---\nname: a\nversion: 1.0.0\ndescription: x\nmax_tokens: 500\nvariables:\n"
    "  - name: title\n    required: false\n    description: d\n"
    "  - name: url\n    required: false\n    description: d\n---\n"
)
_PART = """# Section

Write the {{title}} of **this** page about {{url}}. A longer line that is broken at the edge of the editor.
{{#if url}}
- Address: {{url}} and `code`
{{/if}}

"""


def rows(rounds: int = 30) -> Iterator[Row]:
    """Measure each row in interleaved rounds, medians."""
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance() or QApplication(["benchmarks"])
    assert isinstance(app, QApplication)
    for size, length in SIZES.items():
        ours, theirs = _keystrokes(app, _text(length), rounds if length < 1_000_000 else rounds // 2)
        yield Row("keystroke, analysis, all painted", size, ours, "bare QPlainTextEdit", theirs)
    ours, theirs = _keystrokes(app, "x" * 1_000_000, 5, bare_text="x" * 10_000)
    yield Row("keystroke in one line", "1 MB", ours, "bare QPlainTextEdit, a line of 10 KB", theirs)
    for size in ("100 KB", "1 MB"):
        ours, theirs = _openings(app, _text(SIZES[size]))
        yield Row("open and paint", size, ours, "QPlainTextEdit with an empty highlighter", theirs)


def _text(length: int) -> str:
    return _HEAD + _PART * max(1, (length - len(_HEAD)) // len(_PART))


def _keystrokes(app: object, text: str, rounds: int, bare_text: str | None = None) -> tuple[float, float]:
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication, QPlainTextEdit

    from editor_app.window.kit.theme.theme import load_theme

    assert isinstance(app, QApplication)
    theme = load_theme("light", scale=1.0)
    editor = _editor(text, theme)
    bare = QPlainTextEdit()
    bare.setFont(theme.font("code"))
    bare.setPlainText(text if bare_text is None else bare_text)
    took: dict[str, list[float]] = {"ours": [], "theirs": []}
    for name, widget in (("ours", editor), ("theirs", bare)):
        widget.resize(734, 900)
        widget.show()
        widget.activateWindow()
        widget.setFocus()
        QTest.qWaitForWindowActive(widget)
        cursor = widget.textCursor()
        middle = (widget.document().characterCount() - 1) // 2
        cursor.setPosition(max(text.find("longer", middle), middle))  # in words, where most is typed
        widget.setTextCursor(cursor)
        widget.centerCursor()
        app.processEvents()
        for _ in range(rounds):
            begun = perf_counter()
            QTest.keyClick(widget, "x")
            app.processEvents()
            widget.repaint()  # all of it, for both: what changed alone is a few rows
            widget.viewport().repaint()
            took[name].append(perf_counter() - begun)
        widget.hide()
    return median(took["ours"]), median(took["theirs"])


def _openings(app: object, text: str) -> tuple[float, float]:
    from PySide6.QtGui import QSyntaxHighlighter
    from PySide6.QtWidgets import QApplication, QPlainTextEdit

    from editor_app.window.kit.theme.theme import load_theme

    class Empty(QSyntaxHighlighter):
        def highlightBlock(self, text: str) -> None:
            del text

    assert isinstance(app, QApplication)
    theme = load_theme("light", scale=1.0)
    kept: list[object] = []

    def bare() -> None:
        widget = QPlainTextEdit()
        widget.resize(734, 900)
        kept.extend((widget, Empty(widget.document())))
        widget.setPlainText(text)
        widget.show()
        app.processEvents()
        widget.hide()

    def ours() -> None:
        editor = _editor(text, theme, analysed=False)
        editor.resize(734, 900)
        kept.append(editor)
        editor.show()
        app.processEvents()
        editor.hide()

    return _interleaved(ours, bare, 5)


def _interleaved(ours: Callable[[], None], theirs: Callable[[], None], rounds: int) -> tuple[float, float]:
    took: list[tuple[float, float]] = []
    for _ in range(rounds):
        times = []
        for work in (ours, theirs):
            begun = perf_counter()
            work()
            times.append(perf_counter() - begun)
        took.append((times[0], times[1]))
    return median(one for one, _ in took), median(other for _, other in took)


def _editor(text: str, theme: object, *, analysed: bool = True):
    from editor_app.analysis.analysis import analyse
    from editor_app.library.kinds import Kind
    from editor_app.window.kit.theme.current import use_theme
    from editor_app.window.kit.theme.theme import Theme
    from editor_app.window.text.code_editor import CodeEditor
    from editor_app.window.text.document.document import EditorDocument

    assert isinstance(theme, Theme)
    use_theme(theme, lambda: None)
    document = EditorDocument(text)
    editors: list[CodeEditor] = []

    def show(_edit: object = None) -> None:
        for editor in editors:
            editor.show_analysis(analyse(document.text, Kind.PROMPT, "a.md", revision=document.revision))

    document.edited.connect(show)
    editors.append(CodeEditor(document))
    document.setParent(editors[0])
    if analysed:
        show()
    return editors[0]


if __name__ == "__main__":
    for row in rows():
        ratio = row.ours / row.theirs
        print(f"{row.work}, {row.size}: {row.ours * 1000:.2f} ms; {row.compared_with}: ", end="")
        print(f"{row.theirs * 1000:.2f} ms; {ratio:.1f} times")
