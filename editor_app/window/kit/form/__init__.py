"""Fields, and what is laid out around them."""
