"""The run of a scenario: chart, steps, strategies side by side, and the transport."""
