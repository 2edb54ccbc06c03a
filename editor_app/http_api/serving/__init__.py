"""Serving the HTTP API: connections, who may ask, the token, the log, and how it starts and ends."""
