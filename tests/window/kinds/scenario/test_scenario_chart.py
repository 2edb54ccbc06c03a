"""The chart of a run: what its shapes are called, and where its words stand."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise, product

import pytest
from named_cases import in_case
from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest

from editor_app.window.kinds.scenario.chart_data import (
    ChartData,
    ChartMark,
    ChartPlaces,
    MarkShape,
    Threshold,
    legend_of,
)
from editor_app.window.kinds.scenario.view.chart import RunChart, paint_curve
from editor_app.window.kinds.scenario.view.lanes import ChartLegend

LIMITS = (
    Threshold("lower", Decimal(80), MarkShape.TRIANGLE),
    Threshold("upper", Decimal(90), MarkShape.DIAMOND),
)
CURVES = {
    "rising": tuple(range(0, 1000, 25)),
    "steep at first": (0, *range(300, 950, 20)),
    "falling": (*range(0, 900, 30), *range(20, 400, 30)),
    "flat": (500,) * 30,
    "without figures": (None, *range(10, 500, 20), None, 700),
}


def chart(tokens, steps) -> ChartData:
    marks = tuple(ChartMark(step, MarkShape.RING, f"trigger-{step}") for step in steps)
    return ChartData(tokens, 1000, marks, LIMITS, max(one or 0 for one in tokens))


def test_words_stand_on_no_line_and_not_on_each_other(theme):
    for size, curve in product([(720, 196), (480, 196), (260, 130)], CURVES):
        with in_case((size, curve)):
            tokens = CURVES[curve]
            data = chart(tokens, [step for step in (0, 7, 8, 15, 24) if tokens[step] is not None])
            places = ChartPlaces(QRect(0, 0, *size), data, theme)
            named = 0
            for chosen in range(len(tokens)):
                labels = places.labels(chosen)
                assert [one.is_strong for one in labels].count(True) == 1
                assert labels[0].words.startswith(f"step {chosen} · ")
                for number, one in enumerate(labels):
                    assert not any(one.place.intersects(other.place) for other in labels[:number])
                for one in labels[1:]:
                    assert not places.is_crossed(one.place)
                    assert places.plot.left() <= one.place.left()
                    assert one.place.top() >= 0
                named += len(labels) - 1
            if size[0] > 700 and curve != "without figures":
                assert named > 0


def test_the_curve_crosses_the_places_that_it_runs_through(theme):
    places = ChartPlaces(QRect(0, 0, 300, 150), chart(CURVES["falling"], ()), theme)
    for point in places.curve[:-1]:
        assert places.is_crossed(QRectF(point.x() - 1, point.y() - 1, 2, 2))
    fall = next(step for step, (one, two) in enumerate(pairwise(places.data.tokens), 1) if two < one)
    x, plot = places.x_of(fall), places.plot
    middle = (places.y_of_step(fall - 1) + places.y_of_step(fall)) / 2
    assert places.is_crossed(QRectF(x - 2, middle, 4, 2)), "the fall is a line, too"
    assert not places.is_crossed(QRectF(plot.left() + 2, plot.top() + 40, 4, 2))


class CountingPainter(QPainter):
    """Counts the corners of polygons, and the shapes and lines that are painted together."""

    corners = shapes = 0

    def drawPolygon(self, polygon, *args) -> None:
        self.corners += len(polygon)
        super().drawPolygon(polygon, *args)

    def drawRects(self, rects) -> None:
        self.shapes += len(rects)
        super().drawRects(rects)

    def drawLines(self, lines) -> None:
        self.shapes += len(lines)
        super().drawLines(lines)


@pytest.mark.parametrize("steps", [5_000, 100_000])
def test_a_repaint_of_a_long_run_is_bounded_by_its_width(theme, show, steps):
    chart_widget = RunChart()
    show(chart_widget, 400, 150)
    chart_widget.show_data(chart([step * 37 % 1000 for step in range(steps)], ()))
    curve = chart_widget.places.curve
    image = QImage(chart_widget.size(), QImage.Format.Format_RGB32)
    with CountingPainter(image) as painter:
        paint_curve(painter, chart_widget.places)
        assert 0 < painter.shapes <= 3 * 3 * 400
        assert painter.corners == 0  # Qt fills a polygon of thousands of corners in tenths of a second
    QTest.keyClick(chart_widget, Qt.Key.Key_Right)
    assert chart_widget.step == 1
    assert chart_widget.places.curve is curve


def test_the_ground_below_the_curve_is_filled_without_gaps(theme):
    places = ChartPlaces(QRect(0, 0, 300, 150), chart(CURVES["rising"], ()), theme)
    image = QImage(300, 150, QImage.Format.Format_RGB32)
    image.fill(theme.color("paper"))
    with QPainter(image) as painter:
        paint_curve(painter, places)
    y = places.plot.bottom() - 3
    first, last = round(places.x_of(2)), round(places.x_of(39))
    assert {image.pixelColor(x, y).name() for x in range(first + 2, last - 2)} == {
        theme.color("blkbg").name()
    }


def test_the_legend_names_the_limits_and_the_other_shapes_that_are_there(theme, show):
    ring, hint = ChartMark(1, MarkShape.RING, "a"), ChartMark(2, MarkShape.HINT, "b")
    words = [one.words for one in legend_of(LIMITS, (ring,))]
    assert words == ["80\u202f%", "90\u202f%", "other trigger"]
    assert [one.shape for one in legend_of((), (hint,))] == [MarkShape.HINT]
    many = [Threshold(str(at), Decimal(at), MarkShape.TRIANGLE) for at in (50, 60, 60, 70)]
    assert [one.words for one in legend_of(many, ())] == ["50\u202f% to 70\u202f%"]
    legend = ChartLegend()
    legend.show_entries(legend_of(LIMITS, (ring, hint)))
    assert "eye: hint, not sent" in legend.accessibleDescription()
    assert legend_of(LIMITS, (hint,), is_wide=True)[-1].words == "hint: the user sees it, the model does not"
    assert legend.sizeHint().width() > QSize(legend.minimumSizeHint()).width()
