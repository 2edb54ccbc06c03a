"""Reading a system message: its blocks, and every problem; after an edit, only what changed."""
