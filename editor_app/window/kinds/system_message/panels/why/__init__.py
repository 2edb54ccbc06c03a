"""Why a block is in or out, and whom it wins over or yields to."""

from editor_app.window.kinds.system_message.panels.why.panel import WhyPanel
from editor_app.window.kinds.system_message.panels.why.rows import WhyPart, WhyRow

__all__ = ["WhyPanel", "WhyPart", "WhyRow"]
