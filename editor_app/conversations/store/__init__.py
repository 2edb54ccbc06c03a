"""The SQLite database of all conversations and stored runs, which many processes use at once.

`database.py` is the door. It has a connection for each thread and process, which holds the lock beside the
file, shared, for as long as it works (`locking.py`). Making the tables, migrating them and moving a damaged
file aside (`moving_aside.py`) hold that lock alone, so that nobody's work is under way meanwhile. Which file
a connection belongs to is compared before each use, because another process may have moved it.

A file that is busy, full, read-only or newer is never moved; `failures.py` tells these apart. The lock's file
says which log belongs to which file. A log whose database was replaced by another file, such as a backup, is
moved aside too, or SQLite would write it over that.

A fork waits until nobody is at work and closes every thread's connection (`processes.py`): SQLite's table of
files and locks must not be copied with one in it.

`builds.py` has the rows of constructs, `conversations/stored_runs.py` those of runs, `schema.py` the tables
and their versions.
"""
