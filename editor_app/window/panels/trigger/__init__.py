"""Try one trigger: figures to set, whether it fires then and why, and what each provider gets of it."""

from editor_app.window.panels.trigger.panel import TriggerPanel

__all__ = ["TriggerPanel"]
