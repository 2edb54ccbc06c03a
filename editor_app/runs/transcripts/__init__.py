"""Transcripts of other programs as scenarios, with all that is lost listed."""

from editor_app.runs.transcripts.importing import ImportedScenario, import_scenario
from editor_app.runs.transcripts.notes import ImportNote
from editor_app.runs.transcripts.writing import WrittenScenario, write_scenario

__all__ = ["ImportNote", "ImportedScenario", "WrittenScenario", "import_scenario", "write_scenario"]
