"""Triggers files in the window: one trigger tried beside the text."""
