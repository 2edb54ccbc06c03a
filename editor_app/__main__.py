"""`python -m editor_app` is the same as the `foreword` command."""

from __future__ import annotations

import sys

from editor_app.cli import main

if __name__ == "__main__":
    sys.exit(main())
