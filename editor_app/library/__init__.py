"""Libraries (folders of prompts): listing, reading, saving, local history, settings.

Each name is imported from its module on first access: a starting window needs few of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from editor_app.library.companions import owners_of
    from editor_app.library.files.binary import binary_sort
    from editor_app.library.files.errors import ChangedOnDisk, FileError, quoted, reason_of, shown
    from editor_app.library.files.file_changes import Created, FileChange, Moved, Removed
    from editor_app.library.files.operations import (
        apply_rename,
        copy_file,
        create_file,
        duplicate_file,
        make_folders_for,
        move_to_history,
        remove_empty,
        rename_file,
        rename_with_text,
        restore_deleted,
        undo_file_change,
    )
    from editor_app.library.files.reading import FileContent, leads_out, link_out_sentence, read_file
    from editor_app.library.files.replaced_text import Replaced
    from editor_app.library.files.saving import Saved, save_file, save_warnings, stamp_now
    from editor_app.library.files.setting_aside import set_aside
    from editor_app.library.files.stamps import FileMark, FileStamp, content_hash, mark_at, mark_of
    from editor_app.library.files.temporaries import sweep_folder, sweep_state, sweep_temporaries
    from editor_app.library.files.unsaved_marks import (
        UnsavedInWindow,
        UnsavedMark,
        hold_unsaved_mark,
        writing_allowed,
    )
    from editor_app.library.files.watching import (
        Change,
        ChangeKind,
        FileMarks,
        MovedFile,
        changes,
        file_marks,
        find_moved,
    )
    from editor_app.library.finding import (
        LIBRARY_VARIABLE,
        find_library,
        library_containing,
        looks_like_library,
    )
    from editor_app.library.folders import (
        Library,
        Origin,
        kind_of,
        named_folder,
        open_library,
        relative_to,
        repository_of,
        why_not_named,
    )
    from editor_app.library.heads import HEAD_BYTES
    from editor_app.library.history.file_history import (
        FileHistory,
        deleted_files,
        history_of,
        note_rename,
        size_in_words,
        versions_of,
    )
    from editor_app.library.history.history import Kept, keep_version, prune_history, read_version
    from editor_app.library.history.limits import HistoryLimits, keep_limits, read_limits
    from editor_app.library.history.version_lists import Version, VersionReason
    from editor_app.library.journal.aside import SetAside, journals_set_aside, remove_old_set_aside
    from editor_app.library.journal.elsewhere import UnsavedElsewhere, note_library, unsaved_elsewhere
    from editor_app.library.journal.records import JournalContent, JournalDocument, JournalledText
    from editor_app.library.journal.taking import FoundJournal, take_journals
    from editor_app.library.journal.undo_steps import has_been, text_after
    from editor_app.library.journal.writing import JournalWriter, open_journal
    from editor_app.library.kinds import (
        PROMPT_KIND,
        STANDARD_KINDS,
        UNRECOGNISED,
        UNTITLED_KIND,
        Kind,
        all_kinds,
        heading_place,
        kind_named,
        kind_names,
    )
    from editor_app.library.listing import (
        Contents,
        LibraryFile,
        list_files,
        list_names,
        scan_in_steps,
        scan_library,
    )
    from editor_app.library.own_variables import variables_of
    from editor_app.library.paths import (
        COMPACTION_NAME,
        CONFIG_NAME,
        DEFAULTS_FOLDER,
        TEMPLATE_NAME,
        is_file,
        is_folder,
    )
    from editor_app.library.places import (
        built_in_name,
        built_in_template,
        built_in_text,
        config_dir,
        data_dir,
        make_state_dir,
        resource_path,
        sample_dir,
        state_dir,
    )
    from editor_app.library.sample import ensure_sample
    from editor_app.library.settings.config import KindRule, LibraryConfig
    from editor_app.library.settings.settings import (
        Settings,
        ThemeSetting,
        read_settings,
        use_history_settings,
        write_settings,
    )
    from editor_app.library.settings.trial_values import (
        move_trial_values,
        read_trial_values,
        set_trial_values_aside,
        trial_values_dir,
        write_trial_values,
    )
    from editor_app.library.trust.of_call import CallTrust, trust_of_call
    from editor_app.library.trust.trust import (
        Trust,
        allow_file,
        disallow_file,
        distrust_workspace,
        is_part_of,
        library_with_trust,
        read_trust,
        trust_mark,
        trust_workspace,
    )
    from editor_app.library.unused_values import unused_warnings

__all__ = [
    "COMPACTION_NAME",
    "CONFIG_NAME",
    "DEFAULTS_FOLDER",
    "HEAD_BYTES",
    "LIBRARY_VARIABLE",
    "PROMPT_KIND",
    "STANDARD_KINDS",
    "TEMPLATE_NAME",
    "UNRECOGNISED",
    "UNTITLED_KIND",
    "CallTrust",
    "Change",
    "ChangeKind",
    "ChangedOnDisk",
    "Contents",
    "Created",
    "FileChange",
    "FileContent",
    "FileError",
    "FileHistory",
    "FileMark",
    "FileMarks",
    "FileStamp",
    "FoundJournal",
    "HistoryLimits",
    "JournalContent",
    "JournalDocument",
    "JournalWriter",
    "JournalledText",
    "Kept",
    "Kind",
    "KindRule",
    "Library",
    "LibraryConfig",
    "LibraryFile",
    "Moved",
    "MovedFile",
    "Origin",
    "Removed",
    "Replaced",
    "Saved",
    "SetAside",
    "Settings",
    "ThemeSetting",
    "Trust",
    "UnsavedElsewhere",
    "UnsavedInWindow",
    "UnsavedMark",
    "Version",
    "VersionReason",
    "all_kinds",
    "allow_file",
    "apply_rename",
    "binary_sort",
    "built_in_name",
    "built_in_template",
    "built_in_text",
    "changes",
    "config_dir",
    "content_hash",
    "copy_file",
    "create_file",
    "data_dir",
    "deleted_files",
    "disallow_file",
    "distrust_workspace",
    "duplicate_file",
    "ensure_sample",
    "file_marks",
    "find_library",
    "find_moved",
    "has_been",
    "heading_place",
    "history_of",
    "hold_unsaved_mark",
    "is_file",
    "is_folder",
    "is_part_of",
    "journals_set_aside",
    "keep_limits",
    "keep_version",
    "kind_named",
    "kind_names",
    "kind_of",
    "leads_out",
    "library_containing",
    "library_with_trust",
    "link_out_sentence",
    "list_files",
    "list_names",
    "looks_like_library",
    "make_folders_for",
    "make_state_dir",
    "mark_at",
    "mark_of",
    "move_to_history",
    "move_trial_values",
    "named_folder",
    "note_library",
    "note_rename",
    "open_journal",
    "open_library",
    "owners_of",
    "prune_history",
    "quoted",
    "read_file",
    "read_limits",
    "read_settings",
    "read_trial_values",
    "read_trust",
    "read_version",
    "reason_of",
    "relative_to",
    "remove_empty",
    "remove_old_set_aside",
    "rename_file",
    "rename_with_text",
    "repository_of",
    "resource_path",
    "restore_deleted",
    "sample_dir",
    "save_file",
    "save_warnings",
    "scan_in_steps",
    "scan_library",
    "set_aside",
    "set_trial_values_aside",
    "shown",
    "size_in_words",
    "stamp_now",
    "state_dir",
    "sweep_folder",
    "sweep_state",
    "sweep_temporaries",
    "take_journals",
    "text_after",
    "trial_values_dir",
    "trust_mark",
    "trust_of_call",
    "trust_workspace",
    "undo_file_change",
    "unsaved_elsewhere",
    "unused_warnings",
    "use_history_settings",
    "variables_of",
    "versions_of",
    "why_not_named",
    "write_settings",
    "write_trial_values",
    "writing_allowed",
]

_NAMES_IN = {
    "files.binary": ("binary_sort",),
    "companions": ("owners_of",),
    "settings.config": ("KindRule", "LibraryConfig"),
    "files.errors": ("ChangedOnDisk", "FileError", "quoted", "reason_of", "shown"),
    "finding": ("LIBRARY_VARIABLE", "find_library", "library_containing", "looks_like_library"),
    "folders": (
        "Origin",
        "Library",
        "kind_of",
        "named_folder",
        "open_library",
        "relative_to",
        "repository_of",
        "why_not_named",
    ),
    "heads": ("HEAD_BYTES",),
    "journal.aside": ("SetAside", "journals_set_aside", "remove_old_set_aside"),
    "journal.elsewhere": ("UnsavedElsewhere", "note_library", "unsaved_elsewhere"),
    "journal.records": ("JournalContent", "JournalDocument", "JournalledText"),
    "journal.taking": ("FoundJournal", "take_journals"),
    "journal.undo_steps": ("has_been", "text_after"),
    "journal.writing": ("JournalWriter", "open_journal"),
    "history.file_history": (
        "FileHistory",
        "deleted_files",
        "history_of",
        "note_rename",
        "size_in_words",
        "versions_of",
    ),
    "history.history": ("Kept", "keep_version", "prune_history", "read_version"),
    "history.limits": ("HistoryLimits", "keep_limits", "read_limits"),
    "kinds": (
        "PROMPT_KIND",
        "STANDARD_KINDS",
        "UNRECOGNISED",
        "UNTITLED_KIND",
        "Kind",
        "all_kinds",
        "heading_place",
        "kind_named",
        "kind_names",
    ),
    "listing": ("Contents", "LibraryFile", "list_files", "list_names", "scan_in_steps", "scan_library"),
    "files.file_changes": ("Created", "FileChange", "Moved", "Removed"),
    "files.operations": (
        "apply_rename",
        "copy_file",
        "create_file",
        "duplicate_file",
        "make_folders_for",
        "move_to_history",
        "remove_empty",
        "rename_file",
        "rename_with_text",
        "restore_deleted",
        "undo_file_change",
    ),
    "own_variables": ("variables_of",),
    "paths": (
        "COMPACTION_NAME",
        "CONFIG_NAME",
        "DEFAULTS_FOLDER",
        "TEMPLATE_NAME",
        "is_file",
        "is_folder",
    ),
    "places": (
        "built_in_name",
        "built_in_template",
        "built_in_text",
        "config_dir",
        "data_dir",
        "make_state_dir",
        "resource_path",
        "sample_dir",
        "state_dir",
    ),
    "files.reading": ("FileContent", "leads_out", "link_out_sentence", "read_file"),
    "files.replaced_text": ("Replaced",),
    "sample": ("ensure_sample",),
    "files.saving": ("Saved", "save_file", "save_warnings", "stamp_now"),
    "files.setting_aside": ("set_aside",),
    "settings.settings": (
        "Settings",
        "ThemeSetting",
        "read_settings",
        "use_history_settings",
        "write_settings",
    ),
    "files.stamps": ("FileMark", "FileStamp", "content_hash", "mark_at", "mark_of"),
    "files.temporaries": ("sweep_folder", "sweep_state", "sweep_temporaries"),
    "files.unsaved_marks": ("UnsavedInWindow", "UnsavedMark", "hold_unsaved_mark", "writing_allowed"),
    "settings.trial_values": (
        "move_trial_values",
        "read_trial_values",
        "set_trial_values_aside",
        "trial_values_dir",
        "write_trial_values",
    ),
    "trust.of_call": ("CallTrust", "trust_of_call"),
    "trust.trust": (
        "Trust",
        "allow_file",
        "disallow_file",
        "distrust_workspace",
        "is_part_of",
        "library_with_trust",
        "read_trust",
        "trust_mark",
        "trust_workspace",
    ),
    "unused_values": ("unused_warnings",),
    "history.version_lists": ("Version", "VersionReason"),
    "files.watching": (
        "Change",
        "ChangeKind",
        "FileMarks",
        "MovedFile",
        "changes",
        "file_marks",
        "find_moved",
    ),
}
_MODULE_OF = {name: module for module, names in _NAMES_IN.items() for name in names}


def __getattr__(name: str) -> object:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
    return value
