"""Which of two systems is better, as plain data and Markdown, and what answers cost."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from breakeven.analysis.comparison.bootstrap import (
    CLAIM_WORDS,
    LEVEL,
    REPLICATES,
    BootstrapDifference,
    Claim,
)
from breakeven.analysis.comparison.caveats import Caveat, caveats
from breakeven.analysis.comparison.comparison import (
    ComparedSystems,
    SystemPair,
    compare_systems,
    pair_of,
)
from breakeven.analysis.comparison.shared_documents import (
    COMPARED_AVERAGES,
    OF_DECISIONS,
    OF_RANKINGS,
    ComparisonSettings,
    largest_classes,
    share_answered,
)
from breakeven.analysis.comparison.spending import Spending, spending_of
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.leak_sides import LeakSides, shared_sides
from breakeven.analysis.selection.where import FilteredDocuments, restricted_to
from breakeven.data.records import Review
from breakeven.data.wording import NOTHING, about, cell_of, count_of, p_of, quoted
from breakeven.results import scope, values
from breakeven.results.evaluation import EvaluationResult
from breakeven.results.scope import of_where, under_title
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_count, plain_number
from breakeven.results.variants import (
    AsIfVariants,
    ComparedMeasure,
    LeakVariants,
    SystemsVariant,
    as_if_variants_of_two,
    leak_variants_of_two,
    variants_of_two_in_markdown,
)
from metrics.averaging import Undefined
from metrics.catalogue import TESTS
from metrics.typing import AVERAGES, DEFAULT_BETA, AverageName
from metrics.uncertainty.significance import TestOutcome

if TYPE_CHECKING:
    import pandas as pd


# --- what answers cost and how long they took, beside F: as data and as a table


SPENDING_HEAD = (
    "Documents", "Right", "Cost of 1,000", "Cost of a right one", "Seconds, median",
    "95 of 100 within",
)  # fmt: skip
SPENDING_MEANS = (
    "Cost is in the currency of the file, with every repeat of a document; that of a right one "
    "pays for the wrong ones too. Seconds are of one answer."
)


def amount_text(value: float | None) -> str:
    """A cost or a time: four digits that tell; a dash where it is not known."""
    return NOTHING if value is None else about(value)


def of_spending(spent: Mapping[str, Spending | None]) -> dict[str, Any]:
    """Under `spending`, by the keys given, ready for JSON; nothing where nothing is known."""
    if not any(spent.values()):
        return {}
    return {"spending": {key: None if of is None else _of(of) for key, of in spent.items()}}


def _of(spending: Spending) -> dict[str, Any]:
    values = asdict(spending)
    floats = ("per_thousand", "per_right", "median", "slow")
    return values | {key: plain_number(values[key]) for key in floats}


def spending_cells(of: Mapping[str, Any]) -> list[str]:
    """The cells below `SPENDING_HEAD`, of one system's values under `spending`."""
    right = cell_of(of["right"]) if of["priced"] else NOTHING
    if 0 < of["priced"] < of["documents"]:
        right += f" of {of['priced']:,} with a known cost"
    costs = [amount_text(of[key]) for key in ("per_thousand", "per_right")]
    times = [amount_text(of[key]) for key in ("median", "slow")]
    return [cell_of(of["documents"]), right, *costs, *times]


def spending_in_markdown(spending: Mapping[str, Any] | None) -> list[str]:
    """The lines of a document on it; none where nothing is known."""
    if spending is None:
        return []
    rows = [[in_markdown(of["system"]), *spending_cells(of)] for of in spending.values() if of]
    return ["", markdown_table(["answers", *SPENDING_HEAD], rows), "", SPENDING_MEANS]


# --- a comparison as plain data, the same for the command line and for downloads
#
# Undefined is None, so that JSON says null. Differences are in points, hundredths of a measure.


AVERAGE_NAMES: Mapping[AverageName, str] = {
    "micro": "micro",
    "macro": "macro",
    "per_document": "per document",
}


def points(share: Any) -> float | None:
    """A difference of a measure in points."""
    value = plain_number(share)
    return None if value is None else 100 * value


def of_difference(difference: BootstrapDifference, claim: Claim) -> dict[str, Any]:
    """A difference in points with its interval; `relative` is a share of the first system's.

    `beyond_chance` is None where nothing was tested.
    """
    untested = claim in ("untested", "undefined")
    return {
        "points": points(difference.points),
        "low": points(difference.low),
        "high": points(difference.high),
        "relative": plain_number(difference.relative),
        "beyond_chance": None if untested else claim == "beyond",
        "claim": CLAIM_WORDS[claim],
        "smallest_detectable": points(difference.detectable),
    }


