"""How far the people who labelled agree: the result, its plain data, tables and sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from breakeven.analysis.annotators.agreement import (
    AnnotatorAgreement,
    agreement_of,
)
from breakeven.analysis.annotators.consistency import PairwiseLikeness, everyone, measure_likeness
from breakeven.analysis.selection.selected_evaluation import candidates_of_selection, lookups_of
from breakeven.analysis.selection.selection import Selection, splits_of
from breakeven.analysis.selection.where import FilteredDocuments, filter_documents
from breakeven.data.records import Annotator, Review, Truth
from breakeven.data.wording import (
    NOTHING,
    cell_of,
    count_of,
    figure_of,
    interval_text,
    percent,
)
from breakeven.results import values
from breakeven.results.agreement_values import (
    class_values,
    copy_values,
    equal_values,
    pair_values,
    with_ends,
)
from breakeven.results.arguments import require_documents, selection_of
from breakeven.results.ceiling import (
    ASSUMED,
    CeilingAssumptions,
    CeilingResult,
    ceiling_of_selection,
)
from breakeven.results.likeness import likeness_frame, likeness_table, pair_likeness
from breakeven.results.people_remarks import (
    people_remarks,
    remark_on,
    without_doubtful,
    without_text,
)
from breakeven.results.scope import class_map_data, filter_data, under_title
from breakeven.results.table_formats import in_markdown, markdown_table, notes_in_markdown
from breakeven.results.values import document_ids, plain_number
from metrics.annotators.agreement_intervals import REPLICATES
from metrics.catalogue import CATALOGUE
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval

if TYPE_CHECKING:
    import pandas as pd

    from breakeven.results.arguments import AnyCut


# --- how far people agree, as data (undefined is None), tables and sentences, for all doors


# the measures over all classes, in the order of reading, by the entry that explains each
OVERALL = {
    "alpha": "set_alpha",
    "alpha_over_classes": "alpha_over_classes",
    "cohen_kappa": "cohen_kappa",
    "fleiss_kappa": "fleiss_kappa",
    "positive_agreement": "positive_agreement",
    "negative_agreement": "negative_agreement",
}
NO_TWO = "No two people labelled the same document"
# of one class a document these say what another says, or nothing
NOT_OF_ONE_CLASS = ("alpha_over_classes", "negative_agreement")
TENTATIVE, RELIABLE = 0.667, 0.8  # Krippendorff (2004), section 11.4.2
HOW_MUCH = (
    "1 is full agreement, 0 is chance. Krippendorff (2004) relies on labels from 0.80 on, and "
    "draws only tentative conclusions between 0.67 and 0.80."
)


def agreement_verdict(agreement: AnnotatorAgreement) -> str:
    """How high alpha is in a word, or from what to what as its interval goes; "" undefined."""
    alpha = agreement.overall["alpha"]
    ends = [alpha.value] if np.isnan(alpha.low) else [alpha.low, alpha.high]
    return "" if np.isnan(alpha.value) else " to ".join(dict.fromkeys(map(_level, ends)))


def agreement_reading(agreement: AnnotatorAgreement) -> str:
    """The verdict in a sentence, and the scale that it goes by."""
    verdict = agreement_verdict(agreement)
    return f"Agreement is {verdict}. {HOW_MUCH}" if verdict else HOW_MUCH


def _level(alpha: float) -> str:
    if alpha < TENTATIVE:
        return "low"
    return "moderate" if alpha < RELIABLE else "high"


def shown_overall(agreement: AnnotatorAgreement) -> dict[str, Interval]:
    """The measures over all classes that say something of their own here."""
    hidden = NOT_OF_ONE_CLASS if agreement.single_label else ()
    return {key: agreement.overall[key] for key in OVERALL if key not in hidden}


def agreement_measure_name(key: str, agreement: AnnotatorAgreement) -> str:
    """What a measure over all classes is called for these annotators."""
    if key == "alpha" and agreement.single_label:
        return "Krippendorff’s α, nominal"
    if key == "positive_agreement":
        return "Positive agreement (pairwise F)"
    if key == "cohen_kappa":
        return "Cohen’s κ" + ("" if len(agreement.people) == 2 else ", average over pairs")
    return CATALOGUE[OVERALL[key]].name.replace(" of a class", "")


def agreement_measure_meaning(key: str, agreement: AnnotatorAgreement) -> str:
    """What a measure over all classes says of these annotators, in a sentence."""
    if key == "alpha" and agreement.single_label:
        return "Alpha of the one class per document and person: the same class or a different one."
    return CATALOGUE[OVERALL[key]].meaning


def agreement_text(agreement: AnnotatorAgreement) -> str:
    """How far people agree, in two sentences of plain text."""
    alpha = agreement.overall["alpha"]
    who = count_of(len(agreement.people), "annotator")
    what = "α" if agreement.single_label else "α of their sets of classes"
    if np.isnan(alpha.value):
        value = f"{what} is undefined, as everybody labels every document alike"
    else:
        around = interval_text(alpha.low, alpha.high, 2)
        ends = "" if np.isnan(alpha.low) else f" (95 %: {around})"
        value = f"{what} is {figure_of(alpha.value, 2)}{ends}"
    differ = int(agreement.documents_disputed.sum())
    share = percent(differ / agreement.documents)
    return (
        f"{who}, {count_of(agreement.documents, 'document')} that at least two of them labelled: "
        f"{value}. They differ on {count_of(differ, 'document')} ({share})."
    )


def left_out_text(agreement: AnnotatorAgreement) -> str:
    """Which documents say nothing of agreement; "" where all do."""
    parts = [
        f"{count_of(n, 'document')} that {who}"
        for n, who in (
            (agreement.alone, "one person labelled"),
            (agreement.unlabelled, "nobody labelled"),
        )
        if n
    ]
    return f"Left out: {' and '.join(parts)}." if parts else ""


def why_no_fleiss(agreement: AnnotatorAgreement) -> str:
    """Why Fleiss' kappa is not there; "" where it is."""
    if agreement.equal:
        return ""
    return "Fleiss’ κ needs the same number of annotators for every document."


