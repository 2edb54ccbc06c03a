"""Right-to-left lines: drawing tags in them, the mouse and the cursor.

A line runs the way of its first letter outside of tags (`text/lines/line_direction.py`). Qt cannot isolate a
part of a line, so tags in right-to-left lines, and left-to-right words beside them, are painted one by one
over what Qt made of them (`isolated_tags.py`); the text has no character for that. Text formats mark what
reads as a tag (`isolate`), with a colour or without.

In such lines the mouse means the character that is drawn under it, which Qt does not know: `row_places.py`
finds it, and tells Qt a point where it finds the same, in a click and where text is dropped. Up and Down go
to what is drawn above and below, and an input method is told where the caret is drawn. Of a row only what is
in sight is laid out, so that a line may be as long as it likes.
"""
