"""The editor's document: exact text, positions, undo, and its copy in Qt's document.

`toPlainText` is not used, since it loses no-break spaces. Inside the engine a position is a code point;
UTF-16 exists only in the text bridge and where Qt is spoken to. There a place is a `QtPosition`, which mypy
takes for no offset and no index of a string (`packaging/qt_positions.py` gives Qt's own methods that type).
"Modified" derives from the undo position.

`text/encoding.py` of the engine turns engine text back into the bytes it came from: byte order mark, newlines
of each line, final newline. Undo goes back to the newlines of the text before, also where another came in
with its own (`NewlineHistory`), and redo to those that came. Where only newlines changed, the undo stack has
no step for it, and the new ones hold for all its steps.
"""
