"""What is wrong in a prompt file or a document."""
