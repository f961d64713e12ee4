"""How far each average is from the baseline's."""

from __future__ import annotations

from collections.abc import Mapping

from breakeven.comparison.bootstrap import FEWEST_DIFFERING
from breakeven.text import count_of
from breakeven.ui.app.head.baseline import Against, difference_of
from breakeven.ui.app.shared.page import Page
from breakeven.ui.components.html import plain
from metrics.catalogue.shown import entries_shown

NO_BREAK = "\N{NO-BREAK SPACE}"
# by how the overview calls an average
AVERAGES = {"Micro": "micro", "Macro": "macro", "Per document": "per_document"}


def differences(page: Page, of: Against | None) -> Mapping[tuple[str, str], str]:
    """Each average's difference to the earlier version, by its name and measure; plain text."""
    if of is None:
        return {}
    measures = [entry.key for entry in entries_shown("table")]
    pairs = {measure: of.pair(measure, page.selection) for measure in measures}
    return {
        (name, measure): _in_cell(difference_of(pair.averages[average]))
        for measure, pair in pairs.items()
        for name, average in AVERAGES.items()
    }


def _in_cell(said: str) -> str:
    """The interval is not broken, it goes to the next line as a whole."""
    value, bracket, ends = said.partition(" (")
    return value + bracket + ends.replace(" ", NO_BREAK)


def how_to_read(of: Against) -> str:
    """What the differences are of; HTML."""
    flips, left = of.flips, of.common.left_out[0]
    more = f"; {count_of(left, 'document')} are not in version {of.n}" if left else ""
    if 0 < len(flips.rows) < FEWEST_DIFFERING:
        n = count_of(len(flips.rows), "document")
        more += f". Decisions changed on {n} alone, so any difference may be chance"
    return (
        f"Signed figures: the difference to {plain(of.system, 60)}, with its paired 95 % interval, "
        f"on the {count_of(flips.documents, 'document')} that both versions have{more}."
    )
