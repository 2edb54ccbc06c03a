"""The run of a scenario: chart, steps, strategies side by side, and the transport.

`ChartPlaces` says where the parts of the chart and its words stand, these on no line and beside no other
mark. What does not depend on the chosen step is worked out once.
"""
