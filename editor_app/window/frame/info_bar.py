"""The bar above a document: one sentence about a lasting state, with links to what can be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from editor_app.text import Severity
from editor_app.window.kit.card.sentence_bar import BarLook, Link, SentenceBar
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.kit.words.labels import TwoLineLabel

_TINTS: Final = {Severity.ERROR: "errbg", Severity.WARNING: "warnbg", Severity.INFORMATION: "blkbg"}

QUIET: Final = BarLook("shield", "soft", link="outlined")
"""The look of what warns of nothing and asks for nothing now."""

DECISION: Final = BarLook("history", "acc", "accbg", first_link="outlined")
"""The look of what there is to decide."""


class InfoBar(SentenceBar):
    """One sentence with links, such as that callers get a default, in a second line if it needs one."""

    def __init__(self) -> None:
        """Start hidden."""
        words = TwoLineLabel()
        super().__init__(height=34, gap=8, words=words, icon_size=16)
        words.resized.connect(self._fit)

    def tell(
        self,
        severity: Severity,
        sentence: str,
        links: Sequence[Link] = (),
        *,
        is_news: bool = False,
        look: BarLook | None = None,
        closed: Callable[[], object] | None = None,
    ) -> None:
        """Show `sentence` in the look of its severity, or in another; with `closed`, a button calls that.

        With `is_news` it is announced once, with what can be done.
        """
        is_new = self.isHidden() or sentence != self.words.text()
        self.setAccessibleName(f"{severity.value}: {sentence}")
        self.say(
            sentence, links, look=look or BarLook(*SEVERITY_ICONS[severity], _TINTS[severity]), closed=closed
        )
        if is_news and is_new:
            choices = ", ".join(words.removesuffix("…") for words, _act in links)
            announce(self, f"{sentence} The bar above the text has {choices}." if choices else sentence)
