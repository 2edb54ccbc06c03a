"""What is offered while a file of any kind is written, and its names changed everywhere they stand.

`complete_at` asks the kind's row (`completions`) what can be written at an offset. Each `Completion` has a
text, the span that it takes the place of, and what it is. Only the source has to be that of now, not the
analysis, so a keystroke waits for no reading.

What lies beside the file (ids of a triggers file, tools of scenarios, paths) the row finds through a
`FilesAround`. It reads unsaved texts too, and nothing outside of the folder that links may lead to. A row
asks for such names only where they can stand.

`symbol_uses` finds the name at the caret, the file that defines it (`names_from` of a row) and all files of
the library that use it. `rename_symbol` gives the edits of each file.

`comments_toggled` returns the edits that make lines comments, or text again; `matching_tag` finds the tags of
a condition from one another, and `folds_of` what can be folded. What needs only
the text is in `text/editing/`.
`extracting.py` has the edits that make text a variable, and a variable its default.
"""
