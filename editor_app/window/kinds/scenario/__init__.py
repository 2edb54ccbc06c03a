"""Scenarios in the window: their run, what is sent at each step, and what is expected of it.

`CurrentRun` plays the scenario again after each edit of it or of an open file that it names: `inputs_of`
gathers what it is played with, `played_in_slices` plays so many events at a time, and the same `PlayedRun`
goes to chart, steps, page and request. While a limit is dragged a run is only tried, without the checks of
requests. What is written when it is released is an edit of the triggers file, or a new one.

`RunUndo` has the order of the changes made there, over several files; each is a step of `JointSteps`. While
the run is in front, its `status_facts` stand in the status bar in place of the caret's position.
`rows_of_run` lists the problems of all that the run is played with. `RunExporter` writes what `foreword run`
prints, made in slices.

The buttons that move through a run are in the bar of the view, not in the strip of tabs: that has the switch
to the source, and beside both no room is left for tabs in a window of 1000 pixels.

What is changed by dragging a limit, or in the form of a run, is in `commands.py`, with the edits of
`runs/reading/changes.py`.
"""

AHEAD = (
    "editor_app.runs.triggers.checking",
    "editor_app.runs.reading.linked_files",
    "editor_app.runs.loop.playing",
    "editor_app.window.panels.request.request_panel",
    "editor_app.window.kinds.scenario.view.run_view",
    "editor_app.window.kinds.scenario.exporting",
)
"""What the perspective imports, in parts of less than a tenth of a second."""
