"""Cases files in the window: a table of cases and values, what each must give, and what comes of it.

`current_cases.py` tries the cases of the file in front on their text, some at a time in another thread. The
perspective shows what came of it in `cases_view.py`, in the problems and in a preview of its own. Each change
of `commands.py` is an edit of the file's text.
"""
