"""What the situation form offers, made from a message's blocks."""

from __future__ import annotations

from collections.abc import Sequence

from editor_app.system_messages import conditions_of, files_of, globs_of, modes_of, tools_of
from editor_app.system_messages.model.entities import Block
from editor_app.window.kinds.system_message.panels.situation import SituationChoices


def situation_choices(blocks: Sequence[Block], files: Sequence[str] = ()) -> SituationChoices:
    """Return what blocks are constrained to; the files are those they name, then those of the workspace."""
    return SituationChoices(
        modes_of(blocks),
        tools_of(blocks),
        conditions_of(blocks),
        globs_of(blocks),
        tuple(dict.fromkeys((*files_of(blocks), *files))),
    )
