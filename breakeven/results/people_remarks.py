"""People who stand out: who copied, whose labels are the same, who agrees with nobody.

What the others reach without them, too. Tested in `test_agreement`.
"""

from __future__ import annotations

from dataclasses import replace

from breakeven.analysis.annotators.agreement import AnnotatorAgreement, Person
from breakeven.analysis.annotators.copied_labels import CopiedLabels
from breakeven.analysis.findings.validity_findings import equal_pair_meaning, equal_pair_text
from breakeven.analysis.selection.selection import Selection
from breakeven.data.records import Review
from breakeven.data.wording import figure_of, interval_text, listed, p_of, quoted
from breakeven.results.ceiling import CeilingAssumptions, CeilingResult, ceiling_of_selection


def people_remarks(agreement: AnnotatorAgreement) -> list[str]:
    """What stands out of single people, in plain sentences; names as they are written."""
    remarks = [_copied(copy) for copy in agreement.copies]
    remarks += [
        f"{equal_pair_text(pair)}. {equal_pair_meaning(pair.impossible)}"
        for pair in agreement.same_labels
    ]
    return remarks + [
        _by_chance(person, agreement) for person in agreement.people if person.by_chance
    ]


def _copied(copy: CopiedLabels) -> str:
    return (
        f"{quoted(copy.name)} labels as {quoted(copy.system)} predicts: F of the two is "
        f"{figure_of(copy.f, 2)}, but {figure_of(copy.with_others, 2)} with the other people, and "
        f"{figure_of(copy.others_with_system, 2)} between these and the system. Independent "
        f"errors would give about {figure_of(copy.expected, 2)} (p {p_of(copy.p)}, corrected over "
        "people and systems). Either the labels were copied, or the system was trained on this "
        "person’s."
    )


def _by_chance(person: Person, agreement: AnnotatorAgreement) -> str:
    return (
        f"{quoted(person.name)} does not clearly agree with the others: κ "
        f"{figure_of(person.kappa.value, 2)} (95 %: "
        f"{interval_text(person.kappa.low, person.kappa.high, 2)}). Without this person α rises "
        f"from {figure_of(agreement.overall['alpha'].value, 2)} to "
        f"{figure_of(person.alpha_without, 2)}."
    )


def remark_on(person: Person, agreement: AnnotatorAgreement) -> str:
    """The remark on a person in a few words; "" without one."""
    copied = [
        f"as {quoted(copy.system)} predicts"
        for copy in agreement.copies
        if copy.name == person.name
    ]
    alike = [
        f"as {quoted(second)}"
        for pair in agreement.same_labels
        for first, second in ((pair.first, pair.second), (pair.second, pair.first))
        if first == person.name
    ]
    return "; ".join(copied + alike + (["no clear agreement"] if person.by_chance else []))


# --- what people and systems reach without those who agree with nobody


def without_doubtful(
    review: Review,
    selection: Selection,
    assumed: CeilingAssumptions,
    people: AnnotatorAgreement | None,
) -> CeilingResult | None:
    """The ceiling without people who agree with the others no more than chance; None for none."""
    random = () if people is None else tuple(p.name for p in people.people if p.by_chance)
    if not set(random) - set(assumed.without):
        return None
    without = tuple(dict.fromkeys((*assumed.without, *random)))
    return ceiling_of_selection(review, selection, replace(assumed, without=without))


def without_text(ceiling: CeilingResult) -> str:
    """What people and systems reach without those who agree with nobody; plain text."""
    names = ceiling.votes.ignored
    who = "who does" if len(names) == 1 else "who do"
    return (
        f"Without {listed(names)}, {who} not clearly agree with the others: "
        f"{' '.join(ceiling.texts)}"
    )
