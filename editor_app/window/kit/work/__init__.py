"""Timers, and work that takes its time."""
