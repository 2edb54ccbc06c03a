"""The situation a message is assembled for, as a form."""

from editor_app.window.kinds.system_message.panels.situation.choices import SituationChoices
from editor_app.window.kinds.system_message.panels.situation.panel import SituationPanel

__all__ = ["SituationChoices", "SituationPanel"]
