"""The question for rows of JSON or CSV, which says what cases they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from editor_app.prompts.cases.cases import Case
from editor_app.prompts.cases.pasted_cases import pasted_cases
from editor_app.text import Sentence
from editor_app.window.kit.dialogs.question import (
    CANCEL,
    Button,
    FieldsAnswer,
    Question,
    QuestionFields,
    Values,
)
from editor_app.window.kit.form.growing_text import GrowingText, Hint
from editor_app.window.kit.words.plain_text import one_line

_NAMED = 3


@dataclass(frozen=True, slots=True)
class PasteQuestion:
    """Asks for rows; the answer is the cases they make. `known` are the variables, `taken` names in use."""

    known: Sequence[str]
    taken: Sequence[str]

    def question(self) -> Question[tuple[Case, ...] | None]:
        """Return how it is asked."""
        hint = Hint(Sentence("window-cases.rows-hint"))
        fields = QuestionFields(
            (GrowingText("rows", "", None, name=Sentence("window-cases.rows"), hint=hint),), self._read
        )
        sentence = Sentence("window-cases.paste-rows")
        buttons = CANCEL, Button(Sentence("window-cases.add-cases"), None, is_primary=True)
        return Question(
            Sentence("window-cases.paste-title"), sentence, buttons, fields, size=(600, 0), by_enter=False
        )

    def _read(self, values: Values) -> FieldsAnswer[tuple[Case, ...]]:
        made = pasted_cases(values["rows"] or "", self.known, self.taken)
        if not made.cases:
            return FieldsAnswer(None, made.problem)
        named = [one_line(case.name, 40) for case in made.cases[:_NAMED]]
        more, count = len(made.cases) - len(named), len(made.cases)
        if more:
            named.append(Sentence("text.and-more", count=more))
        told = [Sentence("window-cases.new-cases", count=count, names=named)]
        if made.left_out:
            told.append(Sentence("window-cases.left-out", names=made.left_out))
        return FieldsAnswer(made.cases, "", " ".join(told))
