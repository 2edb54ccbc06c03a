"""The situation a message is assembled for, as a form."""

from editor_app.window.panels.situation.choices import SituationChoices
from editor_app.window.panels.situation.panel import SituationPanel

__all__ = ["SituationChoices", "SituationPanel"]
