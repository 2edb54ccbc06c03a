"""What a message is assembled for, and the files situations are saved in."""
