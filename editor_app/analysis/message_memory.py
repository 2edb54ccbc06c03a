"""The memory of a system message from one revision to the next."""

from __future__ import annotations

from editor_app.analysis.content_problems import ContentMemory
from editor_app.system_messages.assembly.contents import AssemblyMemory
from editor_app.system_messages.lints.lints import LintMemory
from editor_app.system_messages.reading.reading import ReadingMemory
from editor_app.system_messages.resolution.resolution import ResolutionMemory


class SystemMessageMemory:
    """The memories of reading, linting, resolving and rendering for one open system message."""

    def __init__(self) -> None:
        """Begin with nothing remembered."""
        self.reading = ReadingMemory()
        self.contents = ContentMemory()
        self.lints = LintMemory()
        self.resolution = ResolutionMemory()
        self.assembly = AssemblyMemory()
