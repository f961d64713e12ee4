"""The versions of a saved review, which of them is the baseline, and what changed between two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.comparison.shared_documents import SharedDocuments
from breakeven.analysis.documents.behind import of_rows, repeated_ids
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.expression import (
    AllOf,
    AnyOf,
    Differs,
    Expression,
    Judged,
    JudgedKind,
    Not,
    SystemTerm,
)
from breakeven.analysis.selection.selection import (
    Selection,
    cut_for,
    selection_of,
    split_text,
    system_of,
)
from breakeven.analysis.versions.alignment import VersionAlignment, align_versions
from breakeven.analysis.versions.changes import (
    RunNoise,
    TruthChanges,
    run_noise,
    runs_named,
    truth_changes,
)
from breakeven.analysis.versions.earlier_version import same_systems, version_system_name
from breakeven.data.records import Review
from breakeven.data.wording import count_of, f_name, figure_of, listed, percent
from breakeven.results.changes import noise_in_words
from breakeven.results.comparison import AVERAGE_NAMES
from breakeven.store.event_kinds import LOCAL_USER
from breakeven.store.library import Library
from breakeven.store.saved_review import SavedVersion
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.counts import CountLinks
from breakeven.ui.app.page.links import documents_urls, url_of
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.access import actor, ask_library, library_trouble
from breakeven.ui.app.store.baseline import (
    BASELINE_KEY,
    BaselineComparison,
    against,
    difference_of,
    flipped,
    version_of,
    with_version,
)
from breakeven.ui.app.store.marks import under_gold
from breakeven.ui.app.store.saved import Saved
from breakeven.ui.components.html import (
    bold,
    escaped,
    grid,
    linked,
    moment,
    plain,
    prose,
    quiet,
    say,
)
from metrics.typing import Array

# --- the versions of a saved review, as a list


def show_versions(saved: Saved) -> None:
    """Every version, the newest first: when, by whom, what it holds, and a link to open it."""
    st.header("Versions", anchor=False)
    rows = [_row(version, saved) for version in reversed(saved.review.versions)]
    prose(["Version", "Saved", "By", "Contents"], rows)


def _row(version: SavedVersion, saved: Saved) -> list[Markup | Markup | str]:
    name = f"Version {version.n}"
    if version.n == saved.version.n:
        name = Markup("<b>{}</b>, shown").format(name)
    else:
        name = linked(name, url_of("history", {"review": version.fingerprint}))
    if version.n == saved.review.baseline:
        name += ", baseline"
    about = version.about
    held = (
        count_of(about["documents"], "document"),
        count_of(about["classes"], "class", "classes"),
        _systems(about["systems"]),
    )
    return [
        name,
        moment(version.created),
        plain(version.created_by or LOCAL_USER),
        plain(", ".join(held), 300),
    ]


def _systems(names: Sequence[str]) -> str:
    if not names:
        return "no system"
    return f"{'system' if len(names) == 1 else 'systems'} {listed(names)}"


# --- which version is the baseline, and pinning another


NO_BASELINE = "none"
ABOUT = (
    "Every page then shows how its headline numbers differ from this version, with intervals, and "
    "Documents and Classes can show only what changed. Everybody who opens this review sees it."
)


def choose_baseline(saved: Saved) -> None:
    """A choice of the version that the others are set beside; nothing where there is just one."""
    versions = saved.review.versions
    if len(versions) < 2:
        st.caption(
            "Load new files under the same title to make the next version and see here what "
            "changed."
        )
        return
    pinned = saved.review.baseline
    options = [NO_BASELINE, *(str(version.n) for version in versions)]
    chosen = st.selectbox(
        "Baseline",
        options,
        options.index(NO_BASELINE if pinned is None else str(pinned)),
        format_func=lambda n: n if n == NO_BASELINE else f"version {n}",
        help=ABOUT,
        # drawn anew with what the library says, whoever pinned it
        key=f"baseline_{saved.review.id}_{pinned}",
    )
    wanted = None if chosen == NO_BASELINE else int(chosen)
    if wanted == pinned:
        return
    if ask_library(lambda library: _pin(library, saved.review.id, wanted)) is None:
        st.warning(f"The baseline was not changed. {library_trouble()}")
        return
    state.raw().pop(BASELINE_KEY, None)
    st.rerun()


def _pin(library: Library, review: str, n: int | None) -> bool:
    library.pin(actor(), review, n)
    return True


# --- Two versions of a saved review, one beside the other, and links to their documents


@dataclass(frozen=True)
class VersionPair:
    """Two versions: the later has the earlier beside it. `before`, `now`: their numbers.

    `selection`: what is looked at of the later one, without a filter. `then`: what its system was
    called in the earlier one, None where it was not there.
    """

    saved: Saved
    before: int
    now: int
    earlier: Review
    later: Review
    selection: Selection
    then: str | None

    def counts(self, *, every_split: bool = False) -> CountLinks:
        """Links to documents of the later version; `every_split`: of all splits."""
        return self._counts(
            self.later, self.now, self.before, self.selection.system, every_split=every_split
        )

    def _counts(
        self, review: Review, n: int, other: int, system: str, *, every_split: bool
    ) -> CountLinks:
        address: dict[str, str | None] = {
            "review": self.saved.review.version(n).fingerprint,
            BASELINE_KEY: str(other),
            "system": system,
            "where": None,
        }
        if every_split:
            address["split"] = "all"
        labelled = review.truth.documents is not None and review.truth.labels is not None
        linked = labelled and "all" not in review.truth.splits
        return CountLinks(review.truth, documents_urls(address) if linked else None)

    def added(self, aligned: VersionAlignment) -> Markup:
        """How many documents the earlier version does not have, as a link where that is true."""
        predictions = system_of(self.later, self.selection.system)
        return self._alone(
            self.later,
            predictions.rows,
            aligned.now,
            aligned.added,
            self.selection.system,
            self.before,
        )

    def gone(self, aligned: VersionAlignment) -> Markup:
        """How many documents the later version does not have, as a link to the earlier one's."""
        if self.then is None:
            return Markup("{:,}").format(len(aligned.gone))
        predictions = system_of(self.earlier, self.then)
        return self._alone(
            self.earlier, predictions.rows, aligned.before, aligned.gone, self.then, self.now
        )

    def _alone(
        self, review: Review, spoken: Array, both: Array, alone: Array, system: str, other: int
    ) -> Markup:
        n = self.now if review is self.later else self.before
        counts = self._counts(review, n, other, system, every_split=True)
        beside = version_system_name(
            system, other, {predictions.system for predictions in review.own}
        )
        known = AnyOf((Judged("right"), Judged("wrong")))
        kept = int((~np.isin(spoken, both)).sum())
        if kept != len(alone) or self.then is None:
            return Markup("{:,}").format(len(alone))
        return counts.linked(len(alone), Not(SystemTerm(beside, known)))

    def these(self, rows: Array) -> Markup:
        """How many of the later documents these are, as a link where ids say which."""
        spoken = system_of(self.later, self.selection.system).rows
        term: Expression | None = None
        if bool(np.all(np.isin(rows, spoken))):
            term = of_rows(self.later.truth, rows, repeated_ids(self.later.truth))
        if term is None:
            return Markup("{:,}").format(len(rows))
        return self.counts(every_split=True).linked(len(rows), term)


