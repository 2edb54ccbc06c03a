"""The variables of templates: which there are, and what their values are now.

`catalog.py` says what a template can name and how long each value stays the same. The sources look up clock,
files and git, and give a note where there is no value. Values are inserted once and never read again as
template text.

Where a path may lead is said by one function, `end_of` of `access.py`, to every reader and writer: it is
resolved to its end. Inside the library, or the trusted workspace, that is a file like any other. Outside, or
where it may hold secrets, its very path has to be allowed. Who has a library passes `library.access` to
`read_file`, `save_file` or `allowed_end`. The end is opened one folder after the other, without links.

git is asked of no repository that a `.git` names and that does not know the folder in turn (`git.py`). No
shell and no inherited git configuration is used.
"""
