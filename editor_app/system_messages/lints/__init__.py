"""Lints: diagnostics about blocks that can be active together."""
