"""Transcripts of other programs as scenarios, with all that is lost listed."""
