"""The window's panels, each on its own; `app.py` connects them."""
