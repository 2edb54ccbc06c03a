from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QFile
from PySide6.QtGui import QColor, QFontInfo, QImage, QPalette
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from editor_app.library.paths import resource_path
from editor_app.window.kit.form.text_fields import LineField
from editor_app.window.kit.theme import svg_images
from editor_app.window.kit.theme.icons import SEVERITY_ICONS, icon
from editor_app.window.kit.theme.svg_images import svg_address, svg_pixmap, tinted_svg
from editor_app.window.kit.theme.theme import (
    THEME_NAMES,
    Theme,
    load_theme,
    palette,
    style_sheet,
    with_high_contrast,
)
from editor_app.window.kit.theme.theme_choice import ThemeChoice
from editor_app.window.panels.preview.text.text_pane import TextPane
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.document.document import EditorDocument

WINDOW = Path(svg_images.__file__).parent
SURFACES = ("bg", "panel", "paper", "pop", "nsel", "sel", "cur", "blkbg", "accbg")
STATES = ("tagbg", "condbg", "errbg", "warnbg", "okbg")

TEXT_PAIRS = [
    *(("ink", surface) for surface in (*SURFACES, *STATES)),
    *(("soft", surface) for surface in SURFACES),
    *(("faint", surface) for surface in ("panel", "paper", "pop", "cur")),
    *(("acc", surface) for surface in (*SURFACES, "warnbg", "errbg")),
    ("onacc", "acc"),
    ("ontextsel", "textsel"),
    ("tag", "tagbg"),
    ("tag", "paper"),
    ("cond", "condbg"),
    ("cond", "paper"),
    ("key", "paper"),
    ("key", "sel"),
    ("str", "paper"),
    ("str", "sel"),
    *(("err", surface) for surface in ("errbg", "sel", "nsel", "panel", "bg")),
    *(("warn", surface) for surface in ("warnbg", "sel", "nsel", "panel", "bg")),
    *(("ok", surface) for surface in ("okbg", "bg", "panel")),
]
MARK_PAIRS = [
    *(("edge", surface) for surface in ("panel", "paper", "pop")),
    *((group, "panel") for group in ("guard", "who", "act", "form", "world")),
    *((role, "paper") for role in ("err", "warn", "key", "ok", "acc")),
    *(("textsel", surface) for surface in ("paper", "cur", "blkbg", "panel", "pop", *STATES)),
    *(("acc", surface) for surface in ("sel", "panel", "pop")),  # the bar of a selected row
]

FEW = 200  # pixels: between the colours of a letter and its ground any may be seen, on its edges


def luminance(color: str) -> float:
    channels = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def colors_of(name: str) -> dict[str, str]:
    content = tomllib.loads(resource_path(f"themes/{name}.toml").read_text(encoding="utf-8"))
    return {
        role: color for part in content.values() if isinstance(part, dict) for role, color in part.items()
    }


def test_the_measure_knows_black_on_white() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("name", THEME_NAMES)
def test_text_can_be_read_and_marks_be_seen(name: str) -> None:
    colors = colors_of(name)
    weak = [
        f"{role} on {ground}: {contrast(colors[role], colors[ground]):.2f}"
        for least, pairs in ((4.5, TEXT_PAIRS), (3.0, MARK_PAIRS))
        for role, ground in pairs
        if contrast(colors[role], colors[ground]) < least
    ]
    assert not weak


