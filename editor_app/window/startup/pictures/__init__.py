"""Screenshots of the window's main states, for reviews and the README."""

from editor_app.window.startup.pictures.making import make_pictures

__all__ = ["make_pictures"]
