"""Where the words over the chart of a run stand: beside their marks, and on no line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetrics

from editor_app.window.kinds.scenario.chart_data import ChartMark
from editor_app.window.kinds.scenario.view.chart_places import ChartPlaces

_LABEL: Final = 160
_LINE: Final = 16
_LIFTS: Final = (20, 30)
_HIGH: Final = 44
_DROP: Final = 4
_MOST_LABELLED: Final = 60
_MARK: Final = 12


class ChartLabel(NamedTuple):
    """Words over a chart and where they stand; strong are those of the chosen step."""

    words: str
    place: QRectF
    is_strong: bool = False


def chart_labels(places: ChartPlaces, chosen: int) -> list[ChartLabel]:
    """Return the words of the chosen step, and the names of marks that have room on no line of the chart."""
    data, theme = places.data, places.theme
    words = f"step {chosen} · {data.percent(chosen)}"
    strong = ChartLabel(words, _beside_step(places, chosen, words), is_strong=True)
    labels = [strong]
    named = {mark.step: mark for mark in reversed(data.marks) if mark.step != chosen}
    if len(named) > _MOST_LABELLED:
        return labels
    x = places.x_of(chosen)
    taken = [QRectF(x - 1, 0, 2, places.plot.bottom()), strong.place]
    metrics = QFontMetrics(theme.font("small"))
    for _, mark in sorted(named.items()):
        others = (_ground_of(places, step) for step in named if step != mark.step)
        label = _beside_mark(places, mark, metrics, [*taken, *others])
        if label is not None:
            taken.append(label.place)
            labels.append(label)
    return labels


def _beside_step(places: ChartPlaces, step: int, words: str) -> QRectF:
    """Return where the words of the chosen step stand: at its line, as low as the curve leaves room."""
    theme, plot = places.theme, places.plot
    width = QFontMetrics(theme.font("small strong")).horizontalAdvance(words) + 1
    height, gap, x = theme.px(_LINE), theme.px(8), places.x_of(step)
    sides = [left for left in (x - gap - width, x + gap) if plot.left() < left < plot.right() - width]
    lowest = plot.bottom() - height - theme.px(3)
    heights = range(lowest, plot.top(), -height)
    found = [QRectF(left, top, width, height) for top in heights for left in sides]
    free = (place for place in found if not places.is_crossed(place))
    return next(free, found[0] if found else QRectF(x + gap, lowest, width, height))


def _beside_mark(
    places: ChartPlaces, mark: ChartMark, metrics: QFontMetrics, taken: Iterable[QRectF]
) -> ChartLabel | None:
    """Return the name of a mark where nothing else stands, None where it has no room."""
    words = metrics.elidedText(_brief(mark.label), Qt.TextElideMode.ElideRight, places.theme.px(_LABEL))
    for place in _places_of(places, mark, metrics.horizontalAdvance(words) + 1):
        if not places.is_crossed(place) and not any(place.intersects(one) for one in taken):
            return ChartLabel(words, place)
    return None


def _places_of(places: ChartPlaces, mark: ChartMark, width: int) -> Iterator[QRectF]:
    """Yield the places around a mark, the best first: above it at the left, at the right, higher, below."""
    px, plot, height = places.theme.px, places.plot, places.theme.px(_LINE)
    x, y = places.x_of(mark.step), places.y_of(places.data.tokens[mark.step] or 0)
    before, after = x - width - px(4), x + px(4)
    tops = [(left, y - px(lift)) for lift in _LIFTS for left in (before, after)]
    for left, top in (*tops, (after, y - px(_HIGH)), (before, y + px(_DROP)), (after, y + px(_DROP))):
        is_inside = plot.left() <= left and left + width <= plot.right() + px(2)
        if is_inside and 0 <= top <= plot.bottom() - height:
            yield QRectF(left, top, width, height)


def _ground_of(places: ChartPlaces, step: int) -> QRectF:
    """Return the ground above and below a mark: a label on it would seem to be its name."""
    side, reach = places.theme.px(_MARK), places.theme.px(_HIGH)
    y = places.y_of(places.data.tokens[step] or 0)
    return QRectF(places.x_of(step) - side / 2, y - reach, side, 2 * reach)


def _brief(label: str) -> str:
    return label.removeprefix("resource-").removeprefix("session-start-")