@pytest.mark.parametrize("name", THEME_NAMES)
def test_selected_text_has_the_same_colours_everywhere_with_and_without_focus(
    qapp, qtbot, name, wear
) -> None:
    theme = load_theme(name, 1.0)
    wear(theme)
    editor = CodeEditor(EditorDocument("W {{title}} W"))
    pane = TextPane()
    pane.show_exactly("WWWWWW")
    field, large = QLineEdit("WWWWWW"), QPlainTextEdit("WWWWWW")
    place = QWidget()
    qtbot.addWidget(place)
    place.setStyleSheet(style_sheet(theme))
    column = QVBoxLayout(place)
    for widget in (editor, pane, field, large):
        column.addWidget(widget)
        widget.selectAll()
    place.resize(300, 400)
    place.show()
    for with_focus in (editor, pane, field, large, None):
        if with_focus is not None:
            with_focus.setFocus()
        for widget in (editor, pane, field, large):
            widget.selectAll()
            colors = used_color(widget.grab().toImage())
            assert theme.colors["textsel"] in colors, (widget, with_focus)
            assert theme.colors["ontextsel"] in colors, (widget, with_focus)
            assert colors[theme.colors["tagbg"]] < FEW, "a tag's ground does not break the selection"


def test_both_themes_have_the_same_roles() -> None:
    assert colors_of("light").keys() == colors_of("dark").keys()
    assert all(
        re.fullmatch("#[0-9a-f]{6}", color) for name in THEME_NAMES for color in colors_of(name).values()
    )


def test_colours_stand_nowhere_else() -> None:
    strays = [
        f"{path.relative_to(WINDOW)}:{number}: {line.strip()}"
        for path in WINDOW.rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b(?![^\"']*\bissue)", line)
    ]
    template = resource_path("themes/foreword.qss").read_text(encoding="utf-8")
    assert not strays
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b", template)


@pytest.mark.parametrize("name", THEME_NAMES)
def test_the_style_sheet_is_whole(qapp, name: str) -> None:
    sheet = style_sheet(load_theme(name, 1.0))
    assert "$" not in sheet
    assert sheet.count("{") == sheet.count("}")
    addresses = re.findall(r"url\((.*?)\)", sheet)
    assert addresses
    assert all(QFile.exists(address) for address in addresses)


def test_an_unknown_name_in_the_style_sheet_is_found(qapp, tmp_path, monkeypatch) -> None:
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "foreword.qss").write_text("/* */ QLabel { color: $inkk; }", encoding="utf-8")
    theme = load_theme("light", 1.0)
    monkeypatch.setattr("editor_app.window.kit.theme.theme.resource_path", lambda name: tmp_path / name)
    with pytest.raises(KeyError, match="inkk"):
        style_sheet(theme)


def test_sizes_follow_the_text_scale(qapp) -> None:
    usual, large = load_theme("light", 1.0), load_theme("light", 1.5)
    assert [usual.font(name).pixelSize() for name in ("small", "body", "title", "code")] == [12, 13, 15, 13]
    assert [large.font(name).pixelSize() for name in ("small", "body", "title")] == [18, 20, 22]
    assert large.px(26) == 39
    assert "min-height: 33px" in style_sheet(large)
    assert usual.line_height("code") == 21


def test_the_design_s_fonts_are_used_where_they_are(qapp) -> None:
    theme = load_theme("light", 1.0)
    assert theme.ui_families[0] == "Inter"
    assert len(theme.ui_families) == len(theme.mono_families) == 2
    assert QFontInfo(theme.font("code")).fixedPitch()


@pytest.mark.parametrize("name", THEME_NAMES)
def test_high_contrast_drops_tints_and_keeps_text(qapp, name: str) -> None:
    theme = load_theme(name, 1.0)
    strong = with_high_contrast(theme)
    assert {strong.colors[role] for role in ("tagbg", "errbg", "accbg", "cur")} == {theme.colors["paper"]}
    assert strong.colors["line"] == theme.colors["edge"]
    assert strong.colors["ink"] == theme.colors["ink"]
    assert strong.colors["sel"] == theme.colors["sel"]


def test_the_palette_has_the_roles(qapp) -> None:
    theme = load_theme("dark", 1.0)
    made = palette(theme)
    assert made.color(QPalette.ColorGroup.Active, QPalette.ColorRole.Highlight) == theme.color("sel")
    assert made.color(QPalette.ColorGroup.Inactive, QPalette.ColorRole.Highlight) == theme.color("nsel")
    assert made.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text) == theme.color("faint")
    assert made.color(QPalette.ColorRole.PlaceholderText) == theme.color("faint")


