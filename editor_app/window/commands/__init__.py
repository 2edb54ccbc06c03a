"""The commands behind actions and links: short functions on the open files and the panels."""
