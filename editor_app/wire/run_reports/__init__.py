"""Runs as Markdown, for people."""
