"""How many examples a property is tried with."""

from __future__ import annotations

from hypothesis import settings


def examples(count: int) -> settings:
    """Try a property with `count` examples, and with as many times more as the profile in use asks for."""
    usual = settings.get_profile("foreword").max_examples
    return settings(max_examples=max(1, count * settings.default.max_examples // usual))
