"""Entries about uncertainty, and about differences between systems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from metrics.catalogue.entry import Entry
from metrics.catalogue.misprints import of

GROUP = "Comparison and uncertainty"

ENTRIES = (
    Entry(
        "wilson_interval",
        "Interval of precision and recall (Wilson)",
        GROUP,
        r"\frac{\hat p+\frac{z^2}{2n}\pm z\sqrt{\frac{\hat p(1-\hat p)}{n}"
        r"+\frac{z^2}{4n^2}}}{1+\frac{z^2}{n}},\qquad z = 1.96",
        "Where the share would lie, with 95 % confidence, had more documents like these been "
        "tested.",
        "inside 0 to 1",
        "narrow",
        "Undefined where nothing was tried (0/0).",
        "Wilson 1927",
        "For precision n is what was assigned, for recall the positives. It holds for few "
        "documents too, unlike the textbook interval, which has no width at 0 and 1.",
    ),
    Entry(
        "f_interval",
        "Interval of F per class",
        GROUP,
        r"F = \frac{J}{J+w(1-J)},\qquad w = \frac{(1-\alpha)\,\mathrm{fn}+\alpha\,\mathrm{fp}}"
        r"{\mathrm{fp}+\mathrm{fn}}",
        "The Wilson interval of the overlap J, carried over to F, which rises with it.",
        "inside 0 to 1",
        "narrow",
        "Undefined where nothing is assigned and nothing is true.",
        "this project",
        r"$\alpha = \frac{1}{1+\beta^2}$. The errors are divided between fp and fn as observed; "
        "for β = 1, w = ½ and the division does not matter.",
    ),
    Entry(
        "bootstrap_interval",
        "Interval of an average (bootstrap)",
        GROUP,
        r"\bigl[\,X^{*}_{(2.5\,\%)},\; X^{*}_{(97.5\,\%)}\,\bigr]",
        "Where the average would lie in 95 of 100 cases had other documents of the same kind been "
        "tested.",
        "inside the range of the measure",
        "narrow",
        "None below two documents.",
        "Efron 1979, percentile method",
        "Documents are drawn again, with replacement and with all their decisions, so classes stay "
        "correlated. It says nothing of other training data or of a changed world.",
    ),
    Entry(
        "relative_change",
        "Points and relative change",
        GROUP,
        r"\text{points} = \text{new}-\text{old},\qquad"
        r" \text{relative} = \frac{\text{new}-\text{old}}{\text{old}}",
        "The same difference told two ways, to be named apart.",
        "any",
        "",
        "The relative change from 0 is undefined.",
        "Manning, Raghavan & Schütze 2008, section 13.6",
        "From 0.80 to 0.88: 8 points, 10 %.",
        of("E-I5"),
    ),
    Entry(
        "paired_interval",
        "Interval of a difference (paired bootstrap)",
        GROUP,
        r"\bigl[\,(X_B-X_A)^{*}_{(2.5\,\%)},\; (X_B-X_A)^{*}_{(97.5\,\%)}\,\bigr]",
        "Where the difference of two systems would lie in 95 of 100 cases had other documents of "
        "the same kind been tested.",
        "-1 to 1; shown in points",
        "narrow",
        "Undefined where either system's value is.",
        "Efron 1979, percentile method",
        "Both systems get the same drawn documents, so what makes a document hard for both "
        "cancels. Per class a difference counts only where at least six documents are decided "
        "differently: five, all going one way, have p = 1/16.",
    ),
    Entry(
        "detectable",
        "Smallest detectable difference",
        GROUP,
        r"(z_{0.975}+z_{0.8})\,\operatorname{se}(X_B-X_A) = 2.80\,\operatorname{se}",
        "The true difference that 80 of 100 test sets of this size would show at 5 %, two-sided.",
        "0 to 1; shown in points",
        "narrow",
        "Undefined where the difference is.",
        "this project, from the normal approximation",
        "The standard error is that of the paired bootstrap.",
    ),
    Entry(
        "randomisation",
        "Approximate randomisation",
        GROUP,
        r"p = \frac{1+\#\{\,|X_B-X_A|^{*}\ge|X_B-X_A|\,\}}{1+\text{swaps}}",
        "If two systems were alike, how often swapping their decisions, document by document, "
        "would give a difference this large.",
        "0 to 1",
        "",
        "Undefined where the difference is.",
        "Noreen 1989; Yeh 2000 for precision, recall and F",
        "For up to 13 differing documents all swaps are tried and p is exact.",
    ),
    Entry(
        "mcnemar",
        "McNemar test",
        GROUP,
        r"p = 2\sum_{j\ge \max(k,\,n-k)}\binom nj 2^{-n}",
        "Whether, among documents that only one of two systems got exactly right, one wins too "
        "often for chance.",
        "0 to 1",
        "",
        "No test where there is no such document (n = 0).",
        "McNemar 1947",
        "Exact, two-sided, at most 1. With several classes a document is right only if all are.",
    ),
    Entry(
        "corrections",
        "Many tests: Holm, Benjamini–Hochberg",
        GROUP,
        r"p^{H}_{(i)}=\max_{j\le i}(m-j+1)\,p_{(j)},\qquad"
        r" p^{BH}_{(i)}=\min_{j\ge i}\tfrac mj\,p_{(j)}",
        "What is left of many classes or systems tested at once: Holm bounds the risk of any false "
        "finding, Benjamini–Hochberg the expected share of false ones among the findings.",
        "0 to 1",
        "",
        "Undefined p-values stay out.",
        "Holm 1979; Benjamini & Hochberg 1995",
        "p-values in rising order, m of them; none above 1.",
    ),
    Entry(
        "micro_sign_test",
        "Micro sign test (s)",
        GROUP,
        r"p = \sum_{j\ge k}\binom nj 2^{-n}",
        "Whether, among decisions that only one of two systems got right, one wins too often for "
        "chance.",
        "0 to 1",
        "",
        "No test where the systems never differ (n = 0).",
        "Yang & Liu 1999, as generally cited",
        "n decisions on which exactly one is right, k of them system A. One-sided. For n > 12 "
        r"also $Z = \frac{k-n/2}{\sqrt n/2}$. Takes decisions for independent, which decisions on "
        "one document are not.",
    ),
    Entry(
        "macro_sign_test",
        "Macro sign test (S)",
        GROUP,
        r"p = \sum_{j\ge k}\binom nj 2^{-n}",
        "The same over classes: on how many of the classes that differ is one system’s F₁ the "
        "larger.",
        "0 to 1",
        "",
        "No test where no class differs (n = 0).",
        "Yang & Liu 1999, as generally cited",
        "A class of two documents counts as much as one of a thousand.",
    ),
    Entry(
        "macro_t_test",
        "Macro t-test (T) and on ranks (T′)",
        GROUP,
        r"t = \frac{\bar d}{\operatorname{se}(d)},\qquad d_c = F_c(A)-F_c(B)",
        "Whether the mean difference of the classes’ F₁ is too far from 0 for chance.",
        "any; p from 0 to 1",
        "",
        "No test with fewer than two classes, or when all differences are equal.",
        "Yang & Liu 1999, as generally cited",
        "T′ replaces the values by their ranks first, so outliers weigh less.",
    ),
    Entry(
        "p_test",
        "Test of two proportions (p-test)",
        GROUP,
        r"Z = \frac{p_A-p_B}{\sqrt{p(1-p)\left(\frac1{n_A}+\frac1{n_B}\right)}}",
        "Whether two shares, such as two recalls, differ by more than chance.",
        "any; p from 0 to 1",
        "",
        "No test where nothing was tried, or where the pooled share is 0 or 1.",
        "Yang & Liu 1999, as generally cited",
        "p is the pooled share. Trials: for recall the true pairs, for precision the assigned, "
        "for accuracy all. It ignores that both systems saw the same documents.",
    ),
)


@dataclass(frozen=True)
class Note:
    """Plain text. `of` is what the trials are, in the plural."""

    name: str
    asks: str
    assumes: str
    not_for: str
    of: str


NOTES: Mapping[str, Note] = {
    "bootstrap": Note(
        "Paired bootstrap",
        "Where would the difference lie on other documents of the same kind?",
        "Documents are independent draws from what will come; both systems get the same ones.",
        "Classes with a handful of documents, or a changed world: it only redraws what is here.",
        "documents",
    ),
    "randomisation": Note(
        "Approximate randomisation",
        "If the two systems were alike, how often would swapping their decisions, document by "
        "document, give a difference this large?",
        "Documents are independent; under the null each document’s two outcomes are "
        "exchangeable. No distribution is assumed.",
        "The size of the difference: it only says whether there is one.",
        "documents that differ",
    ),
    "micro_sign_test": Note(
        "Micro sign test (s)",
        "Of the decisions that exactly one system gets right, does one system have more than half?",
        "Every decision is independent. Decisions on one document are not, so p can be too small.",
        "Precision, recall or F as such: a missed class and a false alarm count the same.",
        "decisions",
    ),
    "mcnemar": Note(
        "McNemar test",
        "Of the documents that exactly one system gets exactly right, does one system have more "
        "than half?",
        "Documents are independent; exact binomial, any number of them.",
        "Partial success: with several classes a document is right only if all of them are.",
        "documents",
    ),
    "macro_sign_test": Note(
        "Macro sign test (S)",
        "Of the classes whose values differ, does one system have the larger in more than half?",
        "Classes are independent draws from classes like these, all of equal weight.",
        "How much the values differ; a class of two documents counts like one of a thousand.",
        "classes",
    ),
    "macro_t_test": Note(
        "Macro t-test (T)",
        "Is the mean difference of the classes’ values too far from zero?",
        "Classes are independent and their differences roughly normal and alike in spread.",
        "Few classes, or differences that a few tiny classes dominate.",
        "classes",
    ),
    "macro_rank_test": Note(
        "Macro t-test on ranks (T′)",
        "The same after all values of both systems gave way to their ranks.",
        "Classes are independent; an outlier weighs no more than its rank.",
        "The size of the difference: ranks know no points.",
        "classes",
    ),
    "p_test": Note(
        "Test of two proportions (p-test)",
        "Do two shares differ by more than chance?",
        "The trials of the two systems are separate and independent.",
        "Systems on the same documents: it ignores the pairing, and then says “no” too often.",
        "trials of both",
    ),
}
