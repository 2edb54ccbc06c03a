"""Changes to the blocks of a system message, as edits of its text that keep everything else.

This package knows ids, children, scopes and contents, and leaves the text to `structured/editing/`. An edit
of a block keeps comments, styles and indentation around it. `Through.DETACH` in `values.py` asks for an alias
to be written out first.
"""
