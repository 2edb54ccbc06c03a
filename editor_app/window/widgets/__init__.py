"""Small widgets used by several panels; they know nothing of prompts or files."""
