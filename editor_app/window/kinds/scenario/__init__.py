"""Scenarios in the window: their run, what is sent at each step, and what is expected of it."""
