"""The parts of the preview that only system messages have."""

from editor_app.window.kinds.system_message.preview.look import MessageLook
from editor_app.window.kinds.system_message.preview.message_preview import SystemMessagePreview
from editor_app.window.kinds.system_message.preview.segments import RulerSegment

__all__ = ["MessageLook", "RulerSegment", "SystemMessagePreview"]
