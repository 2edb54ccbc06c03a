"""Runs: sessions of many steps, the triggers that send messages between them, and what the model sees."""
