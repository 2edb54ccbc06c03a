"""The JSON documents that commands print; each starts with its `format`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from editor_app.analysis.explanation import Explanation
from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.analysis.library_facts.check import check_file, with_name_problems
from editor_app.analysis.library_facts.index import INVALID, NamedText, index_library, load_named
from editor_app.analysis.model_text import ModelText
from editor_app.library.files.file_changes import FileChange
from editor_app.library.folders import Library
from editor_app.library.history.history import FileHistory
from editor_app.library.history.version_lists import Version
from editor_app.library.kinds import STANDARD_KINDS
from editor_app.library.listing import LibraryFile
from editor_app.prompts.entities import PromptSource, missing_optional
from editor_app.template.source_map import Branch, SourceMap
from editor_app.text import LineIndex, Severity, Span, count_by_severity
from editor_app.variables.catalog import Catalog
from editor_app.variables.stability import Rebuilt
from editor_app.wire.problems import FORMAT, JsonObject, Problem, region_of, region_to_json

if TYPE_CHECKING:  # not needed by commands for other kinds of file
    from editor_app.analysis.assembled_text import AssembledText

MOST_CONDITIONS = 100  # listed for one piece; all of them would make deeply nested texts quadratic in size


class ListedPrompt(NamedTuple):
    """A prompt as `list` shows it; without a usable file it has no version."""

    name: str
    status: str
    version: str | None
    file_path: str
    problems: int


class ListedFile(NamedTuple):
    """Another file as `list` shows it; template and instructions have a status and a path of their own."""

    path: str
    kind: str
    status: str = ""
    file_path: str = ""


class ListedChat(NamedTuple):
    """A chat as `list` shows it: the path of its folder, the folder's name, and how many messages it has."""

    path: str
    kind: str
    name: str
    messages: int


class CaseResult(NamedTuple):
    """The result of a case: how the text differs from the expected one, and whether that was updated."""

    path: str
    case: str
    difference: str | None
    updated: bool = False

    @property
    def passed(self) -> bool:
        """Whether the text is the expected one, perhaps only since the update."""
        return self.difference is None or self.updated


def render_document(result: ModelText, source: PromptSource, warnings: Iterable[str]) -> JsonObject:
    """Return what `render` prints: the text, its source map, and what it was rendered from."""
    rendering = result.rendering
    return {
        "format": FORMAT,
        "renderedContent": result.text,
        "source": {"type": source.type, "filePath": source.file_path, "isFallback": source.is_fallback},
        "substitutedVariables": list(rendering.inserted),
        "missingOptionalVariables": list(_missing(result)),
        "maxTokens": result.analysis.max_tokens,
        **stable_prefix(result),
        "warnings": list(warnings),
        "leftOut": list(_left_out(result.source_map)),
        "sourceMap": list(_pieces(result)),
        **_metadata(result),
    }


def _missing(result: ModelText) -> tuple[str, ...]:
    """Return what has no value: of a prompt all optional variables, else the names of the tags reached."""
    analysis = result.analysis
    if analysis.row.form.declares_variables:
        return missing_optional(analysis.variables, result.given)
    return result.rendering.missing


def checked_files_document(
    problems: Iterable[Problem], files: int, left_out: Mapping[str, int]
) -> JsonObject:
    """Return what `check` prints: so many files were checked, so many problems of each severity left out."""
    document = {"format": FORMAT, "problems": [problem.to_json() for problem in problems], "files": files}
    return {**document, "leftOut": left_out} if left_out else document


def list_document(
    prompts: Iterable[ListedPrompt], files: Iterable[ListedFile], chats: Iterable[ListedChat] = ()
) -> JsonObject:
    """Return what `list` prints; the messages of chats are among the files, too."""
    return {
        "format": FORMAT,
        "prompts": [
            {
                "name": prompt.name,
                "status": prompt.status,
                "version": prompt.version,
                "filePath": prompt.file_path,
                "problems": prompt.problems,
            }
            for prompt in prompts
        ],
        "files": [
            {"path": file.path, "kind": file.kind}
            | ({"status": file.status, "filePath": file.file_path} if file.status else {})
            for file in files
        ],
        "chats": [{"path": chat.path, "name": chat.name, "messages": chat.messages} for chat in chats],
    }


