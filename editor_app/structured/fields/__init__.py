"""Reading mappings by tables of their fields: values, problems with fixes, completion; files of records."""
