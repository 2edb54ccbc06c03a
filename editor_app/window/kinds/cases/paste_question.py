"""The question for rows of JSON or CSV, which says what cases they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from editor_app.prompts.cases.cases import Case
from editor_app.prompts.cases.pasted_cases import pasted_cases
from editor_app.window.kit.dialogs.question import (
    CANCEL,
    Button,
    FieldsAnswer,
    Question,
    QuestionFields,
    Values,
)
from editor_app.window.kit.form.growing_text import GrowingText, Hint
from editor_app.window.kit.words.plain_text import counted, one_line

_NAMED = 3


@dataclass(frozen=True, slots=True)
class PasteQuestion:
    """Asks for rows; the answer is the cases they make. `known` are the variables, `taken` names in use."""

    known: Sequence[str]
    taken: Sequence[str]

    def question(self) -> Question[tuple[Case, ...] | None]:
        """Return how it is asked."""
        hint = Hint('[{"name": "…", "url": "…"}], or CSV whose first line has the names')
        fields = QuestionFields((GrowingText("rows", "", None, name="Rows", hint=hint),), self._read)
        sentence = "Paste a JSON list of objects, or CSV with a line of names. Each row becomes a case."
        buttons = CANCEL, Button("Add cases", None, is_primary=True)
        return Question("From JSON or CSV", sentence, buttons, fields, size=(600, 0), by_enter=False)

    def _read(self, values: Values) -> FieldsAnswer[tuple[Case, ...]]:
        made = pasted_cases(values["rows"] or "", self.known, self.taken)
        if not made.cases:
            return FieldsAnswer(None, made.problem)
        names = ", ".join(one_line(case.name, 40) for case in made.cases[:_NAMED])
        more = f" and {len(made.cases) - _NAMED:,} more" if len(made.cases) > _NAMED else ""
        left_out = f" Not declared, left out: {', '.join(made.left_out)}." if made.left_out else ""
        return FieldsAnswer(
            made.cases, "", f"{counted(len(made.cases), 'new case')}: {names}{more}.{left_out}"
        )
