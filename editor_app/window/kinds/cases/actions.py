"""The menu of the kind, and the keys of its table; the functions are called with the perspective."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from editor_app.text import Sentence
from editor_app.window.kit.actions import Action, Menu
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, PanelKey
from editor_app.window.kit.form.editable_table import CLEAR_KEYS, DUPLICATE_KEYS


class CasesCondition(StrEnum):
    """The conditions under which actions on cases are enabled."""

    IS_CASES = "the document has cases"
    HAS_CASE = "a case is chosen"
    WRITABLE = "the cases can be changed"


_CASES, _CASE, _WRITABLE = CasesCondition.IS_CASES, CasesCondition.HAS_CASE, CasesCondition.WRITABLE

MENU: Final = Menu(
    Sentence("window-cases.menu"),
    (
        Action(
            "run_cases",
            Sentence("window-cases.run-all-cases"),
            when=_CASES,
            icon="play",
            act=lambda it: it.run.run_all(),
        ),
        None,
        Action(
            "add_case",
            Sentence("window-cases.menu-new-case"),
            when=_WRITABLE,
            act=lambda cases: cases.begin_row(),
        ),
        Action(
            "paste_cases",
            Sentence("window-cases.menu-from-json-or-csv"),
            when=_WRITABLE,
            act=lambda cases: cases.commands.paste(),
        ),
        Action(
            "duplicate_case",
            Sentence("window-cases.duplicate-case"),
            when=_CASE,
            act=lambda cases: cases.duplicate(),
        ),
        Action(
            "delete_case",
            Sentence("window-cases.delete-case"),
            when=_CASE,
            act=lambda cases: cases.delete(cases.run.case),
        ),
        None,
        Action(
            "expect_now",
            Sentence("window-cases.menu-expect-now"),
            when=_CASE,
            act=lambda cases: cases.commands.expect_now(),
        ),
        Action(
            "case_text",
            Sentence("window-cases.open-the-prompt"),
            when=_CASES,
            act=lambda cases: cases.open_text(),
        ),
    ),
)
KEYS: Final = (
    PanelKey(Sentence("window-cases.cases"), Sentence("window-cases.duplicate-keys"), DUPLICATE_KEYS),
    PanelKey(Sentence("window-cases.cases"), Sentence("window-cases.clear-keys"), CLEAR_KEYS),
    PanelKey(Sentence("window-cases.cases"), Sentence("window-cases.write-the-cell"), CHOOSE_KEYS),
)
"""The keys of its table."""
