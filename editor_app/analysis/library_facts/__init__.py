"""What a whole library holds, and what is wrong in it."""