def of_comparison(
    side: ComparedSystems, pair: SystemPair, average: str, found: Sequence[Caveat]
) -> dict[str, Any]:
    """Two systems on one average, and on all others; differences are `b` minus `a`."""
    first, settings = pair.old, side.settings
    averages = {name: _of_average(pair, name) for name in COMPARED_AVERAGES}
    return {
        "a": {"system": pair.old.system, "decisions": str(pair.old.cut)},
        "b": {"system": pair.new.system, "decisions": str(pair.new.cut)},
        "documents": side.common.documents,
        "classes": len(first.classes),
        "task": "single-label" if first.single_label else "multi-label",
        "split": first.split,
        "metric": f"{average}_{settings.measure}",
        "beta": settings.beta if math.isfinite(settings.beta) else "inf",
        "undefined": settings.undefined,
        "level": LEVEL,
        "replicates": 0 if side.replicates is None else side.replicates.number,
        "seed": side.seed,
        "value": {key: averages[average][key] for key in ("a", "b")},
        "difference": averages[average]["difference"],
        "averages": averages,
        "top_classes": [first.classes[c] for c in settings.top],
        "tests": [_of_test(outcome) for outcome in pair.tests],
        "per_class": {name: of_class(pair, c) for c, name in enumerate(first.classes)},
        "care": [_of_caveat(caveat) for caveat in found],
    }


def _of_average(pair: SystemPair, name: str) -> dict[str, Any]:
    return {
        "a": plain_number(pair.old_values.averages[name]),
        "b": plain_number(pair.new_values.averages[name]),
        "difference": of_difference(pair.averages[name], pair.claim(name))
        | {"p": plain_number(pair.p_of(name)), "documents_that_tell": pair.telling[name]},
    }


def _of_test(outcome: TestOutcome) -> dict[str, Any]:
    facts = TESTS[outcome.key]
    return {
        "test": outcome.key,
        "name": facts.name,
        "p": plain_number(outcome.p),
        "p_b_better": plain_number(outcome.p_new_better),
        "statistic": plain_number(outcome.statistic),
        "trials": outcome.trials,
        "for_b": None
        if plain_number(outcome.in_favour) is None
        else plain_count(outcome.in_favour),
        "of": facts.trials,
        "asks": facts.asks,
        "assumes": facts.assumes,
        "not_for": facts.not_for,
    }


def _of_caveat(caveat: Caveat) -> dict[str, Any]:
    return {
        "kind": caveat.kind,
        "systems": list(caveat.systems),
        "numbers": list(caveat.numbers),
        "text": caveat.text,
    }


def of_class(pair: SystemPair, class_index: int) -> dict[str, Any]:
    """One class of two systems; `better` is None where the difference may be chance."""
    difference = pair.per_class
    better = None
    if pair.real_classes[class_index]:
        better = (pair.new if difference.points[class_index] > 0 else pair.old).system
    p = None if pair.randomised is None else plain_number(pair.randomised.per_class[class_index])
    return {
        "positives": plain_count(pair.old.tables.positives[class_index]),
        "a": plain_number(pair.old_values.per_class[class_index]),
        "b": plain_number(pair.new_values.per_class[class_index]),
        "points": points(difference.points[class_index]),
        "low": points(difference.low[class_index]),
        "high": points(difference.high[class_index]),
        "relative": plain_number(difference.relative[class_index]),
        "differing_documents": int(pair.differing[class_index]),
        "enough_to_tell": bool(pair.enough[class_index]),
        "p": p,
        "p_holm": plain_number(pair.holm[class_index]),
        "p_bh": plain_number(pair.bh[class_index]),
        "better": better,
    }


def comparison_in_markdown(
    result: dict[str, Any],
    name: str,
    variants: Sequence[AsIfVariants[SystemsVariant] | LeakVariants[SystemsVariant] | None],
) -> str:
    """The comparison as a document to paste: the answer, averages, tests, classes."""
    a, b = (in_markdown(result[key]["system"]) for key in ("a", "b"))
    care = [f"- {in_markdown(caveat['text'])}" for caveat in result["care"]]
    return "\n".join(
        [
            f"# {in_markdown(name)}: {b} against {a}",
            "",
            f"{count_of(result['documents'], 'document')} of "
            f"{in_markdown(result['split'] or 'all splits')}, "
            f"{count_of(result['classes'], 'class', 'classes')}, {result['task']}. "
            f"Metric: {result['metric']}, β = {result['beta']}, "
            f"0/0 in averages: {result['undefined']}. "
            f"{result['replicates']:,} replicates, seed {result['seed']}.",
            "",
            _answer(result, a, b),
            *(
                line
                for each in variants
                if each is not None
                for line in variants_of_two_in_markdown(each.text, each.variants, a, b)
            ),
            "",
            _averages_table(result, a, b),
            "",
            f"Points are {b} minus {a}, in hundredths; the interval is of the paired difference; p "
            "by approximate randomisation; detectable: the smallest true difference found in 80 of "
            "100 such test sets.",
            *spending_in_markdown(result.get("spending")),
            "",
            _tests_table(result, b),
            *(["", "Take care:", "", *care] if care else []),
            "",
            _classes_table(result, a, b),
        ]
    )


