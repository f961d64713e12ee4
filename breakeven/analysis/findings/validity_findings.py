"""Findings about whether numbers mean what they seem to.

Names, joins, groups, words that tell the class, thresholds tuned on what is shown, and labels in
doubt; the rules stand in `validity_rules`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from breakeven.analysis.comparison.fixed_answer import compare_with_best_fixed
from breakeven.analysis.evaluation.cut import natural_cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.findings import validity_rules as rules
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.finding import Finding
from breakeven.analysis.findings.target_leakage import column_tells_class
from breakeven.analysis.validity.class_names import (
    AlikeNames,
    alike_names,
    listed_ways,
    names_as_one,
    shown_name,
)
from breakeven.analysis.validity.giveaway_words import giveaway_words
from breakeven.analysis.validity.row_order import wrong_order
from breakeven.analysis.validity.shared_groups import shared_groups
from breakeven.analysis.validity.split_falls import SplitFall, split_fall
from breakeven.analysis.validity.tuned_thresholds import one_threshold, tuned_here
from breakeven.data.records import Predictions, Truth
from breakeven.data.splits import roles_of
from breakeven.data.wording import quoted, signed

if TYPE_CHECKING:
    from breakeven.analysis.annotators.equal_annotators import EqualAnnotators

# names, words and falls that a sentence shows
SHOWN = 3
# documents are drawn again so often, to tell a person from chance
REPLICATES = 400


def data_validity_findings(truth: Truth, limits: Limits) -> list[Finding]:
    """What can be said of the data alone, whatever any system does."""
    roles = roles_of(truth, limits.train, limits.test)
    return [
        *_same_names(truth),
        *_class_in_text(truth),
        *_groups(truth, roles.train, roles.test),
        *_annotators(truth),
    ]


def decision_validity_findings(
    truth: Truth,
    mine: Predictions,
    evaluation: Evaluation,
    tuning: Evaluation | None,
    limits: Limits,
    beta: float,
) -> list[Finding]:
    """What can be said of one system's decisions; `tuning`: the same on the split to fit on."""
    order = list(_wrong_order(truth, mine, evaluation, tuning))
    found = [*order, *_tuned_here(evaluation, tuning)]
    if order:
        # of rows in the wrong order nothing else can be said
        return found
    found += _falls(evaluation, tuning)
    found += _one_threshold(evaluation, tuning, limits, beta)
    return [*found, *_doubted(truth, mine, evaluation, tuning)]


# --- class names that are the same


def _same_names(truth: Truth) -> Iterator[Finding]:
    alike = alike_names(truth)
    if alike is not None:
        yield _of_names(alike, cost=rules.SAME_NAME.clauses["unknown"])


def _of_names(alike: AlikeNames, *, cost: str) -> Finding:
    rule = rules.SAME_NAME
    groups = [
        rule.clause(
            "group", names=[shown_name(alike.names[c]) for c in g.classes], ways=listed_ways(g.ways)
        )
        for g in alike.groups[:SHOWN]
    ]
    if (more := len(alike.groups) - SHOWN) > 0:
        groups.append(f"and {more:,} more")
    arrows = [
        f"{shown_name(old)} → {shown_name(new)}"
        for old, new in list(alike.class_map.items())[: 2 * SHOWN]
    ]
    more_names = len(alike.class_map) - len(arrows)
    finding = rule.finding(
        classes=alike.classes,
        evidence={"classes": len(alike.groups), "names": len(alike.classes)},
        n=len(alike.groups),
        groups="; ".join(groups),
        cost=cost,
        map=", ".join(arrows) + (f" and {more_names:,} more" if more_names else ""),
    )
    return replace(finding, what=finding.what.rstrip(), class_map=alike.class_map)


def with_cost_of_names(finding: Finding, truth: Truth, evaluation: Evaluation) -> Finding:
    """The finding of names that are the same, with what that costs a system; others as they are."""
    rule = rules.SAME_NAME
    if finding.code != rule.code or evaluation.fold is not None:
        return finding
    alike = alike_names(truth)
    if alike is None or evaluation.classes != truth.classes:
        return finding
    as_one = names_as_one(evaluation, alike)
    words = {"measure": as_one.measure, "before": as_one.before, "after": as_one.after}
    if as_one.told_apart:
        cost = rule.clauses["apart"]
    else:
        cost = rule.clause("cost" if as_one.errors > 0 else "none", **words)
    total = float(np.sum(evaluation.tables.fp) + np.sum(evaluation.tables.fn))
    costly = _of_names(alike, cost=cost)
    return replace(
        costly,
        severity="notice" if as_one.told_apart else costly.severity,
        effect="uncertain" if as_one.told_apart else costly.effect,
        documents=as_one.rows,
        evidence={**costly.evidence, "before": as_one.before, "after": as_one.after},
        errors=as_one.errors,
        error_share=as_one.errors / total if total else 0.0,
        gain_micro=as_one.after - as_one.before,
    )


