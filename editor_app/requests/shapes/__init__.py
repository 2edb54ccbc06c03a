"""The bodies of the four providers, a module each."""
