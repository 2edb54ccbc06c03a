"""Triggers: the built-in ones, when they fire, and what they say."""