def _answer(result: dict[str, Any], a: str, b: str) -> str:
    difference = result["difference"]
    gap = difference["points"]
    if gap is None:
        return f"**{result['metric']} is undefined for one of the two: nothing to compare.**"
    if gap == 0:
        sentence = f"{b} and {a} are equal"
    else:
        by = "less than 0.1" if abs(gap) < 0.05 else f"{abs(gap):.1f}"
        sentence = f"{b} is {by} points {'above' if gap > 0 else 'below'} {a}"
    if difference["beyond_chance"] is None:
        return f"**{sentence}**; {difference['claim']}."
    evidence = [] if difference["low"] is None else [f"95 %: {_span(difference)}"]
    evidence += [] if difference["p"] is None else [f"p {p_of(difference['p'])}"]
    shown = f" ({'; '.join(evidence)})" if evidence else ""
    claim = "" if gap == 0 else f", {difference['claim']}"
    return f"**{sentence}{claim}**{shown}."


def _averages_table(result: dict[str, Any], a: str, b: str) -> str:
    largest = f"micro, {len(result['top_classes'])} largest classes"
    names = {"micro_top": largest} | {str(key): name for key, name in AVERAGE_NAMES.items()}
    rows = []
    for name, average in result["averages"].items():
        difference = average["difference"]
        relative = difference["relative"]
        rows.append(
            [
                names[name],
                cell_of(average["a"]),
                cell_of(average["b"]),
                cell_of(difference["points"], 1),
                _span(difference),
                NOTHING if relative is None else f"{100 * relative:+.1f} %",
                p_of(difference["p"]),
                cell_of(difference["smallest_detectable"], 1),
            ]
        )
    head = ["average", a, b, "points", "95 % interval", "relative", "p", "detectable"]
    return markdown_table(head, rows)


def _tests_table(result: dict[str, Any], b: str) -> str:
    rows = [
        [
            test["name"],
            p_of(test["p"]),
            cell_of(test["for_b"]),
            f"{test['trials']:,} {test['of']}",
            *(test[key] for key in ("asks", "assumes", "not_for")),
        ]
        for test in result["tests"]
    ]
    return markdown_table(["test", "p", f"for {b}", "of", "asks", "assumes", "not for"], rows)


def _classes_table(result: dict[str, Any], a: str, b: str) -> str:
    rows = [
        [
            in_markdown(name),
            cell_of(values["positives"]),
            cell_of(values["a"]),
            cell_of(values["b"]),
            cell_of(values["points"], 1),
            _span(values),
            cell_of(values["differing_documents"]),
            *(p_of(values[key]) for key in ("p", "p_holm", "p_bh")),
            NOTHING if values["better"] is None else in_markdown(values["better"]),
        ]
        for name, values in result["per_class"].items()
    ]
    head = ["class", "positives", a, b, "points", "95 % interval", "documents that differ"]
    return markdown_table([*head, "p", "p Holm", "p BH", "better"], rows)


def _span(ends: dict[str, Any]) -> str:
    return NOTHING if ends["low"] is None else f"{ends['low']:.1f} to {ends['high']:.1f}"


# --- which of two systems is better: a comparison that shows itself


