"""Edits of YAML and JSON texts through their tree, which touch nothing else.

It is the one layer that turns a change of the tree into edits of the text, in two ways.

A plan is made on a `Document` (`documents.py`). `entries.py` sets, adds and removes entries and items, in
lines (`lines.py`) and in brackets (`brackets.py`), with their values. Each gives edits and what the changed
lists and mappings hold then, and `checking.py` holds the edited text to that. Of long lists, what is far from
the edits is left out. What can't be done raises `EditRefused` with a sentence. `aliases.py` writes
out what aliases and merges stand for, or finds the place of what they repeat; in a `Document`, `merged` is
empty, since it may be any amount.

A repair (`repairs.py`, `bracket_repairs.py`) is a single edit beside a problem, made of nodes alone and
offered as a fix.

`records.py` finds, adds, changes, renames and removes the named records of a list, for cases and situations.
`scalars.py` edits within one text.
"""