def test_choosing_a_theme_dresses_the_application_at_once(qapp, theme_choice: ThemeChoice, qtbot) -> None:
    with qtbot.waitSignal(theme_choice.theme_changed) as changed:
        theme_choice.choose("dark")
    assert changed.args[0].name == "dark"
    assert qapp.palette().color(QPalette.ColorRole.Window) == theme_choice.theme.color("panel")
    assert theme_choice.theme.colors["bg"] in qapp.styleSheet()
    theme_choice.choose("system")  # offscreen has no scheme, which counts as light
    assert theme_choice.theme.name != "dark"


def test_the_first_window_is_dressed_when_it_is_made(qapp) -> None:
    before, dark = qapp.styleSheet(), style_sheet(load_theme("dark", 1.0))
    choice = ThemeChoice(qapp, "dark", 1.0, with_first_window=True)
    with choice.dressed_when_made():
        assert qapp.styleSheet() == before != dark
    assert qapp.styleSheet() == dark
    with choice.dressed_when_made():
        assert qapp.styleSheet() == dark, "it is never taken off"
    choice.choose("light")
    assert qapp.styleSheet() == style_sheet(choice.theme) != dark
    choice.deleteLater()


def test_an_unknown_choice_is_the_system_s(qapp) -> None:
    choice = ThemeChoice(qapp, "neon", 1.0)
    assert choice.choice == "system"
    choice.deleteLater()


def used_color(image: QImage) -> Counter[str]:
    """Return the colours of the pixels that nothing shows through, and how many have each."""
    converted = image.convertToFormat(QImage.Format.Format_ARGB32)  # kept: its bytes go with it
    pixels = Counter(memoryview(converted.constBits()).cast("I"))
    return Counter(
        {QColor(pixel & 0xFFFFFF).name(): count for pixel, count in pixels.items() if pixel >> 24 == 255}
    )


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_icons_are_crisp_and_tinted(qapp, theme: Theme, ratio: float) -> None:
    image = svg_pixmap("split", theme.colors["cond"], 16, ratio)
    assert image.width() == round(16 * ratio)
    assert image.devicePixelRatio() == ratio
    assert set(used_color(image.toImage())) == {theme.colors["cond"]}


def test_an_icon_is_faint_where_it_is_disabled(qapp, theme: Theme) -> None:
    image = icon("save", "ink")
    disabled = image.pixmap(16, 16, mode=image.Mode.Disabled).toImage()
    assert set(used_color(disabled)) == {theme.colors["faint"]}
    assert icon("save", "ink").cacheKey() == image.cacheKey()


def test_every_icon_file_draws_in_its_colour(qapp) -> None:
    color = QColor(1, 2, 3).name()
    names = (path.stem for path in resource_path("icons").glob("*.svg"))
    for name in (name for name in names if name not in {"foreword", "foreword-small"}):  # of many colours
        assert color.encode() in tinted_svg(name, color), name
    file = QFile(svg_address("split", color))
    assert file.open(QFile.OpenModeFlag.ReadOnly)
    assert bytes(file.readAll().data()) == tinted_svg("split", color)


def test_severities_differ_in_shape() -> None:
    assert len({name for name, _ in SEVERITY_ICONS.values()}) == 3


def test_an_open_list_of_names_grows_with_the_theme(qtbot, wear):
    short, long = LineField(), LineField()
    for field, names in ((short, ["name"]), (long, ["name" * 1000])):
        qtbot.addWidget(field)
        field.offer(names)
    for scale in (1.0, 2.0):
        theme = load_theme("light", scale)
        wear(theme)
        name = short.fontMetrics().horizontalAdvance("name")
        assert short.completer().popup().minimumWidth() == name + theme.px(32)
        assert long.completer().popup().minimumWidth() == theme.px(360)
