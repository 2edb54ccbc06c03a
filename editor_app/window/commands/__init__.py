"""What the actions and links do, each in a few lines over the open files and the panels."""

from dataclasses import dataclass

from editor_app.window.commands.files import FileCommands
from editor_app.window.commands.preview import PreviewCommands
from editor_app.window.commands.problems import ProblemCommands
from editor_app.window.commands.session import Session
from editor_app.window.commands.variables import VariableCommands

__all__ = ["Commands", "Session", "commands_on"]


@dataclass(frozen=True, slots=True)
class Commands:
    """All commands, by what they are about."""

    files: FileCommands
    problems: ProblemCommands
    variables: VariableCommands
    preview: PreviewCommands


def commands_on(session: Session) -> Commands:
    """Return the commands that act on `session`."""
    files = FileCommands(session)
    return Commands(
        files, ProblemCommands(session, files), VariableCommands(session), PreviewCommands(session)
    )
