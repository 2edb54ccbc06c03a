"""The rows of the system message panels, made from the parsed message and its outcome."""
