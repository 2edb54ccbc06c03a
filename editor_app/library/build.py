"""What this Foreword was installed from: a package's build writes that into a file beside what it ships."""

from __future__ import annotations

import json
import re
from pathlib import Path

_KINDS = {
    "deb": "a Debian package",
    "wheel": "a Python wheel",
    "windows": "the Windows installer",
    "macos": "the macOS app",
}
_FACTS = {"commit": re.compile(r"[0-9a-f]{7,64}"), "date": re.compile(r"\d{4}-\d\d-\d\d")}
_PACKAGE = Path(__file__).resolve().parent.parent


def build_in_words(package: Path = _PACKAGE) -> str:
    """Return what `package` was installed from, such as "a Debian package, commit 1a2b3c4d5e, 2026-11-24".

    Its `shipped/build.json` has "kind" (one of deb, wheel, windows, macos), and "commit" and "date" where
    they are known. Without that file it is a wheel, or a checkout; a file that says nothing of use is named.
    """
    file = package / "shipped" / "build.json"
    try:
        build = json.loads(file.read_bytes())
        words = [_KINDS[build["kind"]]]
        for name, form in _FACTS.items():
            fact = build.get(name, "")
            if form.fullmatch(fact):
                words.append(f"commit {fact[:10]}" if name == "commit" else fact)
    except FileNotFoundError:
        return "a checkout" if (package.parent / "pyproject.toml").is_file() else _KINDS["wheel"]
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return f"unknown: ‘{file.name}’ cannot be read"
    return ", ".join(words)
