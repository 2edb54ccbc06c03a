"""The file in front, and what the window adds for its kind.

Exactly one perspective is active, and a plain text has one too. The main window places the pages of the one
in front, and `CurrentFile` shows the file in front in every panel and drives exactly that perspective, once
for each change. `window_services.py` names what perspectives and commands choose from.

*Save* is about all that the tab in front shows (`TabFiles.of`): the files that share it, and those beside
them that it changes (`files_beside`), such as the triggers of a run. `TabFiles` has the dots of tabs, library
rows and title, and of the button of all tabs where an unsaved one is scrolled away.

A tab that comes to the front is one event, so it is shown once: `EditorTabs.add` takes the second editor and
the page with the document, and `CurrentFile.show` goes through bar, buttons and status once. What not every
file needs (the list of fixes, the hover card) is made when it is first asked for, and buttons and fields that
one file leaves over become those of the next.

`SecondText` shows another text beside the one in front. Qt keeps one layout for each document, so the second
editor has a document of its own (`WholeLink`), whose edits are the file's and whose Undo is the file's. The
file in front, to all panels, is that of the text which had the focus last.
"""
