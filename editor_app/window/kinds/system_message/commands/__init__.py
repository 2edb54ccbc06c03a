"""What actions and links do with system messages."""
