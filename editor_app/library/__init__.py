"""Libraries (folders of prompts): listing, reading, saving, local history, settings.

A library is a folder of plain text. There is no project database, and opening one writes nothing into it.

`Library` says what is a default and where its counterpart lies (`origin_of`, `is_default`, `own_path`,
`default_path`). The built-in template in `resources/templates` is the default of a library that has none of
its own. What lies in the place of the user's template is theirs (`has_own_text`), listed or not: `list`,
`render`, *Make my copy* and *Reset to default* ask the same. The compaction instructions are found in the
same way, as any text in `STANDARD_KINDS` is (`own_text`, `default_text`).

No folder that a file names lies outside the repository the file came with (`folders.py`); only the user
chooses another.

`paths.py` finds what ships beside the code or in a wheel. `build.py` reads what a build was, for *About*.
"""
