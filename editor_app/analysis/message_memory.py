"""What is remembered of a system message from one revision to the next."""

from __future__ import annotations

from editor_app.analysis.content_problems import ContentMemory
from editor_app.system_messages import AssemblyMemory, LintMemory, ReadingMemory, ResolutionMemory


class SystemMessageMemory:
    """Everything that makes an edit cheaper than reading anew; one for each open message."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self.reading = ReadingMemory()
        self.contents = ContentMemory()
        self.lints = LintMemory()
        self.resolution = ResolutionMemory()
        self.assembly = AssemblyMemory()
