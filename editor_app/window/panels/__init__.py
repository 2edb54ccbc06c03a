"""The panels of the window; they do not know each other, `app.py` connects them.

No panel imports another one. No widget is made for each of very many things: a form, a bar or a list has so
many at most, says so, and has a way to the rest.
"""
