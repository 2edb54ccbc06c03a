"""A module for each kind of file: its facts and functions, imported with the first file of that kind.

`library/kinds.py` says which kinds there are, and how a file's name, place and text tell its kind: `CATALOG`
has an entry for each, with what lists of whole libraries ask of it. All else is in the kind's row, in groups
that are defined beside `Analysis`: what it is written in (`form`), how it is read and outlined (`reading`),
whether and how it is sent to a model (`sending`), the names in it that can be changed and the files it names
(`naming`).

`row_of` (`analysis/analysis.py`) imports the module by the kind's name when a file of the kind is first
asked about, and takes its `ROW`, which nothing else refers to. Rows import no other kind's row. Nothing but
`library/kinds.py` and this package branches on a kind by its name, or asks for the class of what a kind made.

A kind of folders (`by_folder`) has no files of its own: files of other kinds make up such a folder together.
Those are the kinds that name it as their `container`, with the names that `is_part` accepts. Lists show the
folder once, and its row answers for the names in it. The listing has such a folder itself where it lacks all
its files.

`new_memory` of a row is called once for each open file. What it returns goes with every reading and rendering
of that file, so that only what changed is read again; what it is, only the kind knows.

Files of a kind can be made in the window where the catalog has a `NewName` for it, and its row a `NewFile`:
the text of a new file, and what is written first in it.

Adding a kind takes an entry in the catalog and a module here; `tests/toy_kind` is one.
"""
