"""What is stored of a run besides its session, and the run made of it again.

Before the first message stands what the run was played with (`setup.py`), so that `replayed` (`replaying.py`)
makes the same steps, figures and requests of it again. Only what was said at a step besides what providers
refuse is lost. The rows in the database know neither sessions nor steps, which are JSON to them.
"""
