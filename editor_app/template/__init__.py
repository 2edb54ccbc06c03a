"""The template language in both dialects: tokens → tree → checks, rendering, source map.

Parsing, checking and rendering never raise for what a user wrote. A template's pieces joined give its source,
for any string. Rendering is linear in the source, without recursion. Only the standard library is used.

What became of a tag that inserts nothing is in `variable_values.py`, how much of a text stays the same next
turn in `first_change.py`.
"""
