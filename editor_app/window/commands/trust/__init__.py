"""Asking about trust, and showing it."""
