"""Write Info.plist, which tells macOS what the app is and opens: `python packaging/macos/info.py`.

It is run by the Python of the environment that the app is made from, and writes beside itself.
"""

from __future__ import annotations

import plistlib
import re
import sysconfig
from importlib.metadata import distributions
from pathlib import Path

from editor_app import __version__

_HERE = Path(__file__).parent
_IDENTIFIER = "local.foreword"  # no company's domain, and .local is nobody's
_MARKDOWN, _TEMPLATE = "net.daringfireball.markdown", f"{_IDENTIFIER}.template"
_NAMES = {_MARKDOWN: "Markdown text", _TEMPLATE: "Template of a system prompt", "public.folder": "Folder"}
_ENDINGS = {_MARKDOWN: ["md", "markdown"], _TEMPLATE: ["tmpl"]}


def info_plist() -> dict[str, object]:
    """Return the entries of Info.plist; PyInstaller adds the names of the app, its program and its icon.

    Foreword is offered for what it opens, and is the default for none of it: other programs may have claimed
    that before, so its types are imported and not exported.
    """
    numbers = re.match(r"\d+(\.\d+){0,2}", __version__)  # macOS knows no "rc1"
    assert numbers is not None
    licence = (_HERE.parents[1] / "LICENSE").read_text("utf-8")
    [whose] = re.findall(r"^Copyright .*$", licence, re.MULTILINE)
    return {
        "CFBundleIdentifier": _IDENTIFIER,
        "CFBundleShortVersionString": numbers[0],
        "CFBundleVersion": numbers[0],
        "CFBundleDevelopmentRegion": "en",
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": name,
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Alternate",
                "LSItemContentTypes": [kind],
            }
            for kind, name in _NAMES.items()
        ],
        "UTImportedTypeDeclarations": [
            {
                "UTTypeIdentifier": kind,
                "UTTypeDescription": _NAMES[kind],
                "UTTypeConformsTo": ["public.plain-text"],
                "UTTypeTagSpecification": {"public.filename-extension": endings},
            }
            for kind, endings in _ENDINGS.items()
        ],
        "LSApplicationCategoryType": "public.app-category.developer-tools",
        "LSBackgroundOnly": False,  # as PyInstaller would have it for a program that has a console too
        "LSMinimumSystemVersion": oldest_system(),
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": whose,
        "NSPrincipalClass": "NSApplication",
        "NSRequiresAquaSystemAppearance": False,  # dark where the system is
        "NSSupportsAutomaticGraphicsSwitching": True,
    }


def oldest_system() -> str:
    """Return the oldest macOS that this Python and all that is installed for it run on, such as "13.0".

    Raises ValueError where nothing is for macOS.
    """
    platforms = [sysconfig.get_platform()]
    for part in distributions():
        platforms += re.findall(r"^Tag: (.+)$", part.read_text("WHEEL") or "", re.MULTILINE)
    found = re.findall(r"macosx[-_](\d+)[._](\d+)", " ".join(platforms))
    major, minor = max((int(major), int(minor)) for major, minor in found)
    return f"{major}.{minor}"


if __name__ == "__main__":
    (_HERE / "Info.plist").write_bytes(plistlib.dumps(info_plist()))
