"""The main window, its docks, bars, notices and actions."""
