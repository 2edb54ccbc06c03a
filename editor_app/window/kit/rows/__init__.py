"""Lists, trees and tables: a panel says what its rows are, and what is done with them.

Rows are frozen values of the panel's own. A `RowType` (models.py) says what a list has to know of them: what
a row shows and says (content.py), its key, and its depth in a tree. A `RowTree` (tree.py) shows them with the
keys, twisties, links and menus that all lists have, and keeps what is current, selected, folded and at the
top when others are shown. Rows that can be dragged are `DraggableRows` (dragging.py), rows with cells a
`RowTable` (table.py). What stands around a list: a filter and empty places (filtered.py), menus (menus.py),
the button for more (menus.py too). A list whose rows have columns of their own gives a function that paints
them.
"""
