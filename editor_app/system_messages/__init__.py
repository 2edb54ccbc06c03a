"""System messages: blocks, the situations they are for, and which of them win."""
