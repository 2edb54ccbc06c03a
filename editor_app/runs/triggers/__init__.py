"""Triggers: the built-in ones, when they fire, and what they say.

A check (`checking.py`) is a pure function of a `Situation` and a `Memory` of flags. What it stores counts
from the next check on, since `Context` takes what was added only when figures are measured.
"""
