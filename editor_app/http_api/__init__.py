"""The HTTP API: what programs ask and are answered, on this computer only."""
