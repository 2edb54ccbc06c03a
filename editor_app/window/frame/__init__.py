"""The main window, its docks, bars, notices and actions.

`main_window.py` places pages and has no logic. A side without room is hidden, and a `SideHandle` stands at
its edge; beside one side there is room from 640 pixels on.
"""