def choose_version_pair(saved: Saved) -> VersionPair | None:
    """The two versions that are chosen: at first the baseline, or the one before, and this one."""
    numbers = [version.n for version in saved.review.versions]
    shown, pinned = saved.version.n, saved.review.baseline
    others = [n for n in numbers if n != shown]
    first = pinned if pinned in others else max([n for n in others if n < shown] or others)
    options = {str(n): f"version {n}" for n in numbers}
    left, right = st.columns(2)
    with left:
        before = int(widgets.select("history.from", "From", options, str(first)))
    with right:
        now = int(widgets.select("history.to", "To", options, str(shown)))
    if before == now:
        st.info("Choose two different versions.")
        return None
    try:
        earlier = version_of(saved.review.version(before).fingerprint)
        alone = version_of(saved.review.version(now).fingerprint)
        later = under_gold(with_version(alone, earlier.fingerprint, before))
    except LookupError:
        st.warning("One of the two versions cannot be opened.")
        return None
    except ChoiceError as error:
        say(Markup("They cannot be compared: {}.").format(plain(error, 400)))
        return None
    selection = replace(selection_of(later, state.texts()), where=None)
    then = {new.system: old.system for old, new in same_systems(earlier, later)}
    return VersionPair(saved, before, now, earlier, later, selection, then.get(selection.system))