# --- rows in the wrong order, and falls from the tuning split


def _wrong_order(
    truth: Truth, mine: Predictions, evaluation: Evaluation, tuning: Evaluation | None
) -> Iterator[Finding]:
    every_document = None
    # agreement beyond chance needs no look at all other rows
    if not evaluation.chance.beyond:
        cut = natural_cut(mine, truth.task == "single-label")
        every_document = evaluate(mine, score_split(truth, mine, None), None, cut)
    order = wrong_order(evaluation, tuning, every_document)
    if order is None:
        return
    rule, split = rules.WRONG_ORDER, _split_of(evaluation)
    words = {"measure": order.measure, "value": order.value, "otherwise": order.otherwise}
    if order.how == "moved":
        where = "further down" if order.rows > 0 else "further up"
        how = rule.clause("moved", rows=abs(order.rows), where=where, **words)
    else:
        how = rule.clause("shuffled", split=split, other=order.other, **words)
    errors = float(np.sum(evaluation.tables.fp) + np.sum(evaluation.tables.fn))
    yield rule.finding(
        evidence={"value": order.value, "otherwise": order.otherwise}
        | ({"rows": order.rows} if order.rows else {}),
        explains=(errors, errors),
        how=how[0].upper() + how[1:],
        steps=rule.clauses["move" if order.how == "moved" else "join"],
    )


def _split_of(evaluation: Evaluation) -> str:
    return "these documents" if evaluation.split is None else quoted(evaluation.split)


def _falls(evaluation: Evaluation, tuning: Evaluation | None) -> Iterator[Finding]:
    fall = split_fall(evaluation, tuning)
    if fall is None:
        return
    rule, split = rules.FALLS, _split_of(evaluation)
    low, high = (signed(100 * end, 1).lstrip("+") for end in (fall.low, fall.high))
    measure = fall.measure[0].upper() + fall.measure[1:]
    of_all = ""
    if fall.beyond:
        of_all = rule.clause(
            "whole", measure=measure, before=fall.before, earlier=fall.earlier, split=split,
            after=fall.after, points=f"{100 * (fall.before - fall.after):.1f}",
            low=low, high=high,
        )  # fmt: skip
    yield rule.finding(
        severity=None if fall.beyond else "notice",
        classes=tuple(dict.fromkeys(fall.class_index for fall in fall.classes)),
        evidence={"before": fall.before, "after": fall.after, "classes": len(fall.classes)},
        whole=of_all,
        of_classes=_falling_classes(fall, evaluation, split),
        split=split,
    )


def _falling_classes(fall_of_split: SplitFall, evaluation: Evaluation, split: str) -> str:
    if not fall_of_split.classes:
        return ""
    rule = rules.FALLS
    falls = [
        rule.clause(
            "class",
            measure=fall.measure,
            klass=evaluation.classes[fall.class_index],
            before=fall.before,
            after=fall.after,
        )
        for fall in fall_of_split.classes[:SHOWN]
    ]
    if (more := len(fall_of_split.classes) - SHOWN) > 0:
        falls.append(f"and {more:,} more")
    also = " Also" if fall_of_split.beyond else "Clearly"
    return rule.clause(
        "classes", Also=also, split=split, earlier=fall_of_split.earlier, falls=", ".join(falls)
    )


# --- thresholds


def _tuned_here(evaluation: Evaluation, tuning: Evaluation | None) -> Iterator[Finding]:
    tuned = tuned_here(evaluation, tuning)
    if tuned is not None:
        yield rules.TUNED_HERE.finding(
            evidence={"best_here": tuned.best_here, "classes_asked": tuned.classes},
            best_here=tuned.best_here,
            asked=tuned.classes,
            best_there=tuned.best_there,
            asked_there=tuned.classes_there,
            other=tuned.other,
        )


def _one_threshold(
    evaluation: Evaluation, tuning: Evaluation | None, limits: Limits, beta: float
) -> Iterator[Finding]:
    better = one_threshold(evaluation, tuning, beta, limits.threshold_gain)
    if better is None:
        return
    # of scores that say nothing the best threshold assigns everything, which no advice is worth
    fixed = compare_with_best_fixed(better.decided)
    if fixed is not None and not fixed.shown_better:
        return
    gain = better.after - better.before
    errors = float(np.sum(evaluation.tables.fp) + np.sum(evaluation.tables.fn))
    yield rules.ONE_THRESHOLD.finding(
        classes=better.classes,
        documents=better.rows,
        evidence={
            "before": better.before,
            "after": better.after,
            "threshold": better.threshold,
            "low": better.low,
            "high": better.high,
        },
        explains=(better.errors, errors),
        gains=(float("nan"), gain),
        n=len(better.classes),
        which="high" if better.lower else "low",
        threshold=better.threshold,
        fitted_on=better.fitted_on,
        before=better.before,
        after=better.after,
        gain=gain,
        low=better.low,
        high=better.high,
    )


# --- words that tell the class, and groups in both splits


