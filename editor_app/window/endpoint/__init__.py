"""Asking endpoints from the window: requests in threads of their own, and the keys for them."""