@cached(entries=8)
def data_of(earlier: Review, later: Review) -> tuple[VersionAlignment, TruthChanges | None]:
    """Which documents and classes are the same, and where the truth is another."""
    found = align_versions(earlier.truth, later.truth)
    return found, truth_changes(found)


# --- what changed between two versions of a saved review


MOST_CLASSES = 20
NO_RUNS = "none"


def show_changes(saved: Saved) -> None:
    """Two versions to choose, and what changed between them; nothing where there is just one."""
    if len(saved.review.versions) < 2:
        return
    st.header("What changed", anchor=False)
    two = choose_version_pair(saved)
    if two is None:
        return
    _say_data(two)
    compared = _against(two)
    if compared is None:
        st.info(
            f"Predictions are not compared: version {two.before} has no system of this name."
            if two.then is None
            else "Predictions are not compared: the versions share no labelled document here."
        )
        return
    _say_flips(two, compared)
    _say_noise(two, compared)
    _show_measures(two, compared)
    _show_classes(two, compared)


def _against(two: VersionPair) -> BaselineComparison | None:
    if two.later.truth.labels is None:
        return None
    return against(two.later, two.selection, _evaluation(two, two.selection.system))


def _evaluation(two: VersionPair, system: str) -> Evaluation:
    cut = two.selection.cut
    if system != two.selection.system:
        cut = cut_for(two.later, two.selection, system_of(two.later, system))
    return cache.evaluation(two.later, system, two.selection.documents, cut)


def _say_data(two: VersionPair) -> None:
    """Documents, classes and truth."""
    aligned, truth = data_of(two.earlier, two.later)
    other = aligned.other_text
    texts = (
        ""
        if other is None
        else Markup("; {} with another text").format(two.these(aligned.now[other]))
    )
    by = " (by id and split)" if aligned.by_split else ""
    lines = [
        Markup("<b>Documents</b>: {:,} in both{}, {} added, {} gone{}.").format(
            len(aligned.now), by, two.added(aligned), two.gone(aligned), texts
        )
    ]
    classes = Markup("<b>Classes</b>: {:,} in both").format(len(aligned.common_classes))
    for what, names in (
        ("added", [aligned.later.classes[c] for c in aligned.added_classes]),
        ("gone", [aligned.earlier.classes[c] for c in aligned.gone_classes]),
    ):
        named = Markup(": {}").format(plain(listed(names), 300)) if names else ""
        classes += Markup("; {:,} {}{}").format(len(names), what, named)
    lines.append(Markup("{}.").format(classes))
    if truth is None:
        lines.append(Markup("<b>Labels</b>: one of the two versions has none."))
    else:
        rows = aligned.now[truth.documents]
        lines.append(
            Markup("<b>Labels</b>: {} changed, on documents: {}.").format(
                count_of(truth.pairs, "label"), two.these(rows)
            )
        )
        lines += [
            Markup("{} may have been renamed to {}: {} of their documents are the same.").format(
                bold(pair.before, 40), bold(pair.now, 40), percent(pair.share)
            )
            for pair in truth.renamed
        ]
    say(Markup("<br>").join(lines))


