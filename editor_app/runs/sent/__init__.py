"""What of a session is sent: model messages, and how a provider takes them."""
