"""The command line: arguments → engine → exit code.

`command_table.py` has the commands as data, for help, manual page and completions of shells. `commands/` has
one module for each command. `sources.py` finds what a word names,
and `given/trial.py` reads once what it is tried with. The window is imported when it is opened.

What is printed steers no terminal: `Streams.print` and `complain` show control characters, line ends and bidi
marks as escapes, and `to_json` escapes DEL, C1 and bidi marks. Only the exact results of `render`, `assemble`
and `export` are as they are.

A file that a command names and that is in no library is read inside its repository only, or where it is
allowed (`access_to` in `sources.py`).
"""

from editor_app.cli.running import main

__all__ = ["main"]
