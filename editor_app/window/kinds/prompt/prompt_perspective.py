"""The perspective of prompts."""

from __future__ import annotations

from editor_app.window.perspectives.tried_perspective import TriedPerspective

make_perspective = TriedPerspective  # found by its name in perspectives/perspectives.py
