"""The values of runs: triggers, scenarios, settings, sessions."""
