"""The demonstration that no fixed threshold gives the largest F."""

from __future__ import annotations

import streamlit as st

from breakeven.estimation.no_common_threshold import (
    SMALL_SETS,
    Example,
    examples,
    find_contradiction,
)
from breakeven.figures.no_common_threshold import two_sets_figure
from breakeven.reports.estimates import NO_WEIGHTED_F
from breakeven.text import f_name, figure_of, quoted
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.components.charts import show_figure
from breakeven.ui.components.html import bold, grid, plain, say
from breakeven.ui.components.tooltip import help_of
from breakeven.ui.unlabelled.estimates import Prepared


@cached(entries=16)
def _examples(prepared: Prepared, pair: tuple[int, int]) -> tuple[Example, Example]:
    p = [prepared.of.of_class(c)[0] for c in pair]
    return examples(p[0], p[1], prepared.page.selection.beta, prepared.c_f)


def show_two_sets(prepared: Prepared) -> None:
    """Two of the reviewer's classes that contradict one threshold; else Lewis's two sets."""
    f = f_name(prepared.page.selection.beta)
    st.subheader(
        f"No fixed threshold gives the largest {f}",
        anchor=False,
        help=help_of("threshold_principle"),
    )
    small = examples(*SMALL_SETS)
    if prepared.of.weights is not None:
        say(f"{NO_WEIGHTED_F} The smallest example, for F₁ of documents that count alike:")
        _small(small)
        return
    pair = find_contradiction(prepared.outlook.classes)
    if pair is None:
        say(
            "Your classes happen to agree on one threshold. In general they need not; the "
            "smallest example, for F₁:"
        )
        _small(small)
        return
    sets = _examples(prepared, pair)
    names = [prepared.of.classes[c] for c in pair]
    say(
        f"Whether a document should be assigned depends on the others. In {bold(names[0], 40)} a "
        f"document of probability <b>{figure_of(sets[0].called)}</b> is best assigned; in "
        f"{bold(names[1], 40)} one of probability <b>{figure_of(sets[1].left_out)}</b> is best "
        f"left out, though it is more probable. So no one threshold gives both their largest "
        f"expected {f}."
    )
    _show(names, sets, f, "own_sets")
    if st.toggle("The smallest example: two sets of three documents", key="w_small_sets"):
        _small(small)


def _small(sets: tuple[Example, Example]) -> None:
    say(
        "A document of probability <b>0.4</b> is best assigned beside one of 0.4 and one of 0.2, "
        "and best left out beside two of 0.9 (Lewis 1995, figure 3)."
    )
    _show([_listed(s) for s in sets], sets, "F₁", "small_sets")


def _listed(of: Example) -> str:
    return ", ".join(f"{p:g}" for p in of.p)


def _show(names: list[str], sets: tuple[Example, Example], f: str, key: str) -> None:
    show_figure(
        two_sets_figure(names, sets),
        key,
        "Documents of two sets by probability, with what is best assigned",
        "; ".join(
            f"of {quoted(name)} {of.size:,} of {len(of.p):,} are best assigned, from probability "
            f"{figure_of(of.called)}, for {f} {figure_of(of.f)}"
            for name, of in zip(names, sets, strict=True)
        ),
    )
    grid(
        [
            "",
            "Documents",
            "Members, expected",
            "Best assigned",
            "from probability",
            "up to this left out",
            f"Expected {f}",
            "at the other’s threshold",
        ],
        [
            [
                plain(name, 40),
                f"{len(of.p):,}",
                f"{of.p.sum():,.1f}",
                f"{of.size:,}",
                figure_of(of.called),
                figure_of(of.left_out),
                f"<b>{figure_of(of.f)}</b>",
                figure_of(of.f_other),
            ]
            for name, of in zip(names, sets, strict=True)
        ],
    )
