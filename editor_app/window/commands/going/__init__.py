"""Going places: the palette, which goes to all that has a name, a line, and back to where one was.

`candidates.py` says what there is to go to, `search.py` ranks it in steps, `palette.py` opens the palette and
does what was chosen; `places.py` remembers places, as a browser does.
"""
