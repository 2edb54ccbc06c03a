"""Where the words over the chart of a run stand: beside their marks, and on no line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
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


class MarkName(NamedTuple):
    """The name of the first mark of a step, and the places beside it where no line and no other mark is."""

    step: int
    words: str
    free: tuple[QRectF, ...]


@dataclass(frozen=True)
class ChartLabels:
    """The words over a chart; what does not depend on the chosen step is worked out once."""

    places: ChartPlaces

    @cached_property
    def names(self) -> tuple[MarkName, ...]:
        """The names of the marks in the order of steps, none where there are very many."""
        named = {mark.step: mark for mark in reversed(self.places.data.marks)}
        if len(named) > _MOST_LABELLED:
            return ()
        grounds = {step: _ground_of(self.places, step) for step in named}
        metrics = QFontMetrics(self.places.theme.font("small"))
        return tuple(_name_of(self.places, mark, metrics, grounds) for _, mark in sorted(named.items()))

    def at(self, chosen: int) -> list[ChartLabel]:
        """Return the words of the chosen step, then the names of marks that have room beside them."""
        places = self.places
        words = f"step {chosen} · {places.data.percent(chosen)}"
        labels = [ChartLabel(words, _beside_step(places, chosen, words), is_strong=True)]
        taken = [QRectF(places.x_of(chosen) - 1, 0, 2, places.plot.bottom()), labels[0].place]
        for name in self.names:
            free = (one for one in name.free if not any(one.intersects(other) for other in taken))
            place = next(free, None)
            if place is not None and name.step != chosen:
                taken.append(place)
                labels.append(ChartLabel(name.words, place))
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


def _name_of(
    places: ChartPlaces, mark: ChartMark, metrics: QFontMetrics, grounds: Mapping[int, QRectF]
) -> MarkName:
    brief = mark.label.removeprefix("resource-").removeprefix("session-start-")
    words = metrics.elidedText(brief, Qt.TextElideMode.ElideRight, places.theme.px(_LABEL))
    others = [ground for step, ground in grounds.items() if step != mark.step]
    around = _places_of(places, mark, metrics.horizontalAdvance(words) + 1)
    free = (one for one in around if not any(one.intersects(other) for other in others))
    return MarkName(mark.step, words, tuple(one for one in free if not places.is_crossed(one)))


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
