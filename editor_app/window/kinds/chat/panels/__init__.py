"""The panels of a chat."""
