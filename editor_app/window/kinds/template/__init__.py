"""What the window has for templates: the conversations that are constructed from them."""
