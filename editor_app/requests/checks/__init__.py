"""The rules of providers, a module for each thing they are about."""
