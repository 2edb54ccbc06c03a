"""What this Foreword was installed from: a package's build writes that into a file beside what it ships."""

from __future__ import annotations

import json
import re
from pathlib import Path

from editor_app.text import Sentence, listed

_KINDS = {
    "deb": Sentence("library.a-debian-package"),
    "wheel": Sentence("library.a-python-wheel"),
    "windows": Sentence("library.the-windows-installer"),
    "macos": Sentence("library.the-macos-app"),
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
        words: list[str] = [_KINDS[build["kind"]]]
        for name, form in _FACTS.items():
            fact = build.get(name, "")
            if form.fullmatch(fact):
                words.append(Sentence("library.commit", hash=fact[:10]) if name == "commit" else fact)
    except FileNotFoundError:
        is_checkout = (package.parent / "pyproject.toml").is_file()
        return Sentence("library.a-checkout") if is_checkout else _KINDS["wheel"]
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return Sentence("library.build-unknown", name=file.name)
    return listed(words)
