"""Roles to colours, fonts and lengths; the palette and the style sheet made of them.

The roles, by section of a theme file. Surfaces: `bg` menu bar, tab strip and status bar; `panel` docks;
`paper` editor, preview and fields; `pop` menus, cards and tooltips; `sel` and `nsel` the selected row with
and without focus; `textsel` selected text; `cur` the editor's current line; `blkbg` a selected block; `accbg`
checked segments and accent badges; `line` separators; `edge` borders of controls. Text: `ink`, `soft` for
what is second, `faint` for line numbers, placeholders and what is disabled, but on no selected row, `acc` the
accent, `onacc` text on it, `ontextsel` selected text. Meaning: each colour with its `…bg`. Groups: the five
colours of block types.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette

from editor_app.library.paths import resource_path

THEME_NAMES: Final = ("light", "dark")

SMALLEST: Final = 7
"""The least size of text, in pixels, that a zoom makes."""

_UI_FAMILY: Final = "Inter"
_MONO_FAMILY: Final = "JetBrains Mono"
_PLACEHOLDER: Final = re.compile(r"\$(\w+)")
_TINTS: Final = ("tagbg", "condbg", "errbg", "warnbg", "okbg", "accbg", "blkbg", "cur")
_CODE: Final = 13
_COMPOSITED: Final = ("windows", "cocoa", "wayland", "offscreen")


@dataclass(frozen=True, slots=True)
class _Type:
    size: int
    line: int
    strong: bool = False
    mono: bool = False
    even: bool = False  # figures of equal width


_TYPES: Final[Mapping[str, _Type]] = {
    "small": _Type(12, 18),
    "small strong": _Type(12, 18, strong=True),
    "small number": _Type(12, 18, even=True),
    "body": _Type(13, 18),
    "body number": _Type(13, 18, even=True),
    "body strong": _Type(13, 18, strong=True),
    "title": _Type(15, 22, strong=True),
    "code": _Type(13, 21, mono=True),
    "code small": _Type(12, 18, mono=True),
}


class Fonts(NamedTuple):
    """The families that the user chose before those of the design, "" for none, and the size of code."""

    interface: str = ""
    editor: str = ""
    code_size: int = _CODE


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """A theme: the colours of every role as "#rrggbb", the font families, and the user's text scale.

    The `code_size` is that of code in pixels of the design.
    """

    name: str
    colors: Mapping[str, str]
    scale: float = 1.0
    ui_families: tuple[str, ...] = (_UI_FAMILY,)
    mono_families: tuple[str, ...] = (_MONO_FAMILY,)
    code_size: int = _CODE
    px: Callable[[float], int] = field(init=False)
    """Returns a length of the design in pixels, in the user's text scale."""
    color: Callable[[str], QColor] = field(init=False)
    """Returns the colour of a role, not to be changed; an unknown role is a KeyError."""

    def __post_init__(self) -> None:
        """Keep lengths and colours: painting asks for the same few hundreds of times for each key."""
        scale, colors = self.scale, self.colors
        object.__setattr__(self, "px", lru_cache(maxsize=None)(lambda length: round(length * scale)))
        object.__setattr__(self, "color", lru_cache(maxsize=None)(lambda role: QColor(colors[role])))

    def font(self, name: str) -> QFont:
        """Return "small", "body" or "title", "code" or "code small".

        The first two come with " strong" too, and with " number" for columns of figures.
        """
        kind = _TYPES[name]
        font = QFont(list(self.mono_families if kind.mono else self.ui_families))
        font.setPixelSize(self.px(self.code_size if name == "code" else kind.size))
        font.setWeight(QFont.Weight.DemiBold if kind.strong else QFont.Weight.Normal)
        if kind.mono:
            font.setStyleHint(QFont.StyleHint.Monospace)
            font.setFeature(QFont.Tag("calt"), 0)  # "->" and "!=" stay the characters that were typed
        if kind.even:
            font.setFeature(QFont.Tag("tnum"), 1)
        return font

    def line_height(self, name: str) -> int:
        """Return the height of a line in the font `name`."""
        line = _TYPES[name].line
        return self.px(line * self.code_size / _CODE if name == "code" else line)

    def zoomed(self, zoom: int) -> Theme:
        """Return the theme for a view whose text, and all with it, is `zoom` pixels larger than usual."""
        usual = self.px(_TYPES["body"].size)
        return replace(self, scale=self.scale * max(usual + zoom, SMALLEST) / usual) if zoom else self


