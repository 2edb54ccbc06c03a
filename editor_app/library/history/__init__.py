"""Local history: the versions of files that saving, resetting and deleting replaced.

`history.py` keeps and reads versions and says what there is of a file or a folder. `version_lists.py` has a
list of versions for each file, in lines of JSON. `pruning.py` removes what is too old or too much.

A list that is newer, damaged or unreadable is never taken for empty: it stays, a damaged one set aside whole,
and no content that it may name is removed.

A list has its name from the file's path. So it follows a rename by being renamed itself (`file_lists.py`),
whatever is in it, and an older Foreword finds it. The list of a file that was at the new path before gets
another name that stands for the same path. A reason that an older Foreword does not know is a second field of
the line (`reason`), beside one that it knows (`why`).

How much is kept is in `limits.json` there, written from the settings: versions are pruned wherever a file is
saved, and a settings file with mistakes must not make that less.
"""
