"""Edits of YAML and JSON texts through their tree, which touch nothing else.

`documents.py` reads what is edited, `entries.py`, `lines.py` and `brackets.py` plan edits of entries and
items, and `checking.py` holds a plan to its result. `repairs.py` makes single edits that need no whole
document, `records.py` those of a list of named mappings, and `scalars.py` those within a scalar.
"""
