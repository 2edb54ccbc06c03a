"""What a request says: its path, its body, and the folder it names."""
