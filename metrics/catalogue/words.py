"""Entries about the words of documents."""

from __future__ import annotations

from metrics.catalogue.entry import Entry

GROUP = "Words of documents"

ENTRIES = (
    Entry(
        key="words_apart",
        function="metrics.words_apart.words_apart",
        name="Words that go with one group of documents",
        group=GROUP,
        formula=(
            r"\begin{aligned} \delta_w &= \ln\frac{y_w+\alpha_w}{n+\alpha_0-y_w-\alpha_w}"
            r" - \ln\frac{y'_w+\alpha_w}{n'+\alpha_0-y'_w-\alpha_w},\qquad"
            r" \alpha_w = \alpha_0\,\frac{b_w+\frac12}{b+1}\\"
            r" z_w &= \frac{\delta_w}{\sqrt{\frac1{y_w+\alpha_w}+\frac1{n+\alpha_0-y_w-\alpha_w}"
            r"+\frac1{y'_w+\alpha_w}+\frac1{n'+\alpha_0-y'_w-\alpha_w}}} \end{aligned}"
        ),
        meaning=(
            "How much more often documents of one group have a word than those of another, in "
            "standard errors; it goes with the group, and need not be why it is one."
        ),
        range="−∞ to ∞; above 0 where the word goes with the first group",
        best="0: the word parts nothing",
        undefined="Undefined for a word in fewer than three documents, and for an empty group.",
        source=("Monroe, Colaresi & Quinn 2008", "Benjamini & Hochberg 1995"),
        note=(
            "$y_w$ of $n$ documents of one group have the word, $y'_w$ of $n'$ of the other and "
            "$b_w$ of all $b$. A word counts once in a document, as words of one document come "
            r"together. The prior draws towards how common the word is; its weight $\alpha_0$ is "
            "the number of documents of the smaller group. Shown are words whose p-value is at "
            "most 0.05 after Benjamini & Hochberg over all words tested: hardly any by chance."
        ),
    ),
)
