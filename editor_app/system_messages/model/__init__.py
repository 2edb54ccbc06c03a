"""What a system message is made of, as plain values."""