@dataclass(frozen=True)
class PeopleAgreement:
    """How far people agree, as JSON and a document have it."""

    agreement: AnnotatorAgreement

    def to_dict(self) -> dict[str, Any]:
        """All of it by name; undefined is None."""
        agreement = self.agreement
        return {
            "annotators": len(agreement.people),
            "documents": agreement.documents,
            "labelled_by_one": agreement.alone,
            "labelled_by_nobody": agreement.unlabelled,
            "documents_that_differ": int(agreement.documents_disputed.sum()),
            "task": "single-label" if agreement.single_label else "multi-label",
            "distinct_sets": agreement.distinct_sets,
            "replicates": agreement.replicates,
            "seed": agreement.seed,
            "overall": {key: with_ends(value) for key, value in agreement.overall.items()},
            "per_class": class_values(agreement),
            "pairs": [pair_values(pair) for pair in agreement.twos],
            "people": [
                {
                    "annotator": person.name,
                    "documents": person.documents,
                    "shared": person.shared,
                    "classes_each": plain_number(person.classes_each),
                    "f": with_ends(person.f),
                    "cohen_kappa": with_ends(person.kappa),
                    "alpha_without": plain_number(person.alpha_without),
                    "rise": with_ends(person.rise),
                    "by_chance": person.by_chance,
                    "remark": remark_on(person, agreement),
                }
                for person in agreement.people
            ],
            "copies": [copy_values(copy) for copy in agreement.copies],
            "same_labels": [equal_values(pair) for pair in agreement.same_labels],
            "remarks": people_remarks(agreement),
        }

    def to_markdown(self) -> str:
        """The answer, what stands out of people, and the tables."""
        agreement = self.agreement
        left_out = left_out_text(agreement)
        lines = [
            f"**{in_markdown(agreement_text(agreement))}**"
            + (f" {in_markdown(left_out)}" if left_out else ""),
            "",
            *(f"- {in_markdown(remark)}" for remark in people_remarks(agreement)),
            "",
            _overall_table(agreement),
            "",
            agreement_reading(agreement),
            why_no_fleiss(agreement),
            "",
            _people_table(agreement),
            "",
            _classes_table(agreement),
        ]
        return "\n".join(lines)


def classes_frame(agreement: AnnotatorAgreement) -> pd.DataFrame:
    """One row for each class."""
    import pandas as pd

    each = agreement.per_class
    return pd.DataFrame(
        {
            "class": agreement.classes,
            "alpha": each.alpha,
            "low": each.low,
            "high": each.high,
            "agree on yes": each.positive,
            "agree on no": each.negative,
            "cohen_kappa": each.cohen,
            "fleiss_kappa": each.fleiss,
            "share of yes": each.yes,
            "judgements": each.judgements,
            "documents that differ": each.disputed,
        }
    )


def people_frame(agreement: AnnotatorAgreement) -> pd.DataFrame:
    """One row for each annotator."""
    import pandas as pd

    return pd.DataFrame(
        [
            {
                "annotator": person.name,
                "documents": person.documents,
                "shared": person.shared,
                "classes a document": person.classes_each,
                "f with the others": person.f.value,
                "f_low": person.f.low,
                "f_high": person.f.high,
                "kappa with the others": person.kappa.value,
                "kappa_low": person.kappa.low,
                "kappa_high": person.kappa.high,
                "alpha without": person.alpha_without,
                "rise of alpha": person.rise.value,
                "rise_low": person.rise.low,
                "rise_high": person.rise.high,
                "remark": remark_on(person, agreement),
            }
            for person in agreement.people
        ]
    )


