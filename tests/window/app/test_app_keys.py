"""Everything by keyboard, with names, in both themes and in little room."""

from __future__ import annotations

import pytest
from named_cases import in_case
from PySide6.QtCore import SIGNAL, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QStyle,
    QTextEdit,
    QWidget,
)

from editor_app.library.settings.settings import read_settings
from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.focus.panel_keys import native_keys
from editor_app.window.kit.form.line import NumberBox
from editor_app.window.kit.words.labels import ElidedLabel
from editor_app.window.panels.preview.markdown_view import MarkdownView
from editor_app.window.panels.preview.text.text_view import PreviewText

pytestmark = pytest.mark.one_window

MESSAGE = (
    'id: m\nversion: "1.0.0"\nrole: system\ncreatedAt: "2026-01-01T00:00:00Z"\n'
    'updatedAt: "2026-01-01T00:00:00Z"\nblocks:\n  - {id: a, type: identity, priority: 5, content: Hi}\n'
)


def menu_of(field: QWidget) -> QMenu:
    """Return the menu that the other button of the mouse opens on `field`; it stays, closed."""
    target = field.viewport() if isinstance(field, QAbstractScrollArea) else field
    place = QPoint(2, 2)
    QApplication.sendEvent(
        target, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, target.mapToGlobal(place))
    )
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu), f"{field} has no menu"
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    menu.close()
    return menu


def test_the_theme_changes_live_and_is_kept_and_menus_have_it(bench, theme_choice, tmp_path):
    """Menus underline letters only while Alt is held."""
    window = bench.window
    bar = window.menuBar()
    menus = [bar, bar.actions()[0].menu(), round_menu(QMenu(window)), bench.panels.library._more.menu()]
    for menu in menus[1:]:
        menu.addAction("&Copy")
        menu.popup(window.pos())
        menu.close()
    number = NumberBox()
    number.setParent(window)
    made_later = (MarkdownView(window), number)
    fields = [one for kind in (QLineEdit, QPlainTextEdit, QTextEdit) for one in window.findChildren(kind)]
    kinds = {type(one).__name__: one for one in fields if not isinstance(one, PreviewText)}
    assert kinds.keys() >= {"SearchField", "LineField", "ValueField", "CodeEditor"}
    menus += [menu_of(one) for one in (*kinds.values(), *made_later)]

    def underlined() -> set[int]:
        return {menu.style().styleHint(QStyle.StyleHint.SH_UnderlineShortcut, None, menu) for menu in menus}

    assert underlined() == {0}
    QTest.keyPress(window, Qt.Key.Key_Alt)
    assert underlined() == {1}
    QTest.keyRelease(window, Qt.Key.Key_Alt)
    assert underlined() == {0}

    bench.go_to("max_tokens")
    bench.type("x")
    text, place = bench.text, bench.editor.cursor_offset()
    for theme, is_dark in (("light", False), ("dark", True), ("light", False)):
        with in_case(theme):
            if theme != theme_choice.choice:
                bench.act(f"theme_{theme}")
                assert (bench.text, bench.editor.cursor_offset()) == (text, place)
                settings, complaints = read_settings(tmp_path / "config")
                assert (settings["theme"], complaints) == (theme, ())
            lightness = window.grab().toImage().pixelColor(5, 5).lightness()
            assert (lightness > 200, lightness < 80) == (not is_dark, is_dark)
            grounds = {menu.grab().toImage().pixelColor(12, 12).lightness() < 80 for menu in menus}
            assert grounds == {is_dark}
    bench.press("Ctrl+Z", bench.editor)
    assert bench.text == text.replace("xmax", "max")


