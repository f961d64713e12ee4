"""What changed between two versions of a saved review."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import streamlit as st

from breakeven.comparison.common import SharedDocuments
from breakeven.evaluation.evaluation import Evaluation
from breakeven.reports.changes import noise_in_words
from breakeven.reports.comparison import NAMES
from breakeven.selection import cut_for, split_text, system_of
from breakeven.selection.expression import AllOf, Differs, Judged, OfSystem, Verdicts
from breakeven.text import count_of, f_name, figure_of, listed, percent
from breakeven.ui.app.head.baseline import Against, against, difference_of, flipped
from breakeven.ui.app.kept import cache
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.library.saved import Saved
from breakeven.ui.app.session import widgets
from breakeven.ui.components.html import bold, escaped, grid, plain, prose, quiet, say
from breakeven.ui.history.two import Two, choose_two, data_of
from breakeven.versions.noise import Noise, noise_of, runs_named

MOST_CLASSES = 20
NONE = "none"


def show_changes(saved: Saved) -> None:
    """Two versions to choose, and what changed between them; nothing where there is just one."""
    if len(saved.review.versions) < 2:
        return
    st.subheader("What changed", anchor=False)
    two = choose_two(saved)
    if two is None:
        return
    _say_data(two)
    of = _against(two)
    if of is None:
        st.info(
            f"No decision is compared: version {two.before} has no system of this name."
            if two.then is None
            else "No decision is compared: no labelled document that is looked at is in both."
        )
        return
    _say_flips(two, of)
    _say_noise(two, of)
    _show_measures(two, of)
    _show_classes(two, of)


def _against(two: Two) -> Against | None:
    if two.later.truth.labels is None:
        return None
    return against(two.later, two.selection, _evaluation(two, two.selection.system))


def _evaluation(two: Two, system: str) -> Evaluation:
    cut = two.selection.cut
    if system != two.selection.system:
        cut = cut_for(two.later, two.selection, system_of(two.later, system))
    return cache.evaluation(two.later, system, two.selection.documents, cut)


def _say_data(two: Two) -> None:
    """Documents, classes and truth."""
    found, truth = data_of(two.earlier, two.later)
    other = found.other_text
    texts = "" if other is None else f"; {two.these(found.now[other])} with another text"
    by = " (told apart by id and split)" if found.by_split else ""
    lines = [
        f"<b>Documents</b>: {len(found.now):,} in both{by}, {two.added(found)} added, "
        f"{two.gone(found)} gone{texts}."
    ]
    classes = f"<b>Classes</b>: {len(found.common_classes):,} in both"
    for what, names in (
        ("added", [found.later.classes[c] for c in found.added_classes]),
        ("gone", [found.earlier.classes[c] for c in found.gone_classes]),
    ):
        named = f": {plain(listed(names), 300)}" if names else ""
        classes += f"; {len(names):,} {what}{named}"
    lines.append(f"{classes}.")
    if truth is None:
        lines.append("<b>Truth</b>: nobody labelled one of the two.")
    else:
        rows = found.now[truth.documents]
        lines.append(
            f"<b>Truth</b>: {count_of(truth.pairs, 'label')} changed, on documents: "
            f"{two.these(rows)}."
        )
        lines += [
            f"{bold(one.before, 40)} may now be called {bold(one.now, 40)}: {percent(one.share)} "
            "of the documents of either are of both."
            for one in truth.renamed
        ]
    say("<br>".join(lines))


def _say_flips(two: Two, of: Against) -> None:
    """How many decisions flipped, and which way."""
    flips, counts, now = of.flips, two.counts(), of.common.evaluations[0]
    then = of.common.evaluations[1]
    # the filter asks about every decision, judged or not
    unjudged = two.later.truth.unjudged is not None
    n = len(flips.rows)
    changed = f"{n:,}" if unjudged else counts.of(n, Differs(of.system))

    def turned(count: int, before: Verdicts, after: Verdicts) -> str:
        return counts.of(count, AllOf((Judged(after), OfSystem(of.system, Judged(before)))))

    split = split_text(two.selection.split, two.later.truth.splits) or "all"
    say(
        f"<b>Decisions</b> of {bold(two.selection.system)} on {plain(split)}: "
        f"{count_of(flips.decisions, 'decision')} flipped, {flips.toward_right:,} toward right and "
        f"{flips.toward_wrong:,} toward wrong, on {changed} of "
        f"{count_of(flips.documents, 'document')}. Of these "
        f"{turned(len(flips.fixed), 'wrong', 'right')} were wrong and are right, and "
        f"{turned(len(flips.broken), 'right', 'wrong')} were right and are wrong."
    )
    say(
        quiet(
            f"Both beside the truth of version {two.now}. Decisions in version {two.before}: "
            f"{plain(then.cut, 200)}; in version {two.now}: {plain(now.cut, 200)}."
        )
    )


def _say_noise(two: Two, of: Against) -> None:
    """The change beside the noise of two runs, where two systems are runs of one."""
    names = [said.system for said in two.later.own]
    pairs = list(combinations(names, 2))
    if not pairs:
        return
    by_name = runs_named(names, two.selection.system)
    options = {NONE: "none of them"} | {
        f"{i}": f"{one} and {other}" for i, (one, other) in enumerate(pairs)
    }
    default = NONE if by_name is None else f"{pairs.index(by_name)}"
    chosen = widgets.select(
        "history.runs",
        "Two runs of the same system",
        options,
        default,
        help="Two systems of this review that are the same, trained or run twice. How much they "
        "differ is noise: a new version is news where it differs by more.",
    )
    if chosen == NONE:
        return
    runs = pairs[int(chosen)]
    found = _noise(of.common, _evaluation(two, runs[0]), _evaluation(two, runs[1]))
    if found is None:
        return
    how = " The runs were found by their names." if runs == by_name else ""
    say(f"{escaped(noise_in_words(found))}{how}")


@cached(entries=12)
def _noise(common: SharedDocuments, one: Evaluation, other: Evaluation) -> Noise | None:
    now, before = common.evaluations
    return noise_of(before, now, (one, other))


def _show_measures(two: Two, of: Against) -> None:
    """Each average before and now, with the paired interval of the difference."""
    f = f_name(two.selection.beta)
    one_of = all(evaluation.one_of for evaluation in of.common.evaluations)
    rows = []
    for measure, title in (("f", f), ("precision", "precision"), ("recall", "recall")):
        pair = of.pair(measure, two.selection)
        for average, words in NAMES.items():
            # then micro and per document are the accuracy, in all three measures
            if one_of and average != "macro" and (average, measure) != ("micro", "f"):
                continue
            rows.append(
                [
                    "accuracy" if one_of and average == "micro" else f"{words} {title}",
                    figure_of(pair.old_values.averages[average]),
                    figure_of(pair.new_values.averages[average]),
                    difference_of(pair.averages[average]),
                ]
            )
    head = ["On the documents of both", f"Version {two.before}", f"Version {two.now}"]
    grid([*head, "Difference (95 %)"], rows)


def _show_classes(two: Two, of: Against) -> None:
    """The classes with most decisions that flipped."""
    flips, counts = of.flips, two.counts()
    order = np.argsort(-flips.of_classes, kind="stable")
    changed = order[flips.of_classes[order] > 0]
    if not len(changed):
        return
    pair = of.pair("f", two.selection)
    rows = []
    for c in changed[:MOST_CLASSES].tolist():
        name = pair.new.classes[c]
        right, wrong = int(flips.by_class.fixed[c]), int(flips.by_class.broken[c])
        rows.append(
            [
                plain(name, 60),
                counts.of(right, flipped(of.system, name, toward_right=True)),
                counts.of(wrong, flipped(of.system, name, toward_right=False)),
                difference_of(pair.per_class, c),
            ]
        )
    f = f_name(two.selection.beta)
    prose(["Class", "Toward right", "Toward wrong", f"{f}, difference (95 %)"], rows)
    if len(changed) > MOST_CLASSES:
        st.caption(f"The {MOST_CLASSES} with most of {len(changed):,} classes that changed.")
