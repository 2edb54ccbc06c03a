"""The menu of the kind, and the keys of its table; the functions are called with the perspective."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from editor_app.window.kit.actions import Action, Menu
from editor_app.window.kit.focus.panel_keys import CHOOSE_KEYS, PanelKey


class CasesCondition(StrEnum):
    """The conditions under which actions on cases are enabled."""

    IS_CASES = "the document has cases"
    HAS_CASE = "a case is chosen"
    WRITABLE = "the cases can be changed"


_CASES, _CASE, _WRITABLE = CasesCondition.IS_CASES, CasesCondition.HAS_CASE, CasesCondition.WRITABLE

MENU: Final = Menu(
    "&Cases",
    (
        Action("run_cases", "&Run all cases", when=_CASES, icon="play", act=lambda cases: cases.run_all()),
        None,
        Action("add_case", "&New case", when=_WRITABLE, act=lambda cases: cases.begin_row()),
        Action("paste_cases", "From &JSON or CSV…", when=_WRITABLE, act=lambda cases: cases.commands.paste()),
        Action("duplicate_case", "&Duplicate case", when=_CASE, act=lambda cases: cases.commands.duplicate()),
        Action("delete_case", "De&lete case", when=_CASE, act=lambda cases: cases.commands.delete()),
        None,
        Action(
            "expect_now",
            "&Expect what it gives now",
            when=_CASE,
            act=lambda cases: cases.expect_now(),
        ),
        Action("case_text", "&Open the prompt", when=_CASES, act=lambda cases: cases.open_text()),
    ),
)
DUPLICATE: Final = PanelKey("Cases", "Copy the row, or the one above an empty one", "Ctrl+D")
CLEAR: Final = PanelKey("Cases", "Take the value away, or delete the case", "Del")
WRITE: Final = PanelKey("Cases", "Write the cell", CHOOSE_KEYS)
KEYS: Final = (DUPLICATE, CLEAR, WRITE)
"""The keys of its table."""
