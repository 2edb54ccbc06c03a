"""Reading, saving and moving files without losing anything: locks, stamps, temporary files, operations.

Saving (`saving.py`) compares the file on disk with the stamp from reading, under a lock, keeps the version
before in local history, writes a temporary file beside it, syncs, and replaces. "Saved" is said after that,
never before. What could not be kept or promised (the version before, that the disk has it) comes back as
`warnings` of the frozen result and is said with it: in the window's notice, on standard error and in
`--json`.

Whether a file has to be read again is decided by its `FileMark` (`reading.py`) everywhere.

A temporary file's name tells its machine and process, which holds a lock on it while it writes
(`temporaries.py`). Listing a library finds those that killed processes left, at no call of its own, and the
window sweeps them; in doubt one stays.

`renumbering.py` renames several files at once. Each rename goes to a name that is free at that moment, a
circle through one behind the last, so that every message always has a name that is a message's. What is to be
done is noted in the state folder first. From the names that are there, the next start
(`take_back_renumberings`) or the next operation in the folder tells how far it came, and takes it back.

A window holds a lock, shared, on a file named by the path's hash as long as it has unsaved edits of a file
(`unsaved_marks.py`). Who writes the file without a window takes that lock alone (`writing_allowed`), and so
never writes over what somebody types.
"""
