"""The states of the window with a cases file that screenshots are taken of."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from editor_app.window.app import Workbench
from editor_app.window.kinds.cases.cases_perspective import CasesPerspective
from editor_app.window.kinds.cases.paste_question import PasteQuestion
from editor_app.window.kinds.situations.situations_perspective import SituationsPerspective
from editor_app.window.kit.dialogs.dialog import QuestionDialog
from editor_app.window.kit.form.growing_text import ValueField
from pictures.taking import show_prompt

_BRIEF = "provide a brief, human-readable description (2-3 sentences) of what this page is about."
_MORE = f"""
  - name: pricing page, whole text
    values:
      url: https://example.org/pricing
      title: Pricing – Example
    expect:
      - not_contains: Content preview
      - equals: |
          Analyze this web page and {_BRIEF}

          URL: https://example.org/pricing
          Title: Pricing – Example


          Provide a concise description focusing on the page's purpose and main functionality.

  - name: title with braces
    values:
      url: https://example.org/{{{{x}}}}
      title: "{{{{title}}}}"
      content: ""
    expect:
      - contains: "Title:"
"""


def cases(workbench: Workbench) -> Iterator[None]:
    """Show a case that fails, and the difference to what it must equal."""
    yield from show_prompt(workbench)
    perspective = yield from _tried(workbench, _MORE)
    perspective.table.show_cell(3, 1)
    perspective.table.setFocus()
    while perspective.run.result is None:
        yield
    perspective.show_difference()
    perspective.table.setFocus()
    yield


def situations(workbench: Workbench) -> Iterator[None]:
    """Show the situations of a system message, and what a model gets in one."""
    folder = workbench.library.library.root / "system-messages"
    workbench.commands.files.open(folder / "coding-assistant.situations.yaml")
    perspective = workbench.current.perspective
    assert isinstance(perspective, SituationsPerspective)
    yield
    perspective.table.show_cell(2, 2)
    perspective.table.setFocus()
    yield


def unreadable(workbench: Workbench) -> Iterator[None]:
    """Show what stands in place of a table that can't be read."""
    perspective = yield from _tried(workbench, "")
    if perspective.run.file is not None:
        perspective.run.file.document.replace_text("cases: [\n")
    yield


def paste(workbench: Workbench) -> Iterator[None]:
    """Show the question for rows, and what cases they make."""
    perspective = yield from _tried(workbench, "")
    question = PasteQuestion(perspective.run.names, ("pricing page",)).question()
    dialog = QuestionDialog(question, workbench.window)
    dialog.show()
    if dialog.fields is not None:
        field = dialog.fields.form.cell("rows").widget
        assert isinstance(field, ValueField)
        field.give("name;url;lang\nhome;https://example.org/;en\n")
    yield


def _tried(workbench: Workbench, more: str) -> Generator[None, None, CasesPerspective]:
    """Open the sample’s cases of a prompt with some more, and wait until they are tried."""
    path = workbench.library.library.root / "page-analysis.cases.yaml"
    path.write_text(path.read_text() + more)
    workbench.commands.files.open(path)
    perspective = workbench.current.perspective
    assert isinstance(perspective, CasesPerspective)
    while perspective.run.trials.left:
        yield
    yield
    return perspective