def test_f6_visits_every_panel_and_f12_goes_there_and_back(bench):
    panels = bench.panels
    stops = {
        "library": panels.library,
        "outline": panels.outline,
        "bar": panels.bar,
        "editor": bench.editor,
        "problems": panels.problems,
        "preview": panels.preview,
        "values": panels.values,
    }
    for keys in ("F6", "Shift+F6"):
        with in_case(keys):
            bench.editor.setFocus()
            visited = []
            for _ in range(len(stops)):
                bench.press(keys)
                focus = QApplication.focusWidget()
                assert focus.focusPolicy() & Qt.FocusPolicy.TabFocus, f"{focus} takes no keys"
                visited += [name for name, stop in stops.items() if stop is focus or stop.isAncestorOf(focus)]
            assert sorted(visited) == sorted(stops)
            assert visited[-1] == "editor"
            assert bench.editor.hasFocus()
    see_f12_and_why(bench)


def see_f12_and_why(bench):
    """See that F12 goes there and back, and that the keys of Why say it to the keyboard."""
    bench.go_to("{{url}}", 3)
    bench.press("F12")
    preview = bench.panels.preview
    assert preview.text.hasFocus()
    bench.press("F12")
    assert bench.editor.hasFocus()
    assert bench.text[bench.editor.cursor_offset() :].startswith("{{url}}")

    bench.go_to("{{url}}", 3)
    bench.press("Ctrl+Shift+Y")
    why = bench.panels.preview.why
    assert why.isVisible()
    words = " ".join(label.text() for label in why.findChildren(QLabel))
    words = words.replace("\u200b", "")
    assert "https://example.org/pricing" in words
    assert "url" in words
    value = QApplication.focusWidget()
    assert why.isAncestorOf(value)
    assert value.accessibleName().endswith("https://example.org/pricing")
    bench.press("Ctrl+C")
    assert bench.clipboard() == "https://example.org/pricing"


def test_ctrl_tab_goes_to_the_next_document_from_anywhere(open_bench, root):
    names = [f"system-messages/{name}.yaml" for name in "abc"]
    for name in names:
        (root / name).write_text(MESSAGE)
    bench = open_bench(root, *names, checked=False)
    bench.resolve()
    blocks, tabs = bench.workbench.current.perspective.panels.blocks, bench.workbench.tabs
    bench.window.show_left("blocks")
    stops = (
        blocks.filter,
        blocks.tree,
        bench.panels.preview.text,
        bench.window.right_dock.tabs,
        bench.window.status.counts,
        tabs.bar,
        None,
    )
    for stop in stops:
        for keys, place in (("Ctrl+Tab", 0), ("Ctrl+PgUp", 2), ("Ctrl+Shift+Tab", 1), ("Ctrl+PgDown", 2)):
            focus = bench.editor if stop is None else stop
            focus.setFocus()
            assert focus.hasFocus()
            bench.press(keys)
            assert tabs.bar.currentIndex() == place, f"{keys} in {stop}"
    assert not any(file.is_modified for file in bench.workbench.files.files), "the keys type nothing"


def test_the_list_of_shortcuts_has_the_keys_of_panels_and_f6_stops_at_what_an_empty_one_says(
    open_bench, root
):
    bench = open_bench(root, "system-messages/coding-assistant.yaml", checked=False)
    commands = bench.workbench.commands.program.settings.question().commands
    rows = [(one.menu, one.text, *map(native_keys, one.keys)) for one in commands if not one.id]
    assert ("In Blocks", "Mute or unmute", "Space") in rows
    assert ("In Library", "Rename", "F2") in rows
    assert ("In Values", "Open a value’s menu", "Alt+Down") in rows
    trees = {
        "In Blocks": bench.workbench.current.perspective.panels.blocks.tree,
        "In Library": bench.panels.library.tree,
        "In Problems": bench.panels.problems.tree,
    }
    for panel, tree in trees.items():
        listed = [keys for place, _, keys in rows if place == panel]
        assert sorted(listed) == sorted([*tree.keys.acts, "Return"]), panel

    bench.open("system-prompt.tmpl")
    bench.settle()
    for keys in ("F6", "Shift+F6"):
        (bench.editor if keys == "F6" else bench.panels.preview.text).setFocus()
        bench.press(keys)
        focus = QApplication.focusWidget()
        assert bench.panels.problems.isAncestorOf(focus)
        assert focus.accessibleName() == "No problems."
        bench.press("Ctrl+C")
        assert bench.clipboard() == "No problems."


