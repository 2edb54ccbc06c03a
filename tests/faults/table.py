"""The rows of the table: what was done, at how many points, and what was counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from controls import Fault
from counting import Counts

RANDOM_KILLS = "random kills"
POWER_CUT_TYPING = "typing, and the power is cut"
_HEAD = (
    *("fault", "operation", "points", "torn", "bytes lost", "false saved", "false not saved"),
    *("history lost", "temporaries", "raised", "largest ms", "with the disk's"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """What was counted of an operation under one sort of fault; of a control, the counter that must tell."""

    fault: str
    name: str
    counts: Counts
    control_for: str = ""

    @property
    def is_fine(self) -> bool:
        """Whether a product's row counts nothing, and a control's what it has to."""
        if self.control_for:
            return getattr(self.counts, self.control_for) > 0
        return self.counts.faults() == 0

    def to_json(self) -> dict[str, Any]:
        """Return what `from_json` reads."""
        return {**asdict(self), "counts": asdict(self.counts)}


def row_from_json(row: dict[str, Any]) -> Row:
    """Return a row from what another process wrote."""
    return Row(row["fault"], row["name"], Counts(**row["counts"]), row["control_for"])


def merged(rows: Iterable[Row]) -> list[Row]:
    """Return one row for each fault and operation, whatever their places, sorted by fault."""
    found: dict[tuple[str, str, str], Row] = {}
    for row in rows:
        key = row.fault, row.name, row.control_for
        found.setdefault(key, Row(row.fault, row.name, Counts(), row.control_for)).counts.add(row.counts)
    return sorted(found.values(), key=lambda row: row.fault)


def table(rows: Iterable[Row]) -> str:
    """Return the rows as a table in Markdown: those of the product with totals, then the controls."""
    found = merged(rows)
    product = [row for row in found if not row.control_for]
    controls = [row for row in found if row.control_for]
    lines = [_line(_HEAD), _line("---" for _ in _HEAD), *map(_cells, product)]
    for fault in sorted({row.fault for row in product}):
        of_fault = _sum(row for row in product if row.fault == fault)
        lines.append(_cells(Row(fault, "**all**", of_fault)))
    lines.append(_cells(Row("**all**", "**all**", _sum(product))))
    if controls:
        head = ("fault", "control, unsafe on purpose", "points", "must show", "seen", "largest ms", "")
        lines += ["", _line(head), _line("---" for _ in head)]
        lines += [_control(row) for row in controls]
    details = [f"- {detail}" for row in product for detail in row.counts.details]
    return "\n".join([*lines, *(["", *details] if details else [])])


def progress(row: Row) -> str:
    """Return a line for a part that is done."""
    c = row.counts
    if row.control_for:
        seen = f"seen {getattr(c, row.control_for)} {row.control_for}"
    else:
        seen = "fine" if row.is_fine else "; ".join(c.details)
    return f"{row.fault}: {row.name}: {c.points} points, {seen}"


def in_words(rows: Iterable[Row], command: str) -> str:
    """Return what the table says in sentences, which the manual has on its page about speed."""
    product = [row for row in rows if not row.control_for]
    of = {fault: _sum(row for row in product if row.fault == fault) for fault in Fault}
    kills, failures, cuts = (_number(of[fault].points) for fault in Fault)
    c = _sum(product)
    said = (
        f"`{command}` killed the program at {kills} points, let a call fail at {failures} and cut the power"
        f" at {cuts}. Counted were {_number(c.torn)} torn files, {_number(c.lost)} losses of what was"
        f" acknowledged, {_number(c.false_saved)} times “saved” and {_number(c.false_unsaved)} times “not"
        f" saved” that were wrong, {_number(c.history)} losses of history, {_number(c.temporaries)}"
        f" temporary files left and {_number(c.raised)} errors without a sentence."
    )
    typed = [row for row in product if row.fault == RANDOM_KILLS]
    if not typed:
        return said
    by_kill = _sum(row for row in typed if row.name != POWER_CUT_TYPING)
    by_cut = _sum(row for row in typed if row.name == POWER_CUT_TYPING)
    return (
        f"{said} Of {_number(by_kill.points)} processes and windows that were typed into without a pause and"
        f" killed, each lost {by_kill.largest_ms:.0f} ms of typing at most, and {by_cut.largest_ms:.0f} ms"
        " where the power was cut."
    )


def _number(value: int) -> str:
    return f"{value:,}".replace(",", " ")


def _sum(rows: Iterable[Row]) -> Counts:
    total = Counts()
    for row in rows:
        total.add(row.counts)
    return total


def _cells(row: Row) -> str:
    c = row.counts
    numbers = (c.torn, c.lost, c.false_saved, c.false_unsaved, c.history, c.temporaries, c.raised)
    largest = [f"{one:.0f}" if one else "" for one in (c.largest_ms, c.with_disk_ms)]
    return _line((row.fault, row.name, str(c.points), *map(str, numbers), *largest))


def _control(row: Row) -> str:
    seen = getattr(row.counts, row.control_for)
    shown = f"{seen:.0f}"
    word = row.control_for.replace("_", " ")
    largest = f"{row.counts.largest_ms:.0f}" if row.counts.largest_ms else ""
    missed = "" if row.is_fine else "MISSED"
    return _line((row.fault, row.name, str(row.counts.points), word, shown, largest, missed))


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
