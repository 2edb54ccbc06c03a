"""Colours, fonts, lengths and icons of the theme."""
