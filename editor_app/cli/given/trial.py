"""The trial that the options of a command line make up: values, case, situation, folder, and its trust."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from editor_app.analysis.trials import Trial, workspace_of
from editor_app.cli.blanks import allow_option
from editor_app.cli.command_line import Arguments
from editor_app.cli.command_table import SITUATION_OPTIONS
from editor_app.cli.failure import Failure
from editor_app.cli.given.values import (
    assembly_options,
    find_case,
    given_situation,
    given_values,
    unknown_conditions,
)
from editor_app.cli.paths import path_of_word, show_path
from editor_app.cli.sources import access_to
from editor_app.library.files.reading import quoted
from editor_app.library.folders import named_folder, why_not_named
from editor_app.library.kinds import PROMPT_KIND
from editor_app.library.paths import is_folder, state_dir
from editor_app.library.trust.of_call import CallTrust, trust_of_call
from editor_app.library.trust.trust import read_trust, trust_mark
from editor_app.prompts.cases.cases import Case
from editor_app.system_messages.situations.situation import Situation
from editor_app.text import Sentence
from editor_app.wire.named_texts import NamedSource, Source, unused_values


def given_trust(folder: Path, workspace: Path, arguments: Arguments) -> CallTrust:
    """Return the trust in a folder that variables are resolved in; `--trust` is about the workspace."""
    return trust_of_call(
        state_dir(),
        folder,
        trusted=arguments.trust or None,
        workspaces=(workspace,),
        allowed_files=map(path_of_word, arguments.allow_file),
    )


def remembered_trust(workspace: Path) -> Callable[[], bool]:
    """Return a function that says whether a folder is trusted now, and which may be asked all the time.

    What the user said is read again only where it may have changed, or another folder has taken its place.
    """
    where = state_dir()
    known: list[tuple[object, bool]] = []

    def is_trusted() -> bool:
        mark = (trust_mark(where), _place(workspace))
        if not known or known[0][0] != mark:
            known[:] = [(mark, read_trust(where, workspace)[0].is_trusted)]
        return known[0][1]

    return is_trusted


def unmatched_grants(source: Source | None, folder: str | Path | None, arguments: Arguments) -> Iterator[str]:
    """Yield a warning for each `--allow-file` to which neither the text's path nor one that it names leads.

    `folder` is the one in which variables are resolved, None where none are.
    """
    if source is None or source.errors or not arguments.allow_file:
        return
    named = _files_named(source, Path(folder)) if folder is not None else {}
    own = {os.path.realpath(source.path)} if source.path is not None else set()
    for word in arguments.allow_file:
        if os.path.realpath(path_of_word(word)) in {*named, *own}:
            continue
        same_name = [path for path in named if Path(path).name == word.name]
        meant = os.path.realpath(Path(folder) / word) if folder is not None else ""
        near = meant if meant in named else same_name[0] if len(same_name) == 1 else None
        hint = Sentence("cli.meant-option", option=allow_option(Path(near))) if near is not None else ""
        yield Sentence("cli.unused-allowance", name=quoted(path_of_word(word)), hint=hint)


def _place(folder: Path) -> tuple[int, int] | None:
    try:
        status = folder.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _files_named(source: Source, folder: Path) -> dict[str, str]:
    """Return the paths, without links, of the files that a text's variables name."""
    variables = (name.partition(":") for name in source.analysis.names)
    names = (name for kind, _, name in variables if kind == "file" and name and "\0" not in name)
    return {os.path.realpath(folder / name): name for name in names}


class GivenTrial(NamedTuple):
    """A trial, where each of its values comes from, in words, and warnings."""

    trial: Trial
    origins: Mapping[str, str]
    warnings: tuple[str, ...]


