"""Try one trigger: figures to set, whether it fires then and why, and what each provider gets of it."""