@dataclass(frozen=True, repr=False, eq=False)
class ComparisonResult:
    """Two systems on one measure; differences are the second minus the first, in points.

    `sides`: both with and without the documents that leak; None where none does. `loaded`: both
    on the labels as they were loaded; None where these are as loaded.
    """

    side: ComparedSystems
    pair: SystemPair
    average: str
    caveats: tuple[Caveat, ...]
    review: Review
    kept: FilteredDocuments | None = None
    sides: tuple[LeakSides[Evaluation], LeakSides[Evaluation]] | None = None
    loaded: tuple[Evaluation, Evaluation] | None = None

    @property
    def _measure(self) -> ComparedMeasure | None:
        """What is compared beside leaks and other labels; None for rankings and largest classes."""
        settings = self.side.settings
        average = next((each for each in AVERAGES if each == self.average), None)
        if average is None or settings.measure not in OF_DECISIONS:
            return None
        return ComparedMeasure(settings.measure, average, settings.beta, settings.undefined)

    @property
    def _leaks(self) -> LeakVariants[SystemsVariant] | None:
        measure = self._measure
        if self.sides is None or measure is None:
            return None
        return leak_variants_of_two(self.sides, measure)

    @property
    def _as_if(self) -> AsIfVariants[SystemsVariant] | None:
        done, measure = self.review.as_if, self._measure
        if done is None or self.loaded is None or measure is None:
            return None
        return as_if_variants_of_two(done, self.loaded, self.side.common.evaluations, measure)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven compare --format json` prints; undefined is None."""
        found = of_comparison(self.side, self.pair, self.average, self.caveats)
        notes = [str(note) for note in self.review.notes]
        more = {"notes": notes} | scope.of_class_map(self.review)
        leaks, as_if = self._leaks, self._as_if
        spent = of_spending({"a": spending_of(self.pair.old), "b": spending_of(self.pair.new)})
        return (
            {"review": self.review.name}
            | found
            | spent
            | ({} if leaks is None else {"leaks": leaks.to_dict()})
            | ({} if as_if is None else {"as_if": as_if.to_dict()})
            | of_where(self.kept)
            | more
        )

    def to_markdown(self) -> str:
        """What `breakeven compare` prints."""
        variants = (self._as_if, self._leaks)
        document = comparison_in_markdown(self.to_dict(), self.review.name, variants)
        return under_title(document, self.kept) + scope.class_map_in_markdown(self.review)

    def frame(self) -> pd.DataFrame:
        """One row per class: both values, their difference, interval and p-values."""
        import pandas as pd

        rows = self.to_dict()["per_class"]
        return pd.DataFrame([{"class": name, **of} for name, of in rows.items()])

    def __repr__(self) -> str:
        d = self.to_dict()["difference"]
        a, b = quoted(self.pair.old.system), quoted(self.pair.new.system)
        span = f"{cell_of(d['low'], 1)} to {cell_of(d['high'], 1)}"
        return (
            f"<Comparison of {b} against {a} on {self.average} {self.side.settings.measure}: "
            f"{cell_of(d['points'], 1)} points, 95 % interval {span}>"
        )

    def _repr_html_(self) -> str:
        result = self.to_dict()
        a, b = self.pair.old.system, self.pair.new.system
        head = ["", a, b, "points", "low", "high"]
        averages = [
            [name.replace("_", " "), cell_of(of["a"]), cell_of(of["b"]),
             *(cell_of(of["difference"][key], 1) for key in ("points", "low", "high"))]
            for name, of in result["averages"].items()
        ]  # fmt: skip
        classes = [
            [name, cell_of(of["a"]), cell_of(of["b"]),
             *(cell_of(of[key], 1) for key in ("points", "low", "high"))]
            for name, of in list(result["per_class"].items())[: values.MOST_HTML_ROWS]
        ]  # fmt: skip
        return "".join(
            [
                values.html_paragraph(
                    f"{self.review.name}: {b} against {a}, {self.side.settings.measure}, "
                    f"{self.side.common.documents:,} documents; points are {b} minus {a}, with "
                    "their 95 % interval."
                ),
                values.html_table(head, averages),
                values.html_table(["class", *head[1:]], classes, len(result["per_class"])),
                *(values.html_paragraph(f"Take care: {found.text}") for found in self.caveats),
            ]
        )


def compare(
    a: EvaluationResult,
    b: EvaluationResult,
    measure: str = "f",
    *,
    average: str = "micro",
    beta: float = DEFAULT_BETA,
    undefined: Undefined = "drop",
    replicates: int = REPLICATES,
    seed: int = 0,
) -> ComparisonResult:
    """Which of two systems is better on the same documents, and whether that may be chance.

    `measure`: f, precision, recall, break_even or eleven_point. `average`: micro, macro,
    micro_top (the ten largest classes pooled) or, for decisions, per_document; the others are
    in the result too. `replicates`: test sets drawn. Where one evaluation was filtered, the other
    follows; the filter asks about the first's decisions.

    ValueError for another measure, other truths, no common document, or rankings without scores.

    >>> import breakeven as be
    >>> truth = ["a", "b"] * 20
    >>> old = be.evaluate(be.from_arrays(truth, ["a"] * 40, system="old"))
    >>> new = be.evaluate(be.from_arrays(truth, truth, system="new"))
    >>> be.compare(old, new).to_dict()["difference"]["points"]
    50.0
    """
    if measure not in (*OF_DECISIONS, *OF_RANKINGS):
        known = ", ".join((*OF_DECISIONS, *OF_RANKINGS))
        raise ValueError(f"there is no measure {measure!r} to compare on; choose of {known}")
    if average not in COMPARED_AVERAGES or (measure in OF_RANKINGS and average == "per_document"):
        raise ValueError(
            f"{measure} has no average {average!r}; choose of {', '.join(COMPARED_AVERAGES)}"
        )
    if replicates < 100:
        raise ValueError(f"{replicates} replicates tell nothing; take at least 100")
    _same_truth(a, b)
    kept = _one_filter(a, b)
    pair: list[Evaluation] = [a.evaluation, b.evaluation]
    if kept is not None:
        pair = [restricted_to(evaluation, kept.rows) for evaluation in pair]
    if a.system == b.system:
        pair = [
            replace(evaluation, system=f"{evaluation.system}, {evaluation.cut}")
            for evaluation in pair
        ]
    found = compared(
        pair,
        ComparisonSettings(measure, float(beta), undefined, ()),
        average,
        replicates=replicates,
        seed=seed,
        review=a.review,
        kept=kept,
        sides=sides_of_two(a, b),
    )
    return replace(found, loaded=loaded_of_two(a, b))


def sides_of_two(
    a: EvaluationResult, b: EvaluationResult
) -> tuple[LeakSides[Evaluation], LeakSides[Evaluation]] | None:
    """Both with and without the documents that leak; None where none does."""
    if a.leaks is None:
        return None
    return shared_sides(a.leaks, b.evaluation if b.leaks is None else b.leaks.every)


def loaded_of_two(a: EvaluationResult, b: EvaluationResult) -> tuple[Evaluation, Evaluation] | None:
    """Both on their common documents and the labels as loaded; None where these are as loaded."""
    one, other = a.as_loaded, b.as_loaded
    if one is None or other is None:
        return None
    before, after = share_answered([one, other]).evaluations
    return before, after


def compared(
    pair: Sequence[Evaluation],
    settings: ComparisonSettings,
    average: str,
    *,
    replicates: int,
    seed: int,
    review: Review,
    kept: FilteredDocuments | None,
    sides: tuple[LeakSides[Evaluation], LeakSides[Evaluation]] | None,
) -> ComparisonResult:
    """Two evaluations against each other; the ten largest classes are the `top` of the settings.

    ChoiceError where they share no document, or a ranking is compared that one does not have.
    """
    common = share_answered(pair)
    if common.documents == 0 and common.unanswered:
        what = "there is no document on which both systems gave an answer that can be counted"
        raise ChoiceError(what, "look at the answers, and at the rules that read them")
    if common.documents == 0:
        raise ChoiceError(
            "the two systems have no document in common", "compare on the same documents"
        )
    scoreless = [evaluation.system for evaluation in pair if not evaluation.scored.has_scores]
    if settings.measure in OF_RANKINGS and scoreless:
        raise ChoiceError(
            f"{' and '.join(scoreless)} has no scores", "choose f, precision or recall"
        )
    settings = replace(settings, top=largest_classes(common.evaluations[0]))
    side = compare_systems(common, settings, replicates, seed)
    found = tuple(caveats(common, settings))
    return ComparisonResult(side, pair_of(side, 0, 1), average, found, review, kept, sides)


def _one_filter(a: EvaluationResult, b: EvaluationResult) -> FilteredDocuments | None:
    """The filter of either evaluation. ValueError where both have one and keep other documents."""
    if a.kept is None or b.kept is None:
        return a.kept or b.kept
    if a.kept.where.text != b.kept.where.text or not np.array_equal(a.rows, b.rows):
        raise ValueError("the two evaluations keep other documents; filter one, the other follows")
    return a.kept


def _same_truth(a: EvaluationResult, b: EvaluationResult) -> None:
    one, other = a.review.truth, b.review.truth
    if one is other:
        return
    if one.classes != other.classes:
        raise ValueError("the two reviews have other classes; give both the same with classes")
    same = one.n == other.n and one.documents is not None and other.documents is not None
    same = same and np.array_equal(one.documents, other.documents)  # type: ignore[arg-type]
    if not same or (one.labels != other.labels).nnz:  # type: ignore[union-attr]
        raise ValueError("the two reviews differ in their documents or truth; compare on the same")
