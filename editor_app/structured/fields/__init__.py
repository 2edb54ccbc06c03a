"""Reading mappings by tables of their fields: values, problems with fixes, completion; files of records.

A table (`reader.py`: `Table`, `Field`) says of each key what it is for, how its value is read and whether it
is needed. `FieldReader` reads by it and adds each problem with its path, and completion offers what it has.
"""
