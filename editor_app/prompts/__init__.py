"""Prompt files: checking, loading by name, rendering, and cases (saved values with expectations)."""
