"""The form for the situation that a system message is assembled for."""
