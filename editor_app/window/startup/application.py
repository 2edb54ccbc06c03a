"""Qt's application object."""

from __future__ import annotations

import os

from PySide6.QtWidgets import QApplication


def application() -> QApplication:
    """Return Qt's application object, created if there is none.

    Under LC_ALL=C Qt would use C.UTF-8 instead as well, and warn about it on standard error.
    """
    if os.environ.get("LC_ALL") in {"C", "POSIX"}:
        os.environ["LC_ALL"] = "C.UTF-8"
    app = QApplication.instance() or QApplication(["foreword"])
    assert isinstance(app, QApplication)
    return app
