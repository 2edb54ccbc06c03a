"""What the window has open, and what is known of it."""
