"""Triggers files in the window: the panel that evaluates one trigger beside the text."""
