"""Engine values as JSON and SARIF; no other module makes JSON for output."""
