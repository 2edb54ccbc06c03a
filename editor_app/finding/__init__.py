"""Finding and replacing in texts, and in the files of a library.

A `Query` says what is looked for. `find_all` gives the spans of one text, `edits_of` the edits that replace
them (`queries.py`, `replacing.py`); neither raises for what a user wrote, both give a sentence instead.
A regular expression of a user may backtrack: its search is stopped after a second, or two to replace.
Compiling cannot be stopped; one that would become too large is refused before (`size_of`).
`search_file` and `replace_in_file` are the same for a file on the disk (`files.py`), which is left alone
where another program changed it meanwhile.
"""
