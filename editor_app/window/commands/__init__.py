"""The commands behind actions and links: short functions on the open files and the panels.

Each class takes by name the few things it uses, or the groups of them that `perspectives/window_services.py`
names: what is open, where it is shown, whom to ask and tell. `commands.py` makes them all.

An action stands with its function: those of all kinds in `actions.py` and `text_actions.py`, those that
place panels in the main window, those of one kind in its `actions.py`. Menus, shortcuts and the list of
shortcuts come from these tables.

A question to the user is a frozen value that stands with the command which asks it (`SaveQuestion`,
`Conflict`, `NameQuestion`). Its method `question` says in data how it is asked, and whoever asks is handed in
as `Dialogs`. Tests answer from a list.

What is pasted is looked at once it is read (`variables/pastes.py`); what is typed never.

Renaming (`editing.py`) opens the files that are not open behind the others, and makes the edits of all as one
step of `JointSteps`. Nothing is written before it is saved.
"""
