"""The commands of system messages: what their actions, links and panels do."""

from editor_app.window.kinds.system_message.commands.blocks import BlockCommands
from editor_app.window.kinds.system_message.commands.situations import SituationCommands
from editor_app.window.kinds.system_message.commands.views import ViewCommands

__all__ = ["BlockCommands", "SituationCommands", "ViewCommands"]