def results_document(
    results: Iterable[CaseResult],
    warnings: Iterable[str] = (),
    coverage: Sequence[JsonObject] | None = None,
    skipped: Iterable[str] = (),
) -> JsonObject:
    """Return what `test` prints; `warnings` are about saving what cases expect.

    `coverage` says which scenarios fire each trigger; None where no scenario was played. `skipped` are the
    paths of scenarios that were not, for they ask an endpoint.
    """
    listed = list(results)
    passed = sum(result.passed for result in listed)
    return {
        "format": FORMAT,
        "results": [
            {
                "path": result.path,
                "case": result.case,
                "passed": result.passed,
                "difference": result.difference,
            }
            for result in listed
        ],
        "passed": passed,
        "failed": len(listed) - passed,
        **({} if coverage is None else {"coverage": list(coverage)}),
        **({"skipped": paths} if (paths := list(skipped)) else {}),
        "warnings": list(warnings),
    }


def file_change_document(change: FileChange) -> JsonObject:
    """Return what `customize` and `reset` print."""
    return {
        "format": FORMAT,
        "sentence": change.sentence,
        "appeared": [str(path) for path in change.appeared],
        "gone": [str(path) for path in change.gone],
        "warnings": list(change.warnings),
    }


def explanation_document(
    result: ModelText, output: int | None, explanation: Explanation | None
) -> JsonObject:
    """Return what `explain` prints: the place asked for, and everything blank or left out."""
    lines, blocks = result.analysis.lines, result.blocks_not_sent or ()
    not_sent = [
        {"id": block.id, **_place(block.span, lines), "output": block.output, "reason": block.reason}
        for block in blocks
    ]
    return {
        "format": FORMAT,
        "at": None if explanation is None else _explanation(output, explanation),
        "blank": [
            {
                "tag": blank.tag,
                "name": blank.name,
                "cause": blank.cause,
                "sentence": blank.sentence,
                **_place(blank.span, lines),
                "suggestions": [blank.fix.title] if blank.fix else [],
            }
            for blank in result.blank
        ],
        "leftOut": [
            {
                **_place(part.source, lines),
                "output": part.output,
                "conditionLine": lines.position(part.condition.start).line,
                "reason": part.reason,
            }
            for part in result.left_out
        ],
        **({} if result.blocks_not_sent is None else {"blocksLeftOut": not_sent}),
        **_metadata(result),
    }


def _explanation(output: int | None, explanation: Explanation) -> JsonObject:
    return {
        "output": output,
        "why": explanation.why,
        "name": explanation.name,
        "value": explanation.value,
        "valueFrom": explanation.value_from or None,
        "source": list(explanation.span),
        "line": explanation.place.line,
        "column": explanation.place.column,
        "conditions": list(explanation.conditions),
        **({"block": explanation.block} if explanation.block else {}),
        "sentence": explanation.sentence,
    }


def assemble_document(result: AssembledText, warnings: Iterable[str] = ()) -> JsonObject:
    """Return what `assemble` prints: the text, the outcome of each block, and the contests."""
    from editor_app.system_messages.assembly.assembly import request_message

    blocks = result.assembly.blocks
    return {
        "format": FORMAT,
        "message": request_message(result.text),
        "blocks": [
            {
                "id": block.id,
                "state": block_outcome.state,
                "reasons": [reason.sentence for reason in block_outcome.reasons] or [block_outcome.sentence],
                "rank": block_outcome.rank,
            }
            for block, block_outcome in zip(blocks, result.outcome.block_outcomes, strict=True)
        ],
        "contests": [
            {
                "winner": blocks[contest.winner].id,
                "losers": [blocks[loser].id for loser in contest.losers],
                "rule": contest.rule,
                "reason": contest.reason,
            }
            for contest in result.outcome.contests
        ],
        **stable_prefix(result),
        "warnings": list(warnings),
    }


def export_document(written: Iterable[tuple[str, str]], warnings: Iterable[str] = ()) -> JsonObject:
    """Return what `export` prints: each file that was written, and the file it was rendered from."""
    files = [{"path": path, "source": source} for path, source in written]
    return {"format": FORMAT, "written": files, "warnings": list(warnings)}


def error_document(
    code: str,
    message: str,
    file_path: str | None = None,
    suggestions: Iterable[str] = (),
    type_: str | None = None,
) -> JsonObject:
    """Return what any command prints when it fails with exit code 2; errors of prompts have a type."""
    error: dict[str, object] = {} if type_ is None else {"type": type_}
    error |= {"code": code, "message": message}
    if file_path is not None:
        error["filePath"] = file_path
    return {"format": FORMAT, "error": {**error, "suggestions": list(suggestions)}}


def stable_prefix(result: ModelText) -> JsonObject:
    """Return how much of a system prompt stays the same if it is made every turn, and what breaks it."""
    every_turn = next((part for part in result.stability if part.rebuilt is Rebuilt.EVERY_TURN), None)
    if every_turn is None:
        return {}
    return {"stablePrefix": {"characters": every_turn.characters, "brokenBy": every_turn.broken_by}}


