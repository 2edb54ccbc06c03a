"""The panels of the window; they do not know each other, `app.py` connects them."""
