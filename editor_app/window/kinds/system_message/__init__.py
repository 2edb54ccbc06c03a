"""System messages in the window: block tree, block content, inspector, situations, matrix and reasons."""

AHEAD = (
    "editor_app.system_messages.edits.blocks",
    "editor_app.window.kinds.system_message.message_view",
    "editor_app.window.kinds.system_message.panels.matrix.rows",
    "editor_app.window.kinds.system_message.current_message",
)
"""What the perspective imports, in parts of less than a tenth of a second."""
