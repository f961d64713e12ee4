"""What each test of a difference asks, takes for granted, and is not for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


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
