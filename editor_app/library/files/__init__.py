"""Reading, saving and moving files without losing anything: locks, stamps, temporary files, operations."""