def go_into_preview(bench, keys: str = "F6") -> QWidget:
    """Go from panel to panel until the focus is in the preview, and return what has it there."""
    for _ in range(8):
        bench.press(keys)
        if bench.panels.preview.isAncestorOf(QApplication.focusWidget()):
            break
    return QApplication.focusWidget()


def test_f6_into_the_preview_goes_to_its_text_where_the_caret_of_the_editor_is_shown(bench):
    preview = bench.panels.preview
    preview.callers.links[0].click()
    address = "https://example.org/pricing"

    def explained(*, by: QWidget) -> str:
        bench.press("Ctrl+Shift+Y", by)
        assert preview.why.isVisible()
        labels = preview.why.body._content.findChildren(QLabel)
        return " ".join(label.text() for label in labels).replace("\u200b", "")

    for keys in ("F6", "Shift+F6"):
        with in_case(keys):
            bench.go_to("Analyze this")
            bench.go_to("{{url}}", 3)
            assert go_into_preview(bench, keys) is preview.text
            assert bench.preview[preview.text.caret_offset :].startswith(address)
            assert address in explained(by=preview.text)
            bench.press("Esc")
            bench.press("Ctrl+Home")
            assert address not in explained(by=preview.text), "a caret that was moved is meant"
            bench.press("Esc")
            assert preview.text.caret_offset == 0
    for button in (preview._bar.copy_button, bench.panels.library.tree):
        button.setFocus()
        assert address in explained(by=button), "elsewhere that of the editor"
    bench.go_to("{{url}}", 3)
    preview._bar.copy_button.setFocus()
    bench.press("F12")
    assert bench.editor.hasFocus()
    assert bench.text[bench.editor.cursor_offset() :].startswith("{{url}}")

    bench.go_to("max_tokens")  # what stands here is shown nowhere
    assert go_into_preview(bench) is preview.text
    assert preview.text.caret_offset == 0
    bench.press("Ctrl+End")
    bench.press("F6")
    assert go_into_preview(bench) is preview.text
    assert preview.text.caret_offset == len(bench.preview), "it stays where it was put"
    preview._bar.copy_button.setFocus()
    assert "frontmatter is not sent" in explained(by=preview._bar.copy_button)
    preview.choose_view("markdown")
    bench.editor.setFocus()
    assert go_into_preview(bench) is preview.markdown


def test_why_says_of_what_is_not_sent_that_it_is_not(open_bench, root):
    head = "---\nname: p\nversion: 1.0.0\ndescription: d\nmax_tokens: 9\nvariables:\n"
    head += "  - name: title\n    required: false\n    description: t\n---\n"
    (root / "p.md").write_text(head + "Hello\n{{#if title}}Title: {{title}}{{/if}}\nWorld\n")
    bench = open_bench(root, "p.md")

    def asked(words: str) -> str:
        bench.go_to(words, 2)
        bench.press("Ctrl+Shift+Y")
        labels = bench.panels.preview.why.body._content.findChildren(QLabel)
        return " ".join(label.text() for label in labels).replace("\u200b", "")

    assert "left out: title is not set" in asked("{{title}}")
    assert "frontmatter is not sent" in asked("max_tokens")
    bench.file.set_values({"title": ""}, None)
    assert "frontmatter is not sent" in asked("max_tokens")
    assert "always sent" in asked("World")
    assert "not sent" not in asked("World")


