"""The text editor: the document that holds the exact text, and the widget that shows it.

A keystroke travels so: Qt reports a change; `document/text_bridge.py` turns it into an edit in code points;
`document/document.py` applies it to its own exact text, and an edit that changes nothing is none. Analysis,
colours, gutter, squiggles and the preview's text follow at once; problems, outline, buttons, values and the
preview's marks after a short pause.

Buttons, fixes and renames go the other way: the engine returns text edits, the document applies them as one
undo step, and from there it is the same path as typing.

Where text of several lines is written, `kit/focus/text_keys.py` tells plain typing, deleting and moving from
all other keys. The others are left to the actions, whatever Qt would do with them on this platform.

Files that belong together share a tab: `EditorTabs` keeps one tab for each group (`open_documents.py`). A
tab is previewed, kept or pinned (`TabSort`); `tabs/tab_menu.py` has its menu. `like_editors.py` has what is
the same for all editors.

The editor and every pane to read are one surface (`surface.py`): one layout of lines of equal height with
spacing between them (`lines/even_lines.py`), what is in view (`visible_blocks`), what is under the pointer
(`offset_under`) and where a span is drawn (`row_extents`), all in `laid_lines.py`, which needs no widget; one
way of painting (`painting/picture.py`) with marks below and above the words; the mouse in rows, exact copying
of `contents`, and the boxes of what was found (`finding/`). `TextView` adds an `EditorDocument` and its
marks, `SeveralCaretsView` more carets, `TypingView` typing, `CodeEditor` fixes and cards; `ReadingPane` a
`ShownText` and a font.
Folded lines (`folding.py`) are hidden blocks of Qt's document, which the layout passes over.
Characters that nobody would see have the same labels everywhere (`painting/chips.py`). A key paints its own
line: marks of other lines move along with the edit, and only where they differ afterwards all is drawn anew.
"""