def _metadata(result: ModelText) -> JsonObject:
    """Return the frontmatter of a document; values that JSON has no form for are texts."""
    analysis = result.analysis
    if not analysis.row.form.has_free_metadata or analysis.frontmatter is None:
        return {}
    from editor_app.prompts.metadata import plain_metadata

    return {"metadata": plain_metadata(analysis.metadata)}


def _pieces(result: ModelText) -> Iterator[JsonObject]:
    """Yield the source map's pieces; in a system message those with text have their block's id."""
    for output, source, why, name, branch in result.source_map.pieces:
        piece: dict[str, object] = {"output": list(output), "source": list(source), "why": why}
        if name is not None:
            piece["name"] = name
        block = result.block_at(output.start) if output.length else None
        if block is not None:
            piece["block"] = block.id
        yield {**piece, "conditions": _conditions(branch)}


def _left_out(source_map: SourceMap) -> Iterator[JsonObject]:
    for source, output, why, branch in source_map.left_out:
        yield {"source": list(source), "output": output, "why": why, "conditions": _conditions(branch)}


def _conditions(branch: Branch | None) -> list[str]:
    """Return the conditions around a part, the innermost first: `name`, or `!name` for a negated side."""
    return [
        f"{'!' if side.condition.negated != side.in_else else ''}{side.condition.name}"
        for side in islice(branch or (), MOST_CONDITIONS)
    ]


def _place(span: Span, lines: LineIndex) -> JsonObject:
    return {"source": list(span), **region_to_json(region_of(span, lines))}


class LibraryListing(NamedTuple):
    """What a library holds: the prompts by name, the other files by path, and the chats by their folders.

    The template and the messages of chats are among the files.
    """

    prompts: list[ListedPrompt]
    files: list[ListedFile]
    chats: list[ListedChat]


def list_library(library: Library, now: datetime) -> LibraryListing:
    """Return what a library holds."""
    index = index_library(library)
    catalog = catalog_of(library)
    files = {file.path: file for file in index.files}
    prompts = [
        _listed(load_named(prompt, library), files[prompt.path], catalog, now) for prompt in index.prompts
    ]
    in_chats = (file for chat in index.chats for file in chat.messages)
    others = [_other(file) for file in with_name_problems((*index.others, *in_chats))]
    for text in index.standard:
        kind, path = STANDARD_KINDS[text.name].value, str(text.path)
        others.append(ListedFile(text.name, kind, text.status, path))
    chats = [
        ListedChat(chat.relative, chat.kind.value, chat.name, len(chat.messages)) for chat in index.chats
    ]
    return LibraryListing(prompts, sorted(others), sorted(chats))


def _other(file: LibraryFile) -> ListedFile:
    """Return another file for the list; one that cannot be used for its name is `invalid`."""
    is_invalid = any(problem.severity is Severity.ERROR for problem in file.beside)
    return ListedFile(file.relative, file.kind.value, *((INVALID, str(file.path)) if is_invalid else ()))


def _listed(prompt: NamedText, file: LibraryFile, catalog: Catalog, now: datetime) -> ListedPrompt:
    """Return a prompt for the list, with the number of problems in the file it is loaded from."""
    numbers = count_by_severity(check_file(file, catalog, now).diagnostics)
    problems = numbers[Severity.ERROR] + numbers[Severity.WARNING]  # notes are not counted
    if prompt.loaded is None:
        return ListedPrompt(prompt.name, prompt.status, None, str(prompt.path), problems)
    loaded = prompt.loaded.prompt
    return ListedPrompt(prompt.name, prompt.status, loaded.version, loaded.source.file_path, problems)


def history_document(history: FileHistory) -> JsonObject:
    """Return what `history` prints; `keptBytes` is what the versions take on the disk."""
    return {
        "format": FORMAT,
        "filePath": str(history.path),
        "versions": [_version(number, version) for number, version in enumerate(history.versions, 1)],
        "keptBytes": history.kept_bytes,
        "keptDays": history.most_days,
        "warnings": list(history.sentences),
    }


def version_document(number: int, version: Version, data: bytes) -> JsonObject:
    """Return what `history --show` prints; `text` is null for bytes that are not UTF-8."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = None
    return {"format": FORMAT, **_version(number, version), "text": text}


def _version(number: int, version: Version) -> JsonObject:
    return {
        "number": number,
        "time": _time(version.kept_at),
        "why": version.why,
        "size": version.size,
        "mode": f"{version.mode:04o}",
        "hash": version.hash,
        "filePath": str(version.path),
    }


def _time(kept_at: float) -> str | None:
    """Return a time in UTC as JSON has it; None for one beyond the calendar."""
    try:
        return datetime.fromtimestamp(kept_at, UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError, OSError):
        return None
