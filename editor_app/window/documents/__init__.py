"""The open files and the state of the library, without widgets.

A document is untitled until it is first saved (`NO_FILE`): its path is only its tab's name, and nothing looks
for it on disk. A file that is deleted on disk while it is open counts as unsaved (`OpenFile.is_unsaved`).
Opening is all or nothing: where a file cannot be shown, `Workbench` closes it again while it is being
announced, and `OpenFiles.open` returns None.

`analyse` reads the text of a document into an immutable `Analysis` with a revision, and a result whose
revision is not current is dropped. A text over 150 000 characters is analysed after a pause in typing.

Of a prompt that callers do not get, preview and *Copy* have the default's text, with the default's own
analysis, until it is edited or *Show my text* is clicked (`CallersTexts` in `file_status.py`).
F12 in that preview leads to the default's file, and F12 in the editor shows the prompt's own text first.

The library is never listed from the beginning again while it is being listed: `LibraryState` does that once,
afterwards. A file that needs to be allowed is a problem of the open file, added by `OpenFile` to those of its
analysis when values come; the analysis itself knows no disk.

A change of several texts is one step (`JointSteps` in `changes.py`): it knows the places before and after it
in the undo history of each document, which stays the only one. A document tells that a step was undone or
redone (`EditorDocument.stepped`), by whatever did it, and the same happens then in the other files, where
they still are at that place. One that was closed is opened if the disk has the text that the step left there,
and one that was changed since is named and stays. What a step wrote to files that were not open is undone and
redone with it (`JointSteps.make`, `written`), that of many files in slices (`FileWork.undo`).
*Save* takes along the files that only such steps keep unsaved.

`Saving` (there, too) saves one file after another, as many as a moment allows, then goes on in later events.
Its one `SaveResult` names what could not be saved. Closing a tab or the window first ends what it has begun.
"""
