"""Whom commands ask and tell."""

from __future__ import annotations

from dataclasses import dataclass

from editor_app.window.frame.notices import Notices
from editor_app.window.kit.dialogs.question import Dialogs


@dataclass(frozen=True, slots=True)
class User:
    """The user of one window: asked in dialogs, told in notices and by the screen reader."""

    dialogs: Dialogs
    notifier: Notices
