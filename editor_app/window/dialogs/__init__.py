"""The dialogs, behind one small protocol, so that no other code opens a dialog."""

from editor_app.window.dialogs.answers import (
    AliasAnswer,
    BuildAnswer,
    BuildQuestion,
    Conflict,
    ConflictAnswer,
    Dialogs,
    GivenKey,
    KeyState,
    NameQuestion,
    RecoveredText,
    RecoveryAnswer,
    SaveAnswer,
    SendAnswer,
    SendQuestion,
)
from editor_app.window.dialogs.asking import WindowDialogs

__all__ = [
    "AliasAnswer",
    "BuildAnswer",
    "BuildQuestion",
    "Conflict",
    "ConflictAnswer",
    "Dialogs",
    "GivenKey",
    "KeyState",
    "NameQuestion",
    "RecoveredText",
    "RecoveryAnswer",
    "SaveAnswer",
    "SendAnswer",
    "SendQuestion",
    "WindowDialogs",
]
