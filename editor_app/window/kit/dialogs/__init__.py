"""Questions to the user as data, one dialog that shows any of them, and the protocol of who asks them."""
