"""Files read and saved without losing anything."""
