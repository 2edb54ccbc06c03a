"""Parts of the window for single kinds of file: a folder for each kind that has panels or views of its own.

Nothing outside knows a folder of these by name, and none imports another. `perspectives/perspectives.py`
finds it by the kind's name and loads it when the first file of the kind is opened, or before, while nothing
is to do, in the parts that `AHEAD` in its `__init__.py` names, if the library has such files. Only
`actions.py` of each folder is read at the start, so that its menu is there.

`make_perspective` in its `<kind>_perspective.py`, which `perspectives/perspectives.py` finds by this name,
returns a `Perspective` (`perspectives/perspective.py` has
what every kind answers, and is that of a plain text): pages for the docks, which conditions of its actions
hold, the words of the status bar. What only some kinds have it offers as objects, which are None in the
others: what stands in place of the source, parts of the preview, steps to undo that are no edits, problems in
place of the file's own, an editor beside the text. It gets `WindowServices` to choose from, and its commands
get only what each of them uses.

A view need not have an editor: a `StandIn` whose `surface` stands alone, as that of a scenario, is shown in
place of the source, whose editor stays the one in front for undo and for going to a problem.

Files of records, such as cases, have a table in place of the source: a `TablePerspective`
(`perspectives/table_perspective.py`), which makes each change as one edit of the text.
"""
