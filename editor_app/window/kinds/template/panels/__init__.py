"""The panels of templates."""
