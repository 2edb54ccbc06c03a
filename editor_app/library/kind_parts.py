"""What a kind of file consists of: how it is recognised, listed and made, and which files belong together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from editor_app.library.heads import TextClues


@dataclass(frozen=True, slots=True)
class Recognition:
    """How files of a kind are told from others.

    For names that end with one of `suffixes`, `by_name` gets the folders down to the file and the name in
    small letters, and tells whether the file is of this kind; if no `by_name` says so, `by_text` is asked.
    Of a kind of folders, `by_folder` gets the folders down to one and tells whether it is of this kind by its
    place; no file is of such a kind.
    """

    suffixes: tuple[str, ...] = ()
    by_name: Callable[[Sequence[str], str], bool] | None = None
    by_text: Callable[[TextClues], bool] | None = None
    by_folder: Callable[[Sequence[str]], bool] | None = None


@dataclass(frozen=True, slots=True)
class NewName:
    """How a new file of a kind is offered and called: `label` has the mark of its letter in a menu.

    `text_label` is that of one made of the text in front. Its path is the name and `suffix`, which of a kind
    of folders is that of the first file in one, in `folder`; with `in_root` it is in the library itself,
    where such a file is of this kind.
    """

    label: str
    suffix: str
    folder: str = ""
    in_root: bool = False
    text_label: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """How files of a kind are listed: under which heading, with which icon, and whether without suffix.

    Where it is `in_owner_row`, the row of the file that it belongs to counts what is in it. In the
    manual `manual_page` tells of them.
    """

    heading: str = ""
    icon: str = "file"
    hides_suffix: bool = False
    in_owner_row: bool = False
    manual_page: str = "libraries-and-files"
    new: NewName | None = None


@dataclass(frozen=True, slots=True)
class Companion:
    """The files that belong to one beside them: how their names end, and how the name of that one may end."""

    suffix: str = ""
    owner_suffixes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PartOf:
    """The kind of folders that files make up together, by its value, and the names of its parts."""

    container: str = ""
    is_part: Callable[[str], bool] = lambda _name: False
