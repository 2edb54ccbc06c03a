"""The blocks panel: the tree of a system message's blocks, which are sent, and which win contests."""

from editor_app.window.kinds.system_message.panels.blocks.panel import BlocksPanel
from editor_app.window.kinds.system_message.panels.blocks.requests import BlockAction, BlockRequest
from editor_app.window.kinds.system_message.panels.blocks.rows import BlockRow

__all__ = ["BlockAction", "BlockRequest", "BlockRow", "BlocksPanel"]
