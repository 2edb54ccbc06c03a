"""Libraries (folders of prompts): listing, reading, saving, local history, settings."""
