"""Building a prompt: the variables that a template names, resolved now, and the text they give."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, Protocol

from editor_app.clock import Clock
from editor_app.conversations.arguments import BuildArguments
from editor_app.conversations.results import BlankTag, Construction, TextError
from editor_app.conversations.templates import ReadTemplate, template_warnings
from editor_app.library.files.reading import quoted
from editor_app.library.folders import Library, variables_of
from editor_app.library.paths import is_folder
from editor_app.library.trust.of_call import CallTrust, trust_of_call
from editor_app.library.unused_values import unused_warnings
from editor_app.template.dialect import Dialect
from editor_app.template.rendering import Rendering, render
from editor_app.template.source_map import Why
from editor_app.template.template import Template, parse
from editor_app.text import Sentence, nearest
from editor_app.variables.catalog import LACKING_CAUSES, UNKNOWN_EXISTENCE, Cause, Note, short_name
from editor_app.variables.files import FileText
from editor_app.variables.resolver import Context, Sources, read_once, resolve


def blank_tags(
    template: Template, rendering: Rendering, values: Mapping[str, str | None], notes: Mapping[str, Note]
) -> tuple[BlankTag, ...]:
    """Return the tags outside of left out parts that inserted nothing, one per name.

    A condition is among them where it was decided without knowing whether its variable exists, as for want
    of trust or of a grant.
    """
    if not notes and all(values.values()):
        return ()
    blank: dict[str, tuple[int, BlankTag]] = {}
    for piece in rendering.source_map.named:
        name = piece.name or ""
        if name not in blank and (piece.why is Why.UNKNOWN or not piece.output.length):
            tag = piece.source.shifted(-template.offset).of(template.source)
            blank[name] = (piece.source.start, BlankTag(tag, *_cause(name, values, notes)))
    unknown = {name for name, note in notes.items() if note.cause in UNKNOWN_EXISTENCE}
    parts = rendering.source_map
    for condition in parts.conditions_in_force(parts.pieces) if unknown else ():
        name = condition.name
        if name in unknown and values.get(name) is None and name not in blank:
            tag = condition.opening.shifted(-template.offset).of(template.source)
            note = notes[name]
            blank[name] = (condition.opening.start, BlankTag(tag, note.cause, note.sentence))
    return tuple(tag for _, tag in sorted(blank.values(), key=lambda placed: placed[0]))


def is_known(stored: Construction, now: Construction) -> bool:
    """Whether it is known what a conversation would get.

    It is not where a variable that matters is blank now for want of trust or of an allowed file, and was not
    when the stored text was constructed.
    """
    lacked = {name for name, note in stored.notes.items() if note.cause in LACKING_CAUSES}
    lacking_tags = (blank.tag for blank in now.blank if blank.cause in LACKING_CAUSES)
    return all(name in lacked for tag in lacking_tags for name in parse(tag, Dialect.BRACKETS).names)


def _cause(name: str, values: Mapping[str, str | None], notes: Mapping[str, Note]) -> tuple[Cause, str]:
    if values.get(name) == "":
        return Cause.EMPTY, Sentence("conversations.is-empty", name=short_name(name))
    note = notes.get(name)
    if note is not None:
        return note.cause, note.sentence
    return Cause.NOT_GIVEN, Sentence("variables.not-set", name=short_name(name))


MOST_BYTES = 16 * 1024 * 1024
"""The longest prompt that is made."""


class MakeSources(Protocol):
    """Gives what variables are read from in a folder, as `real_sources` does."""

    def __call__(
        self,
        workspace: Path,
        *,
        clock: Clock,
        allowed_files: Collection[Path],
        trusted: bool,
        library: Path,
        follows_links: bool,
    ) -> Sources:
        """Return the sources for a folder, which may be `trusted`."""


@dataclass(frozen=True, slots=True)
class Permissions:
    """What may be read for variables.

    `trusted` True trusts the `workspaces`, False nothing, None what the user trusts. `allowed_files` may be
    read although they lie elsewhere or may hold secrets, and with `uses_grants` so may those
    that the user allowed before.
    """

    state_dir: Path
    trusted: bool | None = None
    workspaces: tuple[Path, ...] = ()
    allowed_files: tuple[Path, ...] = ()
    uses_grants: bool = True

    def workspaces_of(self, library: Library) -> tuple[Path, ...]:
        """Return the folders that `trusted` True is about."""
        return self.workspaces or (library.workspace,)

    def in_folder(self, folder: Path, library: Library) -> CallTrust:
        """Return whether a folder is trusted, and what may be read there, for variables of a library."""
        trust = trust_of_call(
            self.state_dir,
            folder,
            trusted=self.trusted,
            workspaces=self.workspaces_of(library),
            allowed_files=self.allowed_files,
        )
        own = tuple(Path(os.path.realpath(path)) for path in self.allowed_files)
        return trust if self.uses_grants else trust._replace(allowed_files=own)


class BuiltPrompt(NamedTuple):
    """A prompt, and what it was rendered from."""

    construction: Construction
    rendering: Rendering
    values: Mapping[str, str | None]


def build_prompt(
    read: ReadTemplate,
    arguments: BuildArguments,
    library: Library,
    permissions: Permissions,
    clock: Clock,
    make_sources: MakeSources,
) -> BuiltPrompt:
    """Resolve the variables of a template and render it; a prompt that is too long raises TextError."""
    template = read.template
    values, notes, warnings = _resolve_values(template, arguments, library, permissions, clock, make_sources)
    rendering = _rendered(read, values)
    named = {name: values[name] for name in template.names if name in values}
    construction = Construction(
        arguments.conversation_id,
        rendering.text,
        None,
        arguments.cwd,
        arguments.model,
        dict(arguments.values),
        named,
        notes,
        blank_tags(template, rendering, values, notes),
        (*warnings, *template_warnings(read, library), *_unused(template, arguments.values, library)),
        read.origin,
    )
    return BuiltPrompt(construction, rendering, named)


def _resolve_values(
    template: Template,
    arguments: BuildArguments,
    library: Library,
    permissions: Permissions,
    clock: Clock,
    make_sources: MakeSources,
) -> tuple[Mapping[str, str | None], Mapping[str, Note], tuple[str, ...]]:
    """Resolve what a template names and what was not given, in the conversation's folder.

    Returns the values that it is rendered with, why some do not exist, and warnings about the folder.
    """
    folder = Path(arguments.cwd) if arguments.place is None else arguments.place
    names = [name for name in template.names if name not in arguments.values]
    is_there = is_folder(folder)
    is_trusted, allowed, warnings = permissions.in_folder(folder, library)
    sources = make_sources(
        folder,
        clock=clock,
        allowed_files=allowed,
        trusted=is_trusted,
        library=library.root,
        follows_links=arguments.place is None,
    )
    if not is_there:
        sources = _without_folder(sources, arguments.cwd)
        warnings = (folder_warning(arguments.cwd), *warnings)
    context = Context(folder, arguments.model, arguments.conversation_id)
    snapshot = resolve(names, variables_of(library), context, sources)
    values = {**snapshot.values, **arguments.values}
    if "prompt:cwd" in snapshot.values:
        values["prompt:cwd"] = arguments.cwd  # as it was given, which a path is not
    return values, snapshot.notes, warnings


def folder_warning(cwd: str) -> str:
    """Return what a prompt lacks whose working folder is not there, "" where it is there."""
    if is_folder(Path(cwd)):
        return ""
    return Sentence("conversations.folder-is-gone", folder=quoted(cwd))


def _rendered(read: ReadTemplate, values: Mapping[str, str | None]) -> Rendering:
    """Render a template; raises TextError where the text would be too long, before it is made."""
    template = read.template
    uses = template.uses
    inserted = sum(len(value) * len(uses[name]) for name, value in values.items() if value and name in uses)
    most = 4 * (len(template.source) + inserted)  # bytes, had all conditions both sides
    if most > MOST_BYTES and _size(template, values) > MOST_BYTES:
        sentence = Sentence("conversations.prompt-too-large")
        raise TextError(sentence, path=read.origin.path, source=template.source)
    return render(template, values)


def remembering(make_sources: MakeSources) -> MakeSources:
    """Return the same sources, which ask each file and each git only once, for many prompts at a time."""
    remembered: dict[tuple[object, ...], Sources] = {}

    def make(
        workspace: Path,
        *,
        clock: Clock,
        allowed_files: Collection[Path],
        trusted: bool,
        library: Path,
        follows_links: bool,
    ) -> Sources:
        access = (workspace, clock, frozenset(allowed_files), trusted, library, follows_links)
        if access not in remembered:
            remembered[access] = read_once(
                make_sources(
                    workspace,
                    clock=clock,
                    allowed_files=allowed_files,
                    trusted=trusted,
                    library=library,
                    follows_links=follows_links,
                )
            )
        return remembered[access]

    return make


def _without_folder(sources: Sources, cwd: str) -> Sources:
    """Return sources that have no git and no files of a folder that is not there."""

    def read_file(folder: Path, name: str) -> FileText | Note:
        if Path(name).is_absolute():
            return sources.read_file(folder, name)
        return Note(
            Cause.NO_SUCH_FILE,
            Sentence("conversations.no-file", name=quoted(short_name(name)), reason=reason),
        )

    def run_git(folder: Path, arguments: tuple[str, ...]) -> str | Note:
        del folder, arguments
        return Note(Cause.GIT_FAILED, Sentence("conversations.git-not-run", reason=reason))

    reason = Sentence("conversations.no-folder", folder=quoted(cwd))
    return replace(sources, read_file=read_file, run_git=run_git)


def _unused(template: Template, values: Mapping[str, str], library: Library) -> Iterator[str]:
    """Return warnings about the given values that the template does not name.

    A name that is near one of the catalog is mistyped, although the template does not name that either.
    """
    unused = [name for name in values if name not in template.uses]
    known = [entry.key for entry in variables_of(library) if not entry.dynamic] if unused else []

    def near(name: str) -> list[str]:
        return [] if name in known else nearest(name, (*template.names, *known))

    return unused_warnings(unused, near, "template")


def _size(template: Template, values: Mapping[str, str | None]) -> int:
    """Return how many bytes a text would have, without making it."""
    sizes = {name: len(value.encode()) for name, value in values.items() if value is not None}
    markers = render(template, {name: None if value is None else "" for name, value in values.items()})
    pieces = markers.source_map.named
    return len(markers.text.encode()) + sum(sizes.get(piece.name or "", 0) for piece in pieces)