def given_trial(named: NamedSource, arguments: Arguments) -> GivenTrial:
    """Return the trial of a command line; a case or situation that is named is looked up."""
    case = None
    if arguments.case is not None:
        if named.source is not None and named.source.analysis.row.sending.has_situations:
            raise Failure("usage", Sentence("cli.situations-not-cases"))
        if not named.cases:
            raise Failure("usage", Sentence("cli.input-without-cases"))
        cases = next((path for path in named.cases if os.path.lexists(path)), None)
        if cases is None:
            no_file = Sentence("cli.no-cases-file", name=show_path(named.cases[0]))
            raise Failure("not-found", no_file, path=named.cases[0])
        case = find_case(arguments.case, cases, access_to(cases, named.library, arguments))
    values, origins = given_values(arguments, case)
    trial, unusable = trial_of_case(case, named, arguments)
    trial = replace(trial, values=values)
    situation = _situation(named, arguments)
    if situation is not None:
        trial = replace(trial, situation=situation, options=assembly_options(arguments))
        if arguments.situation is not None:
            saved = dict.fromkeys(situation.values, Sentence("cli.the-situation", name=arguments.situation))
            origins = {**saved, **origins}
    unused = unused_values(named, values, case)
    warnings = [*unusable, *unused, *unmatched_grants(named.source, trial.cwd, arguments)]
    blocks_of = named.source.analysis.row.sending.blocks if named.source is not None else None
    if named.source is not None and blocks_of is not None:
        warnings += unknown_conditions(arguments, blocks_of(named.source.analysis))
    return GivenTrial(trial, origins, tuple(warnings))


def trial_of_case(
    case: Case | None, named: NamedSource, arguments: Arguments
) -> tuple[Trial, tuple[str, ...]]:
    """Return the trial of a saved case, with the folder in which variables are resolved.

    With it come sentences about trust that is remembered for that folder and cannot be used.
    """
    folder = _folder_of_variables(case, named, arguments)
    trial = Trial(case=case, cwd=folder, model=arguments.model, conversation_id=arguments.conversation)
    if folder is None:
        return trial, ()
    trust = given_trust(folder, workspace_given(named, arguments), arguments)
    return replace(trial, trusted=trust.is_trusted, allowed_files=trust.allowed_files), trust.warnings


def _folder_of_variables(case: Case | None, named: NamedSource, arguments: Arguments) -> Path | None:
    """Return the folder in which a text's variables are resolved; None where it has none or can't be used."""
    source = named.source
    if source is None or source.errors or not source.analysis.row.sending.resolves_variables:
        return None
    workspace = workspace_given(named, arguments)
    if arguments.cwd is None and case is not None and case.cwd is not None:
        bounds = (workspace, named.library.bounds) if named.library else (workspace,)
        folder = named_folder(workspace, case.cwd, *bounds)
        if folder is None:
            why = why_not_named(workspace, case.cwd, *bounds)
            folder_of_case = Sentence(
                "cli.folder-of-case", case=quoted(case.name), folder=quoted(case.cwd), **why
            )
            raise Failure("file", folder_of_case, Sentence("cli.name-folder-in", folder=str(bounds[-1])))
        return _folder(folder)
    return workspace


def workspace_given(named: NamedSource, arguments: Arguments) -> Path:
    """Return the workspace: variables are resolved in it, and a situation's file is relative to it."""
    if arguments.cwd is not None:
        return _folder(path_of_word(arguments.cwd))
    path = named.source.path if named.source is not None else None
    return workspace_of(named.library, Path.cwd() if path is None else path.parent)


def _folder(path: Path) -> Path:
    if not is_folder(path):
        raise Failure("file", Sentence("cli.not-a-folder", name=show_path(path)), path=path)
    return path


def _situation(named: NamedSource, arguments: Arguments) -> Situation | None:
    """Return the situation of a system message; for other kinds None, and its options raise Failure."""
    source = named.source
    if source is not None and source.analysis.row.sending.has_situations:
        workspace = workspace_given(named, arguments)
        access = None if source.path is None else access_to(source.path, named.library, arguments)
        return given_situation(arguments, source.path, workspace, access)
    kind = PROMPT_KIND if source is None else source.analysis.kind
    shown = named.origin.file_path if source is None else source.shown
    for option in SITUATION_OPTIONS:
        if arguments.has(option):
            sentence = Sentence("cli.of-system-messages", option=option, name=shown, kind=kind.value)
            raise Failure("usage", sentence)
    return None