def test_f8_steps_ctrl_m_lets_tab_leave_and_undo_belongs_to_the_focused_document(bench):
    bench.go_to("---")
    starts = [problem.span.start for problem in bench.file.analysis.diagnostics]
    assert len(starts) == 2
    visited = []
    for keys in ("F8", "F8", "F8", "Shift+F8"):
        bench.press(keys, bench.editor)
        visited.append(bench.editor.cursor_offset())
    assert visited == [starts[0], starts[1], starts[0], starts[1]], "round the end"
    bench.press("Esc", bench.editor)

    before = bench.text
    bench.go_to("Provide")
    bench.press("Tab")
    assert bench.text != before
    bench.press("Ctrl+Z")
    bench.press("Ctrl+M")
    bench.press("Tab")
    assert bench.text == before
    assert not bench.editor.hasFocus()
    bench.editor.setFocus()
    bench.press("Ctrl+M")
    bench.press("Tab")
    first = bench.text
    assert first != before

    bench.open("test-scenario-generation.md")
    second = bench.text
    bench.press("Ctrl+Z")
    assert bench.text == second
    bench.open("page-analysis.md")
    assert bench.text == first
    actions = bench.workbench.actions
    idle = [
        one.id for one in actions.table if not actions.action(one.id).receivers(SIGNAL("triggered(bool)"))
    ]
    assert idle == [], "all keys do something"


def test_the_status_bar_has_room_for_valid(bench):
    """The words grow from a number to “Valid” while the window stands as it is."""
    counts = bench.window.status.counts
    assert counts.width() >= counts.sizeHint().width()
    for name in ("test-scenario-generation.md", "page-analysis.md", "system-prompt.tmpl"):
        bench.open(name)
        bench.resolve()
        QApplication.processEvents()
        assert counts.width() >= counts.sizeHint().width(), name
    bench.window.resize(800, 560)
    bench.open("test-scenario-generation.md")
    QApplication.processEvents()
    assert counts.width() >= counts.sizeHint().width()


SIZES = [(1440, 900), (1366, 700), (1000, 700), (800, 560)]
FILES = ["page-analysis.md", "system-prompt.tmpl"]


def test_every_control_has_a_name_and_no_words_are_cut(open_bench, root):
    for name, sizes in zip(FILES, (SIZES, SIZES[::-2]), strict=True):
        bench = open_bench(root, name, size=sizes[0])
        bench.is_painted = True
        bench.resolve()
        bench.settle()
        for size in sizes:
            with in_case((name, size, "begun with", sizes[0])):
                bench.window.resize(*size)
                QApplication.processEvents()
                check_that_every_control_has_a_name_and_no_words_are_cut(bench, size)
        bench.close()


def check_that_every_control_has_a_name_and_no_words_are_cut(bench, size) -> None:
    assert (bench.window.width(), bench.window.height()) == size
    shown = [widget for widget in bench.window.findChildren(QWidget) if widget.isVisible()]
    focusable = [widget for widget in shown if widget.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert focusable
    nameless = [widget for widget in focusable if not _name(widget)]
    assert nameless == []
    cut = [
        (widget.text(), widget.width(), widget.sizeHint().width())
        for widget in shown
        if isinstance(widget, QLabel) and widget.text() and not isinstance(widget, ElidedLabel)
        if not widget.wordWrap() and widget.width() < widget.sizeHint().width()
    ]
    assert cut == []
    bench.window.grab()  # what is cut short says so in its tooltip when it is painted
    silent = [
        widget.text()
        for widget in shown
        if isinstance(widget, ElidedLabel)
        and any(widget.fontMetrics().horizontalAdvance(line) > widget.width() for line in widget.lines())
        if not widget.toolTip()
    ]
    assert silent == []
    outside = [
        pill.spec.text
        for pill in bench.panels.variables.pills
        if pill.isVisible()
        and (pill.geometry().right() > pill.parentWidget().width() or pill.width() < pill.sizeHint().width())
    ]
    assert outside == []


def _name(widget: QWidget) -> str:
    """Return what a screen reader calls a control: its own name, its words, or its area's name."""
    words = widget.accessibleName() or (widget.text() if hasattr(widget, "text") else "")
    area = widget.parentWidget()
    if not words and isinstance(area, QAbstractScrollArea):
        words = area.accessibleName()
    return words
