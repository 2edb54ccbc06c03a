"""Forms from tables of fields (see `form`), and the fields themselves, which also stand alone.

A form is a table of frozen fields. Those that stay keep their widgets when the table is shown again, and so
focus, caret and undo.
"""
