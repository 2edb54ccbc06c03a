"""Runs as Markdown, for people; a text that is quoted is kept from being markup."""