def disputed_frame(truth: Truth, agreement: AnnotatorAgreement, positions: Array) -> pd.DataFrame:
    """Documents, positions into the agreement's, by what each set of classes was given by whom."""
    import pandas as pd

    rows = agreement.rows[positions]
    given: list[dict[str, list[str]]] = [{} for _ in rows]
    place = {int(row): i for i, row in enumerate(rows)}
    for person in truth.annotators:
        labels = person.labels.tocsr()
        for m in np.flatnonzero(np.isin(person.rows, rows)).tolist():
            members = labels.indices[labels.indptr[m] : labels.indptr[m + 1]]
            names = " | ".join(agreement.classes[c] for c in sorted(members)) or "(nothing)"
            given[place[int(person.rows[m])]].setdefault(names, []).append(person.name)
    words = [
        "; ".join(f"{names}: {', '.join(who)}" for names, who in sets.items()) for sets in given
    ]
    columns = {"document": document_ids(truth, rows), "said by": words}
    frame = pd.DataFrame(
        columns | {"classes that differ": np.diff(agreement.disputed.indptr)[positions]}
    )
    if (text := truth.text_column) is not None:
        frame[text if text not in frame else f"{text} (file)"] = truth.columns[text][rows]
    return frame


def _value_cells(interval: Interval, digits: int = 3) -> list[str]:
    low, high = interval.low, interval.high
    ends = NOTHING if np.isnan(low) else f"{low:.{digits}f} to {high:.{digits}f}"
    return [cell_of(plain_number(interval.value), digits), ends]


def _overall_table(agreement: AnnotatorAgreement) -> str:
    rows = [
        [agreement_measure_name(key, agreement), *_value_cells(value)]
        for key, value in shown_overall(agreement).items()
    ]
    return markdown_table(["measure", "value", "95 % interval"], rows)


def _people_table(agreement: AnnotatorAgreement) -> str:
    rows = [
        [
            in_markdown(person.name),
            f"{person.documents:,}",
            *_value_cells(person.f),
            *_value_cells(person.kappa),
            cell_of(plain_number(person.alpha_without)),
            in_markdown(remark_on(person, agreement)) if remark_on(person, agreement) else "",
        ]
        for person in agreement.people
    ]
    head = ["annotator", "documents", "F with the others", "95 %", "κ", "95 %", "α without"]
    return markdown_table([*head, "remark"], rows)


def _classes_table(agreement: AnnotatorAgreement) -> str:
    each = agreement.per_class
    rows = [
        [
            in_markdown(name),
            *_value_cells(Interval(each.low[c], each.high[c], value=each.alpha[c])),
            *(
                cell_of(plain_number(values[c]))
                for values in (each.positive, each.negative, each.cohen)
            ),
            cell_of(plain_number(each.fleiss[c])),
            cell_of(plain_number(each.yes[c])),
            f"{each.disputed[c]:,}",
        ]
        for c, name in enumerate(agreement.classes)
    ]
    head = ["class", "α", "95 %", "agree on yes", "agree on no", "Cohen’s κ", "Fleiss’ κ"]
    return markdown_table([*head, "share of yes", "documents that differ"], rows)


# --- how far people agree: a result that shows itself


