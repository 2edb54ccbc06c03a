"""The size of words and controls: a setting that counts at once, is kept, and follows the system's text."""

from __future__ import annotations

from named_cases import in_case
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication, QLabel

from editor_app.library.settings.settings import SETTINGS_NAME, read_settings, write_settings
from editor_app.window.frame.layout_memory import LayoutMemory, Room
from editor_app.window.kit.theme import theme as themes
from editor_app.window.kit.theme.theme_choice import ThemeChoice


def test_the_size_of_the_system_s_text_counts_from_ten_points(qapp, monkeypatch) -> None:
    font = QFont("Inter")
    monkeypatch.setattr(QFontDatabase, "systemFont", lambda _which: font)
    expected = {9.0: 1.0, 10.0: 1.0, 11.0: 1.1, 12.5: 1.25, 15.0: 1.5, 40.0: 2.0}
    for points, scale in expected.items():
        font.setPointSizeF(points)
        assert themes.text_scale() == scale, points
    font.setPointSizeF(10)
    choice, told = ThemeChoice(qapp, "light"), []
    choice.theme_changed.connect(lambda theme: told.append(theme.scale))
    font.setPointSizeF(11)
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    choice.choose_size(125)
    font.setPointSizeF(15)
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    choice.choose_size(0)
    assert told == [1.1, 1.25, 1.5]
    choice.deleteLater()


def test_a_size_that_cannot_be_is_told_and_stays_to_be_mended(tmp_path) -> None:
    path = tmp_path / SETTINGS_NAME
    complaint = "‘interface_size’ in settings.toml, line 1, must be a whole number from 80 to 300, or 0"
    complaint += " (as the system); the default is used."
    for value in ("79", "301", "-5", '"large"', "true", "1.5"):
        with in_case(value):
            path.write_text(f"interface_size = {value}\n")
            settings, (sentence,) = read_settings(tmp_path)
            assert settings["interface_size"] == 0
            assert sentence == complaint
            write_settings(tmp_path, settings)
            assert f"interface_size = {value}\n" in path.read_text()


def test_a_size_is_chosen_live_and_kept(open_bench, root, tmp_path) -> None:
    bench = open_bench(root, "page-analysis.md")
    window, panels = bench.window, bench.panels
    usual = window.menuBar().height(), panels.library.tree.sizeHintForRow(0), bench.editor.font().pixelSize()
    bench.act("interface_size_150")
    assert bench.workbench.actions.action("interface_size_150").isChecked()
    assert QApplication.font().pixelSize() == 20
    now = window.menuBar().height(), panels.library.tree.sizeHintForRow(0), bench.editor.font().pixelSize()
    assert now == tuple(round(height * 1.5) for height in usual)
    assert window.room.value == "narrow", "what fits is looked at again"
    labels = (one for one in window.findChildren(QLabel) if one.isVisible() and one.text())
    assert min(label.font().pixelSize() for label in labels) >= 18
    kept, complaints = read_settings(tmp_path / "config")
    assert (kept["interface_size"], kept.scale, complaints) == (150, 1.5, ())
    bench.act("interface_size_100")
    assert not bench.workbench.actions.action("interface_size_150").isChecked()
    assert read_settings(tmp_path / "config")[0].scale == 1.0
    bench.act("interface_size_0")  # here the same size
    assert read_settings(tmp_path / "config")[0].scale is None


def test_the_sides_are_as_wide_in_letters_at_another_size(open_bench, root) -> None:
    window = open_bench(root, "page-analysis.md").window
    usual = window.left_dock.width()
    for size in (110, 125):
        window._actions.action(f"interface_size_{size}").trigger()
        assert window.left_dock.width() > usual * size / 100 * 0.9, size


def test_a_width_that_was_chosen_follows_the_size_of_the_text(wear, tmp_path) -> None:
    memory = LayoutMemory(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))
    wear(themes.load_theme("light", 1.25))
    memory.keep_sides(Room.WIDE, 400, 600)
    memory.keep_below("problems", 250)
    wear(themes.load_theme("light", 2.0))
    assert memory.sides(Room.WIDE, 2800) == (640, 960)
    assert memory.below("problems", 200) == 400
