"""Prompt files: checking, loading by name, rendering, and cases (saved values with expectations).

`loading.py` loads by name with fallback: one result with everything that was tried feeds the badges of the
library, the status bar, `foreword check` and the API.

`metadata.py` has python-frontmatter and tomllib read the metadata of documents, YAML or TOML, once it is
known to be within the budget. Positions and prompt files are read by our own.
"""
