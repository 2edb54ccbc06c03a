"""Expectations about a run: their forms, and whether a played run meets them.

An expectation is a sentence: `forms.py` says what it means or why it is none, `checking.py` whether it holds.
"""