def load_theme(name: str, scale: float | None = None, fonts: Fonts = Fonts()) -> Theme:  # noqa: B008  frozen
    """Read the theme "light" or "dark"; `scale` multiplies every size, by default the user's text scale."""
    import tomllib

    content = tomllib.loads(resource_path(f"themes/{name}.toml").read_text(encoding="utf-8"))
    colors = {
        role: color
        for section in content.values()
        if isinstance(section, dict)
        for role, color in section.items()
    }
    return Theme(
        content["name"],
        MappingProxyType(colors),
        text_scale() if scale is None else scale,
        (*_chosen(fonts.interface), _UI_FAMILY, *_system_families(QFontDatabase.SystemFont.GeneralFont)),
        (*_chosen(fonts.editor), _MONO_FAMILY, *_system_families(QFontDatabase.SystemFont.FixedFont)),
        fonts.code_size,
    )


def _chosen(family: str) -> tuple[str, ...]:
    return (family,) if family else ()


def with_high_contrast(theme: Theme) -> Theme:
    """Return the theme without tints, separators as strong as control edges; shapes carry the meaning."""
    colors = dict(theme.colors)
    colors["line"] = colors["edge"]
    colors.update(dict.fromkeys(_TINTS, colors["paper"]))
    return replace(theme, colors=MappingProxyType(colors))


def text_scale() -> float:
    """Return by how much the user enlarged the system's text, from 1 to 2."""
    usual = {"windows": 9.0, "cocoa": 13.0}.get(QGuiApplication.platformName(), 10.0)
    points = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSizeF()
    return round(min(max(points / usual, 1.0), 2.0), 2)


def palette(theme: Theme) -> QPalette:
    """Return the palette, for widgets and delegates that the style sheet does not reach."""
    roles = QPalette.ColorRole
    result = QPalette()
    for role, name in {
        roles.Window: "panel",
        roles.Button: "panel",
        roles.Base: "paper",
        roles.AlternateBase: "panel",
        roles.ToolTipBase: "pop",
        roles.WindowText: "ink",
        roles.Text: "ink",
        roles.ButtonText: "ink",
        roles.ToolTipText: "ink",
        roles.BrightText: "err",
        roles.HighlightedText: "ink",
        roles.PlaceholderText: "faint",
        roles.Accent: "acc",
        roles.Link: "acc",
        roles.LinkVisited: "acc",
        roles.Highlight: "sel",
        roles.Light: "paper",
        roles.Midlight: "nsel",
        roles.Mid: "line",
        roles.Dark: "edge",
        roles.Shadow: "edge",
    }.items():
        result.setColor(role, theme.color(name))
    groups = QPalette.ColorGroup
    result.setColor(groups.Inactive, roles.Highlight, theme.color("nsel"))
    result.setColor(groups.Disabled, roles.Highlight, theme.color("nsel"))
    for role in (
        roles.WindowText,
        roles.Text,
        roles.ButtonText,
        roles.HighlightedText,
        roles.PlaceholderText,
    ):
        result.setColor(groups.Disabled, role, theme.color("faint"))
    return result


def style_sheet(theme: Theme) -> str:
    """Return the window's style sheet in the theme's colours and sizes."""
    template = resource_path("themes/foreword.qss").read_text(encoding="utf-8")
    return _PLACEHOLDER.sub(lambda match: _style_value(match[1], theme), template.split("*/", 1)[1])


def _style_value(name: str, theme: Theme) -> str:
    if name in theme.colors:
        return theme.colors[name]
    if name.startswith("image_"):
        from editor_app.window.kit.theme.svg_images import svg_address  # late: the first window has no icons

        icon, role = name.removeprefix("image_").rsplit("_", 1)
        return svg_address(icon.replace("_", "-"), theme.colors[role])
    if name == "mono":
        return ", ".join(f'"{family}"' for family in theme.mono_families)
    if name == "popup_radius":
        return "8px" if rounds_popups() else "0"
    if re.fullmatch(r"px\d+", name):
        return f"{theme.px(int(name[2:]))}px"
    raise KeyError(f"the style sheet names ${name}, which is no role and no length")


def rounds_popups() -> bool:
    """Whether popups may have round corners: without a compositor the corners are drawn black."""
    return QGuiApplication.platformName() in _COMPOSITED


def _system_families(which: QFontDatabase.SystemFont) -> tuple[str, ...]:
    family = QFontDatabase.systemFont(which).family()
    return (family,) if family else ()
