"""Commands about what the disk has in place of a text: conflicts, and what was not saved."""
