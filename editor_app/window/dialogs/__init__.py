"""Texts beside each other in dialogs."""