def _class_in_text(truth: Truth) -> Iterator[Finding]:
    given = giveaway_words(truth)
    if given is None:
        return
    rule = rules.CLASS_IN_TEXT
    words = [
        rule.clause(
            "word",
            words=each.words,
            inside=each.inside,
            klass=truth.classes[each.class_index],
            outside=each.outside,
        )
        for each in given.words[:SHOWN]
    ]
    more = len(given.words) - len(words)
    finding = rule.finding(
        classes=tuple(each.class_index for each in given.words),
        evidence={"classes": len(given.words), "share_of_documents": given.covered},
        n=len(given.words),
        words="; ".join(words) + (rule.clause("more", n=more) if more else ""),
    )
    # a single class may have a word of its own
    grave = given.covered >= 0.5
    yield finding if grave else replace(finding, severity="notice", effect="uncertain")


def _groups(truth: Truth, train: int | None, test: int | None) -> Iterator[Finding]:
    rule = rules.GROUP
    for groups in shared_groups(truth, train, test):
        if not groups.drawn and column_tells_class(truth, groups.column):
            # that is said of it already, and is worse
            continue
        telling = rule.clause("telling", tells=" and the ".join(groups.tells))
        yield rule.finding(
            severity=None if groups.by_name or groups.drawn else "notice",
            documents=groups.rows,
            evidence={"documents": groups.shared, "share": groups.share, "groups": groups.groups},
            shared=groups.shared,
            tested=groups.documents,
            share=groups.share,
            have="has" if groups.shared == 1 else "have",
            column=groups.column,
            groups=groups.groups,
            telling=telling if groups.tells else "",
        )


# --- labels in doubt, and people


def _doubted(
    truth: Truth, mine: Predictions, evaluation: Evaluation, tuning: Evaluation | None
) -> Iterator[Finding]:
    # loads scipy.special
    from breakeven.analysis.validity.doubtful_labels import doubtful_labels

    doubtful = doubtful_labels(truth, mine, evaluation)
    if doubtful is None:
        return
    there = None
    if tuning is not None and tuning.split != evaluation.split:
        there = doubtful_labels(truth, mine, tuning)
    rule = rules.DOUBTED
    directions = ""
    if doubtful.directions:
        given, instead = (truth.classes[c] for c in doubtful.directions[0])
        directions = rule.clause("directions", first=given, second=instead)
    yield rule.finding(
        classes=tuple(dict.fromkeys(c for pair in doubtful.directions for c in pair)),
        documents=doubtful.rows,
        evidence={"documents": len(doubtful.rows), "with_right_labels": doubtful.expected,
                  "share": doubtful.share,
                  "share_on_tuning": 0.0 if there is None else there.share},
        n=len(doubtful.rows),
        of_all=doubtful.documents,
        sure=doubtful.sure,
        expected=doubtful.expected,
        share=doubtful.share,
        directions=directions,
    )  # fmt: skip


def equal_pair_text(pair: EqualAnnotators) -> str:
    """How seldom two people differ, and how often from others, in a clause; names as written."""
    rule = rules.SAME_ANNOTATOR
    text = rule.clause(
        "pair", first=pair.first, second=pair.second, differ=pair.differ, n=pair.documents
    )
    others = pair.with_others
    return text + (rule.clause("others", with_others=others) if others >= 0 else "")


def equal_pair_meaning(impossible: bool) -> str:
    """What the same labels of two people mean, in a sentence."""
    return rules.SAME_ANNOTATOR.clauses["impossible" if impossible else "open"]


def _annotators(truth: Truth) -> Iterator[Finding]:
    if len(truth.annotators) < 2:
        return
    # slow to import, and few reviews have annotators
    from breakeven.analysis.annotators.agreement import agreement_of
    from breakeven.analysis.annotators.equal_annotators import equal_annotators

    rows = np.arange(truth.n)
    rule, pairs = rules.SAME_ANNOTATOR, equal_annotators(truth, rows)
    if pairs:
        sure = any(pair.impossible for pair in pairs)
        twos = [equal_pair_text(pair) for pair in pairs[:SHOWN]]
        if (more := len(pairs) - SHOWN) > 0:
            twos.append(f"and {more:,} more")
        yield rule.finding(
            severity=None if sure else "notice",
            evidence={"pairs_of_people": len(pairs)},
            twos="; ".join(twos),
            meaning=equal_pair_meaning(sure),
        )
    agreement = agreement_of(truth, rows, replicates=REPLICATES)
    if agreement is None:
        return
    alpha = agreement.overall["alpha"].value
    random = [person for person in agreement.people if person.by_chance]
    if random:
        yield rules.RANDOM_ANNOTATOR.finding(
            evidence={"people": len(random), "alpha": alpha},
            names=[person.name for person in random],
            agree="agrees" if len(random) == 1 else "agree",
            them="this person" if len(random) == 1 else "these people",
            without=random[0].alpha_without,
            alpha=alpha,
        )
