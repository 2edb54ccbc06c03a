"""Problems as a SARIF 2.1.0 log, which code hosts and editors read."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from editor_app import __version__
from editor_app.text import Severity
from editor_app.wire.problems import JsonObject, Problem, Region, Repair

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_BASE = "ROOT"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFORMATION: "note"}


def sarif_log(problems: Iterable[Problem], root: Path) -> JsonObject:
    """Return the log of one run; paths of files below `root` are relative to it.

    A fix that several problems share is listed with the first of them.
    """
    listed = tuple(problems)
    codes = {code: index for index, code in enumerate(dict.fromkeys(problem.code for problem in listed))}
    written: set[int] = set()
    rules = [{"id": code, "shortDescription": {"text": _in_words(code)}} for code in codes]
    run = {
        "tool": {"driver": {"name": "Foreword", "version": __version__, "rules": rules}},
        "invocations": [{"executionSuccessful": True}],
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_BASE: {"uri": root.as_uri().rstrip("/") + "/"}},
        "results": [_result(problem, codes[problem.code], root, written) for problem in listed],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(problem: Problem, rule: int, root: Path, written: set[int]) -> JsonObject:
    artifact = _artifact(problem.file_path, root)
    place: dict[str, object] = {"artifactLocation": artifact}
    if problem.region:
        place["region"] = _region(problem.region)
    result: dict[str, object] = {
        "ruleId": problem.code,
        "ruleIndex": rule,
        "level": _LEVELS[problem.severity],
        "message": {"text": problem.message},
        "locations": [{"physicalLocation": place}],
    }
    repairs = [repair for repair in problem.repairs if id(repair) not in written]
    written.update(map(id, repairs))
    fixes = [_fix(repair, artifact) for repair in repairs]
    return {**result, "fixes": fixes} if fixes else result


def _fix(repair: Repair, artifact: JsonObject) -> JsonObject:
    replacements = [
        {"deletedRegion": _region(region), "insertedContent": {"text": text}} for region, text in repair.edits
    ]
    return {
        "description": {"text": repair.title},
        "artifactChanges": [{"artifactLocation": artifact, "replacements": replacements}],
    }


def _artifact(file_path: str, root: Path) -> JsonObject:
    path = Path(file_path)
    if not path.is_absolute():
        return {"uri": quote(os.fsencode(path))}
    if path.is_relative_to(root):
        return {"uri": quote(os.fsencode(path.relative_to(root).as_posix())), "uriBaseId": _BASE}
    return {"uri": path.as_uri()}


def _region(region: Region) -> JsonObject:
    (line, column), (end_line, end_column) = region
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _in_words(code: str) -> str:
    words = code.replace("-", " ").replace("_", " ").lower()
    return f"{words[:1].upper()}{words[1:]}."