def _say_flips(two: VersionPair, compared: BaselineComparison) -> None:
    """How many decisions flipped, and which way."""
    flips, counts, now = compared.flips, two.counts(), compared.common.evaluations[0]
    then = compared.common.evaluations[1]
    # the filter asks about every decision, judged or not
    unjudged = two.later.truth.unjudged is not None
    n = len(flips.rows)
    changed = f"{n:,}" if unjudged else counts.linked(n, Differs(compared.system))

    def turned(count: int, before: JudgedKind, after: JudgedKind) -> Markup:
        return counts.linked(
            count, AllOf((Judged(after), SystemTerm(compared.system, Judged(before))))
        )

    split = split_text(two.selection.split, two.later.truth.splits) or "all"
    say(
        Markup(
            "<b>Predictions</b> of {} on {}: {} changed, {:,} became right and {:,} became wrong, "
            "on {} of {}. {} of these documents were wrong and are now completely right, {} the "
            "other way round."
        ).format(
            bold(two.selection.system),
            plain(split),
            count_of(flips.decisions, "yes/no prediction"),
            flips.toward_right,
            flips.toward_wrong,
            changed,
            count_of(flips.documents, "document"),
            turned(len(flips.fixed), "wrong", "right"),
            turned(len(flips.broken), "right", "wrong"),
        )
    )
    say(
        quiet(
            Markup(
                "Both compared with the labels of version {}. Predictions in version {}: {}; in "
                "version {}: {}."
            ).format(two.now, two.before, plain(then.cut, 200), two.now, plain(now.cut, 200))
        )
    )


def _say_noise(two: VersionPair, compared: BaselineComparison) -> None:
    """The change beside the noise of two runs, where two systems are runs of one."""
    names = [predictions.system for predictions in two.later.own]
    pairs = list(combinations(names, 2))
    if not pairs:
        return
    by_name = runs_named(names, two.selection.system)
    options = {NO_RUNS: "none of these"} | {
        f"{i}": f"{name} and {other}" for i, (name, other) in enumerate(pairs)
    }
    default = NO_RUNS if by_name is None else f"{pairs.index(by_name)}"
    chosen = widgets.select(
        "history.runs",
        "Two runs of the same system",
        options,
        default,
        help="Choose one system that was trained or run twice. What differs between its runs is "
        "noise: a new version matters only if it differs by more.",
    )
    if chosen == NO_RUNS:
        return
    runs = pairs[int(chosen)]
    noise = _noise(compared.common, _evaluation(two, runs[0]), _evaluation(two, runs[1]))
    if noise is None:
        return
    how = " The runs were found by their names." if runs == by_name else ""
    say(Markup("{}{}").format(escaped(noise_in_words(noise)), how))


@cached(entries=12)
def _noise(common: SharedDocuments, first: Evaluation, other: Evaluation) -> RunNoise | None:
    now, before = common.evaluations
    return run_noise(before, now, (first, other))


def _show_measures(two: VersionPair, compared: BaselineComparison) -> None:
    """Each average before and now, with the paired interval of the difference."""
    f = f_name(two.selection.beta)
    one_of = all(evaluation.one_of for evaluation in compared.common.evaluations)
    rows = []
    for measure, title in (("f", f), ("precision", "precision"), ("recall", "recall")):
        pair = compared.pair(measure, two.selection)
        for average, words in AVERAGE_NAMES.items():
            # then micro and per document are the accuracy, in all measures
            alike = one_of and average in ("micro", "per_document")
            if alike and (average, measure) != ("micro", "f"):
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


def _show_classes(two: VersionPair, compared: BaselineComparison) -> None:
    """The classes with most decisions that flipped."""
    flips, counts = compared.flips, two.counts()
    order = np.argsort(-flips.of_classes, kind="stable")
    changed = order[flips.of_classes[order] > 0]
    if not len(changed):
        return
    pair = compared.pair("f", two.selection)
    rows = []
    for c in changed[:MOST_CLASSES].tolist():
        name = pair.new.classes[c]
        right, wrong = int(flips.by_class.fixed[c]), int(flips.by_class.broken[c])
        rows.append(
            [
                plain(name, 60),
                counts.linked(right, flipped(compared.system, name, toward_right=True)),
                counts.linked(wrong, flipped(compared.system, name, toward_right=False)),
                difference_of(pair.per_class, c),
            ]
        )
    f = f_name(two.selection.beta)
    prose(["Class", "Now right", "Now wrong", f"{f}, difference (95 %)"], rows)
    if len(changed) > MOST_CLASSES:
        st.caption(f"The {MOST_CLASSES} with most of {len(changed):,} classes that changed.")