@dataclass(frozen=True, repr=False, eq=False)
class AgreementResult:
    """How far the people who labelled agree, and how alike they, the systems and the truth label.

    `people` is None where no two people labelled the same document. `ceiling`: what people reach
    and systems beside them; None where no two people and all systems judged the same document.
    `ceiling_without`: the same without people who agree with the others no more than chance; None
    where there are none.
    """

    review: Review
    split: str | None
    documents: int
    people: AnnotatorAgreement | None
    likeness: PairwiseLikeness
    filtered: FilteredDocuments | None = None
    ceiling: CeilingResult | None = None
    ceiling_without: CeilingResult | None = None

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven agree --format json` prints; undefined is None."""
        people, ceiling, without = self.people, self.ceiling, self.ceiling_without
        return {
            "review": self.review.name,
            "split": self.split,
            "documents": self.documents,
            "annotators": [person.name for person in self.review.truth.annotators],
            "people": None if people is None else PeopleAgreement(people).to_dict(),
            "alike": [pair.to_dict() for pair in pair_likeness(self.likeness)],
            "ceiling": None if ceiling is None else ceiling.to_dict(),
            "ceiling_without_doubtful": without if without is None else without.to_dict(),
            **filter_data(self.filtered),
            "notes": [str(note) for note in self.review.notes],
            **class_map_data(self.review),
        }

    def to_markdown(self) -> str:
        """What `breakeven agree` prints."""
        lines = [f"# {in_markdown(self.review.name)}: how far people agree", ""]
        if self.people is not None:
            lines.append(PeopleAgreement(self.people).to_markdown())
        elif self.review.truth.annotators:
            lines.append(f"{NO_TWO}, so agreement cannot be measured.")
        else:
            lines.append(f"{NO_TWO}: the files do not name the annotators.")
        if pairs := pair_likeness(self.likeness):
            lines += [
                "",
                "Agreement of all annotators, pairwise; nobody is assumed to be right:",
                "",
            ]
            lines.append(likeness_table(pairs))
        parts = [under_title("\n".join(lines), self.filtered)]
        if self.ceiling is not None:
            parts += ["", "## People and systems", "", self.ceiling.to_markdown()]
        if self.ceiling_without is not None:
            parts += ["", in_markdown(without_text(self.ceiling_without))]
        notes = [str(note) for note in self.review.notes]
        return "\n".join([*parts, *notes_in_markdown(notes)])

    def frame(self) -> pd.DataFrame:
        """One row for each class; without annotators, for every two of systems and the truth."""
        return likeness_frame(self.likeness) if self.people is None else classes_frame(self.people)

    def annotators(self) -> pd.DataFrame:
        """One row for each annotator. ValueError where no two labelled the same document."""
        if self.people is None:
            raise ValueError("no two people labelled the same document")
        return people_frame(self.people)

    def twos(self) -> pd.DataFrame:
        """One row for every two of people, systems and the truth."""
        return likeness_frame(self.likeness)

    def __repr__(self) -> str:
        if self.people is None:
            return f"<Agreement on {self.review.name}: no two people labelled the same document>"
        return f"<Agreement on {self.review.name}: {agreement_text(self.people)}>"

    def _repr_html_(self) -> str:
        frame = self.frame()
        cells = [
            [f"{x:.3f}" if isinstance(x, float) else str(x) for x in row] for row in frame.values
        ]
        remarks = [] if self.people is None else people_remarks(self.people)
        paragraphs = map(values.html_paragraph, [repr(self)[1:-1], *remarks])
        table = values.html_table(list(frame.columns), cells[: values.MOST_HTML_ROWS], len(cells))
        return "".join([*paragraphs, table])


def agree(
    review: Review,
    split: str | None = None,
    *,
    system: str | None = None,
    cut: AnyCut | None = None,
    where: str | None = None,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> AgreementResult:
    """How far the people who labelled agree, per class, by twos and each with the others.

    `split`, `where`: which documents, as for `evaluate`; the filter asks about `system` under
    `cut`, which also decide the systems beside people. `replicates`: draws for intervals.
    ValueError for what there is not, and below 100 draws.

    >>> import breakeven as be
    >>> result = be.agree(be.sample("r8"))
    >>> result.people is None
    True
    """
    if replicates < 100:
        raise ValueError(f"{replicates} replicates tell nothing; take at least 100")
    selection = selection_of(review, system, split, where, cut)
    result = agreement_of_selection(review, selection, replicates=replicates, seed=seed)
    require_documents(result.filtered)
    return result


def agreement_of_selection(
    review: Review,
    selection: Selection,
    assumed: CeilingAssumptions = ASSUMED,
    *,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> AgreementResult:
    """Of the documents that a selection shows; all systems decide as they do beside its own.

    `assumed`: of people, for the ceiling. ValueError as `ceiling_of_selection`.
    """
    truth = review.truth
    filtered: FilteredDocuments | None = None
    rows: Array = truth.in_split(selection.split)
    if selection.where is not None:
        filtered = filter_documents(selection.where, candidates_of_selection(review, selection))
        rows = filtered.rows
    decisions = lookups_of(review, selection).output
    systems = tuple(
        Annotator(predictions.system, part.rows, assigned)
        for predictions in review.own
        if selection.split in splits_of(truth, predictions)
        for part, assigned in [decisions(predictions.system)]
    )
    people = agreement_of(truth, rows, systems, replicates, seed)
    ceiling = None
    if len(rows) and review.has_system:
        ceiling = ceiling_of_selection(review, selection, assumed)
    return AgreementResult(
        review,
        selection.split,
        len(rows),
        people,
        measure_likeness(truth, everyone(truth, systems), rows),
        filtered,
        ceiling,
        None if ceiling is None else without_doubtful(review, selection, assumed, people),
    )
