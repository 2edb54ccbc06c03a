"""Scenarios in the window: their run, what is sent at each step, and what is expected of it."""

AHEAD = (
    "editor_app.runs.triggers.checking",
    "editor_app.runs.reading.linked_files",
    "editor_app.runs.loop.playing",
    "editor_app.window.panels.request.panel",
    "editor_app.window.kinds.scenario.view.run_view",
    "editor_app.window.kinds.scenario.exporting",
)
"""What the perspective imports, in parts of less than a tenth of a second."""
