"""What the Labels page says, worked out in plain Python."""

from __future__ import annotations

from fractions import Fraction

from tests.pages.claims import Claims, Seen, all_same, claim, same

CLAIMS: Claims = []
FEW = 5


def pairs_of(seen: Seen, name: str) -> list[tuple[float, bool]]:
    """Probability and label of each judged document."""
    facts = seen.facts
    assert facts.scores is not None
    both = zip(facts.scores, facts.truth, strict=True)
    return [(p[name], name in labels) for p, labels in both if labels is not None]


def small(seen: Seen, name: str) -> bool:
    given = [label for _, label in pairs_of(seen, name)]
    return min(sum(given), len(given) - sum(given)) < FEW


def usual(seen: Seen, name: str, given: bool) -> float:
    """The mean probability of the documents that have the label, or have it not."""
    found = [p for p, label in pairs_of(seen, name) if label == given]
    return sum(found) / len(found)


def doubted(seen: Seen, name: str) -> tuple[int, int]:
    """How many labels of a class are missing, and how many wrong, by confident learning."""
    pairs = pairs_of(seen, name)
    inside, outside = usual(seen, name, True), 1 - usual(seen, name, False)
    counts = {(a, b): 0 for a in (False, True) for b in (False, True)}
    for p, given in pairs:
        yes, no = p >= inside - 1e-6, 1 - p >= outside - 1e-6
        if yes or no:
            counts[given, p > 1 - p if yes and no else yes] += 1
    doubts = []
    for given in (False, True):
        counts[given, given] = max(1, counts[given, given])
        all_given = sum(label == given for _, label in pairs)
        speaking = counts[given, given] + counts[given, not given]
        number = round(Fraction(all_given * counts[given, not given], speaking))
        against = sum(label == given and (p > 0.5) != given and p != 0.5 for p, label in pairs)
        doubts.append(min(number, against, all_given - 1))
    return doubts[0], doubts[1]


@claim(
    CLAIMS,
    r"# labels? looks? wrong, # looks? missing \(of # on # documents?\)\.",
)
def _in_doubt(seen: Seen, *shown: str) -> None:
    names = seen.facts.classes
    both = [doubted(seen, name) for name in names if not small(seen, name)]
    missing, wrong = (sum(of[i] for of in both) for i in (0, 1))
    labels = sum(label for name in names for _, label in pairs_of(seen, name))
    all_same(shown, (wrong, missing, labels, seen.facts.n))


@claim(CLAIMS, r"No label of # documents looks wrong or missing\.")
def _none(seen: Seen, documents: str) -> None:
    same(documents, seen.facts.n)


@claim(
    CLAIMS,
    r"# of # class(?:es)? cannot be checked: fewer than 5 documents have the class, or lack it\.",
)
def _few(seen: Seen, few: str, number: str) -> None:
    names = seen.facts.classes
    all_same((few, number), (sum(small(seen, name) for name in names), len(names)))


@claim(CLAIMS, r"Document d(\d+) (may lack|may wrongly have) the class @\.")
def _one(seen: Seen, document: str, how: str, name: str) -> None:
    labels = seen.facts.truth[int(document)]
    assert labels is not None
    assert (name in labels) == (how != "may lack")


@claim(CLAIMS, r"Its probability is #\. The mean of documents (with|without) it is #\.")
def _evidence(seen: Seen, p: str, which: str, mean: str) -> None:
    names = seen.facts.classes
    assert any(f"{v:.2f}" == p for name in names for v, _ in pairs_of(seen, name))
    assert any(f"{usual(seen, name, which == 'with'):.2f}" == mean for name in names)


@claim(CLAIMS, r"they run from # to #, but scores between 0 and 1 need not")
def _ends(seen: Seen, low: str, high: str) -> None:
    assert seen.facts.scores is not None
    values = [v for of in seen.facts.scores for v in of.values()]
    assert float(low) == float(f"{min(values):.6g}")
    assert float(high) == float(f"{max(values):.6g}")
