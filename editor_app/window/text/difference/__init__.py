"""Two texts compared: what changed between them, and a view of it, inline or in two columns.

It knows nothing of files. `difference_rows.py` says what changed, in steps that are counted and limited;
`compare_view.py` shows it, in the preview and for requests and conversations too. What is very long is
compared, and shown, in events of their own.
"""
