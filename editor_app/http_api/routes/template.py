"""The system-prompt template over HTTP: reading it, saving it as a window does, and what it can name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from editor_app.analysis.library_facts.catalog import catalog_of
from editor_app.http_api.answers import Answer, ErrorAnswer
from editor_app.http_api.endpoints import Call
from editor_app.library.files.reading import ChangedOnDisk, FileError, FileStamp, quoted, read_file
from editor_app.library.files.saving import save_file
from editor_app.library.files.unsaved_marks import UnsavedInWindow, writing_allowed
from editor_app.library.folders import Library
from editor_app.library.paths import TEMPLATE_NAME, built_in_template
from editor_app.text import (
    Decoded,
    Sentence,
    Severity,
    TextFormat,
    decode,
    difference,
    encode,
    encode_edited,
    to_engine_text,
)
from editor_app.text.hidden import hidden_characters
from editor_app.variables.catalog import TEMPLATE_CATALOG, CatalogEntry
from editor_app.wire.problems import Problem

_BYTE_ORDER_MARK = "\ufeff"
_MOST_TRIES = 20  # programs that do not ask may change the file again and again


@dataclass(frozen=True, slots=True)
class _SavedTemplate:
    """The template as it is on the disk; `stamp` is None where there is none and another one stands in."""

    path: Path
    data: bytes
    stamp: FileStamp | None

    @property
    def decoded(self) -> Decoded:
        return decode(self.data)

    @property
    def etag(self) -> str:
        return f'"{sha256(self.data).hexdigest()}"'


def get_template(call: Call) -> Answer:
    """Return the template as it is saved, the default where the user has none."""
    if call.service is None:
        path = built_in_template()
        saved = _SavedTemplate(path, path.read_bytes(), None)
    else:
        library = call.service.opened_library()
        try:
            saved = _saved_template(library)
        except FileError as error:
            raise _unusable("unreadable-file", error.sentence, error.path) from None
    if saved.decoded.bad_byte is not None:
        name, byte = quoted(saved.path.name), saved.decoded.bad_byte + 1
        message = Sentence("http-api.template-not-utf-8", name=name, byte=byte)
        raise _unusable("ENCODING_ERROR", message, saved.path)
    headers = {"ETag": saved.etag}
    if _matches(call.headers.get("if-none-match"), saved.etag, is_weak_enough=True):
        return Answer(None, 304, headers)
    return Answer({"template": saved.decoded.text}, headers=headers)


def check_template(call: Call) -> None:
    """Refuse a template that no file can hold."""
    if "\0" in call.fields.get("template", ""):
        raise ErrorAnswer("bad-template", Sentence("http-api.template-with-nul"))


def put_template(call: Call) -> Answer:
    """Save the template as a window does, unless `If-Match` names another, or a window has unsaved edits."""
    service = call.served
    library = service.opened_library()
    text = to_engine_text(call.fields["template"]).lstrip(_BYTE_ORDER_MARK)
    path = library.own_text(TEMPLATE_NAME)
    try:
        _check_match(call.headers, _saved_template(library))
        with writing_allowed(service.permissions.state_dir, path) as warnings:
            saved, notes = _save(call, library, text)
    except UnsavedInWindow as error:
        raise ErrorAnswer("unsaved-elsewhere", error.sentence) from None
    hidden = hidden_characters(text)
    if hidden:
        notes = (*notes, Sentence("http-api.hidden-characters", count=len(hidden)))
    return Answer({"template": text}, headers={"ETag": saved.etag}, notes=(*warnings, *notes))


def get_variables(call: Call) -> Answer:
    """Return what a template can name, the library's own variables too; no values."""
    catalog = TEMPLATE_CATALOG if call.service is None else catalog_of(call.service.opened_library())
    return Answer({"variables": [_entry(entry) for entry in catalog]})


def _saved_template(library: Library) -> _SavedTemplate:
    is_own = library.has_own_text(TEMPLATE_NAME)
    path = library.text_in_effect(TEMPLATE_NAME)
    content = read_file(path, access=library.access)
    return _SavedTemplate(path, content.data, content.stamp if is_own else None)


def _unusable(code: str, message: str, path: Path) -> ErrorAnswer:
    problem = Problem(code, Severity.ERROR, message, str(path))
    return ErrorAnswer("unusable-template", message, problems=[problem])


def _save(call: Call, library: Library, text: str) -> tuple[_SavedTemplate, tuple[str, ...]]:
    """Save the text over what is there now; where a program that does not ask is quicker, over that."""
    path = library.own_text(TEMPLATE_NAME)
    for tries_left in reversed(range(_MOST_TRIES)):
        before = _saved_template(library)
        _check_match(call.headers, before)
        data = _bytes_for(text, before)
        if data is None:
            return before, ()
        try:
            saved = save_file(
                path,
                data,
                expected=before.stamp,
                state_dir=call.served.permissions.state_dir,
                now=call.served.clock(),
                access=library.access,
            )
        except ChangedOnDisk:
            if not tries_left:
                raise
            continue
        return _SavedTemplate(path, data, saved.stamp), saved.warnings
    raise AssertionError  # the last try returns or raises


def _bytes_for(text: str, before: _SavedTemplate) -> bytes | None:
    """Return the bytes that hold the text, in the format of the file before; None for the same text."""
    decoded = before.decoded
    if before.stamp is None or decoded.bad_byte is not None:
        is_same = decoded.bad_byte is None and decoded.text == text
        return None if is_same else encode(text, TextFormat())
    edit = difference(decoded.text, text)
    return None if edit is None else encode_edited(decoded, [edit])


def _check_match(headers: Mapping[str, str], saved: _SavedTemplate) -> None:
    wanted = headers.get("if-match")
    if wanted is not None and not _matches(wanted, saved.etag, is_weak_enough=False):
        changed = Sentence("http-api.template-changed")
        raise ErrorAnswer("changed", changed, headers={"ETag": saved.etag})


def _matches(header: str | None, etag: str, *, is_weak_enough: bool) -> bool:
    """Whether a header names an ETag, or has `*`; weak ones are compared only for `If-None-Match`."""
    if header is None:
        return False
    named = [etag_named.strip() for etag_named in header.split(",")]
    if is_weak_enough:
        named = [etag_named.removeprefix("W/") for etag_named in named]
    return named == ["*"] or etag in named


def _entry(entry: CatalogEntry) -> dict[str, object]:
    supplied = {} if entry.supplied_by is None else {"suppliedBy": entry.supplied_by}
    return {
        "type": entry.type,
        "name": entry.name,
        "description": entry.description,
        "dynamic": entry.dynamic,
        "volatility": entry.volatility.value,
        "example": entry.example,
        **supplied,
    }
