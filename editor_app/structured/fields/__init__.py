"""Reading mappings by tables of their fields: values, problems with fixes, completion; files of records.

A table (`reader.py`: `Table`, `Field`) says of each key what it is for, whether it is needed, and its type:
how a value is read, and which values there are, as a JSON schema (`types.py` has the usual ones).
`FieldReader` reads by a table and adds each problem with its path, completion offers what it has, and
`packaging/field_docs.py` makes the published schemas and the manual's page of fields of all tables.
"""
