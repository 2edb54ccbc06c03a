"""The stable prefix of a rendered template or prompt: what stays the same when it is rendered again."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from editor_app.analysis.analysis import Analysis, Values
from editor_app.template import Dialect, Rendering, first_change, sure_characters
from editor_app.variables import Break, Stability, Volatility, entry_for, how_stable


def stability_of(
    rendering: Rendering, analysis: Analysis, values: Values, given: Values
) -> tuple[Stability, ...]:
    """Return the stability of a text rendered with `values`, the `given` ones among them, by `Rebuilt`."""
    dialect = analysis.dialect or Dialect.BRACKETS

    def first_break(names: Collection[str]) -> Break | None:
        found = first_change(rendering.source_map, rendering.text, names, dialect)
        if found is None:
            return None
        sure = sure_characters(found, rendering.text, trims_blank_ends=rendering.trims_blank_ends)
        return Break(sure, found.tag, source=found.source)

    return how_stable(len(rendering.text), _volatility(analysis, values, given), first_break)


def _volatility(analysis: Analysis, values: Values, given: Values) -> Mapping[str, Volatility]:
    """Return how long the value of each variable in the text stays the same.

    What a program gives can be another value each turn: the variables that a prompt declares, and those that
    no catalog has.
    """
    if analysis.row.form.declares_variables:
        return dict.fromkeys([*analysis.variable_names, *given], Volatility.TURN)
    found: dict[str, Volatility] = {}
    for name in analysis.names:
        entry = entry_for(name, analysis.catalog)
        if entry is not None:
            found[name] = entry.volatility
        elif name in values:
            found[name] = Volatility.TURN
    return found
