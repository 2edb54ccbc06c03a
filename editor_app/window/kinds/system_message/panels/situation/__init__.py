"""The form for the situation that a system message is assembled for."""

from editor_app.window.kinds.system_message.panels.situation.choices import SituationChoices
from editor_app.window.kinds.system_message.panels.situation.panel import SituationPanel

__all__ = ["SituationChoices", "SituationPanel"]
