"""The view of the difference to another text, which is made only for what is chosen."""

from __future__ import annotations

from types import SimpleNamespace

from editor_app.window.panels.preview.comparison import Comparison
from editor_app.window.panels.preview.comparison_view import ComparisonView


def test_what_is_chosen_is_compared_and_nothing_before_it(qtbot, theme) -> None:
    made = []

    def offered(label: str) -> Comparison:
        return Comparison(label, lambda: made.append(label) or SimpleNamespace(text=f"{label}\n"))

    view = ComparisonView(lambda: [offered(label) for label in ("slow", "quick")])
    qtbot.addWidget(view)
    view.show_text("now\n")
    view.choose("quick")
    assert made == ["quick"]
    assert view.choice.currentText() == "quick"
    assert view.difference.counts == (1, 1)
    for label, words in ((view.difference.added, "+1"), (view.difference.removed, "−1")):
        assert label.text() == words
        assert label.isVisibleTo(view)
        assert view._bar.isAncestorOf(label), "beside what it is compared with"
    view.choose("of another file")
    assert made == ["quick", "quick"]
