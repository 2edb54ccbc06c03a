"""What a command line says that a text is tried with."""
