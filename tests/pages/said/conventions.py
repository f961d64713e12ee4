"""What is said of settings and conventions, which nothing is counted for."""

from __future__ import annotations

from functools import partial

from tests.pages.claims import Claims, Seen, claim

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(r"each pair counts in part: 1 / the larger of the two numbers")
def _(_: Seen) -> None:
    """How the matrix counts: `Facts.confused` does it so."""


@says(r"\(or fewer than 6 documents tell them apart", r"corrected for 1 comparison with the best",
      r"close to 5 % one may say more than the other", r"p is at most 0\.05",
      r"the value of all such documents in 95 of 100 cases",
      r"none for all classes pooled, or below 3 documents of a class",
      r"are undefined, not 0\b", r"its 95 % interval\.", r"above 5 %",
      r"fewer than 5 documents are truly of both", r"loses more than 10 %",
      r"below 5 confusions")  # fmt: skip
def _(_: Seen) -> None:
    """Conventions of tests, intervals and suggestions."""


@says(r"The first 20\. Choose a row to open its document")
def _(_: Seen) -> None:
    """How many stand below a number: the link beside them says how many there are in all."""


@says(r"@: score ≥ 0\.5", r"looked at 1 time under 1 rule", r"Below 0, the rule did better",
      r"The least expected loss assigns where the probability is above 0\.5")  # fmt: skip
def _(_: Seen, *__: str) -> None:
    """The rule as it was set, and what has been done: nothing counted from the file."""


@says(r"\([^()]*\b5 ?%[^()]*\)", r"# ?%(?= of (?:a split|the documents that have either)| "
      r"more or fewer)",
      r"\(1 ?%(?:, corrected [^()]*)?\)", r"whole 95 % intervals?", r"The 95 % interval of",
      r"lower end of the 95 % interval", r"fewer than 20 words|of 20 words or more",
      r"(?:fewer than|Only the|both have|have) 15 (?:labelled )?(?:training )?documents", r"±0\.05",
      r"holds the cut 0\.5", r"below (?:the cut of )?0\.5\b", r"the cut of 0\.5", r"share 80 ?%",
      r"more than 2 times an equal share", r"share divided by 2", r"by more than 0\.1",
      r"2024-01-31",
      r"more than 90 ?% as alike", r"clearly more than 5 ?%", r"has 5 ?% of all errors",
      r"higher by 0\.05 or more", r"A warning from (?:5|25) % on", r"of 1 % of all, the answers",
      r"No class has 10 documents to fit", r"20 nearest", r"class of 10 documents and more",
      r"Of more than 20,000 documents")  # fmt: skip
def _(_: Seen, *__: str) -> None:
    """Limits as they are set, and conventions: nothing counted from the file."""


@says(r"where it will turn out with 95 %", r"add up to 1\b", r"F counts as 1 \(0 if "
      r"“Undefined \(0/0\) counts as” is 0, "
      r"else 1\)", r"scores? between 0 and 1", r"all lie between 0 and 1\b",
      r"ROC AUC of a rare class is near 1 however many false alarms")  # fmt: skip
def _(_: Seen) -> None:
    """Conventions."""


@says(r"score ≥ 0\.5 \(assumed: the file gives no threshold\)", r"95 % intervals?",
      r"0/0")  # fmt: skip
def _(_: Seen) -> None:
    """Conventions."""
