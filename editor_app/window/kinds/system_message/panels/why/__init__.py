"""The Why panel: why a block is sent or not, and the contest it wins or loses."""

from editor_app.window.kinds.system_message.panels.why.panel import WhyPanel
from editor_app.window.kinds.system_message.panels.why.rows import WhyPart, WhyRow

__all__ = ["WhyPanel", "WhyPart", "WhyRow"]
