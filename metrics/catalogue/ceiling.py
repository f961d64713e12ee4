"""Entries about what people reach against each other, and what wrong labels do to a number."""

from __future__ import annotations

from metrics.catalogue.agreement import GROUP
from metrics.catalogue.comparison import INTERVAL_MEANS
from metrics.catalogue.entry import Entry

ENTRIES = (
    Entry(
        key="human_ceiling",
        function="metrics.ceiling.mean_influence",
        name="Human ceiling",
        group=GROUP,
        formula=(
            r"\frac1m\sum_{h=1}^{m} F\bigl(h,\ \mathrm{vote}_{-h}\bigr)\quad\text{beside}\quad"
            r"\frac1m\sum_{h=1}^{m} F\bigl(\text{system},\ \mathrm{vote}_{-h}\bigr)"
        ),
        meaning=(
            "What people reach against the vote of the other people, each left out once, and what "
            "a system reaches against the same votes on the same documents."
        ),
        range=(0, 1),
        best="a system need not stay below it",
        undefined="As for F; a person for whom it is undefined is left out of the mean.",
        source=("Lewis 1991, Standard of Correctness", "this project"),
        note=(
            "Like for like: a system is never held against a vote that includes the person it is "
            "compared with. What the vote leaves open (a tie) counts for neither. With two people "
            "each is the other’s vote, and the ceiling is their pairwise F, which for β = 1 is "
            "their positive agreement. The vote of few people is itself often wrong, so the "
            "ceiling lies below what people reach against the truth."
        ),
    ),
    Entry(
        key="gap_to_people",
        function="metrics.ceiling.gap",
        name="Interval of system minus people",
        group=GROUP,
        formula=(r"\Delta \pm t_{0.975}\sqrt{\tfrac{n}{n-1}\sum_d (u_d-v_d)^2}"),
        meaning=(
            "How far the difference of system and people may be from that over all such "
            f"documents: {INTERVAL_MEANS}."
        ),
        range="-1 to 1; shown in points",
        best="narrow",
        undefined="None where their decisions differ on fewer than two documents.",
        source=("the delta method", "this project"),
        note=(
            r"$u_d$ and $v_d$ are by how much document d moves the value of the system and of "
            "people, so what makes a document hard for both cancels. Clusters count whole. Called "
            "better or worse only where the interval leaves out 0 and six documents tell."
        ),
    ),
    Entry(
        key="alternative_annotator",
        function="metrics.annotators.alternative.alternative_test",
        name="Alternative annotator test",
        group=GROUP,
        formula=(
            r"H_0^j:\ \rho^{\text{system}}_j \le \rho^{\text{person}}_j - \varepsilon,\qquad"
            r" \omega = \frac{\#\{j: H_0^j \text{ rejected}\}}{m},\qquad"
            r" \rho = \frac1m\sum_j \rho^{\text{system}}_j"
        ),
        meaning=(
            "Whether a system may stand in for a person: against how many of the people it agrees "
            "with the others as well as that person does, but for an allowance ε."
        ),
        range=(0, 1),
        best="ω at least 0.5",
        undefined=(
            "No test below three people, and none of a person with fewer than 30 documents."
        ),
        source=("Calderon, Reichart & Dror 2025", "Benjamini & Yekutieli 2001"),
        note=(
            r"$\rho_j$: share of documents on which one agrees with the remaining people at least "
            "as well as the other; with one class a document by the share who gave the same class, "
            "else by the mean overlap. One-sided paired t-test; false findings over the people "
            "held at 5 %. ε is a choice: 0.2 for experts, 0.15 for skilled people, 0.1 for a "
            "crowd. 50 to 100 documents are wanted. ρ ranks systems."
        ),
    ),
    Entry(
        key="label_noise",
        function="metrics.label_noise.noise_band",
        name="Band that label noise leaves",
        group=GROUP,
        formula=(
            r"\begin{aligned} \mathrm{tp}-\min(a,\mathrm{tp})+\max(0,b-\mathrm{tn})"
            r" &\le \mathrm{tp}_{\text{true}} \le"
            r" \mathrm{tp}-\max(0,a-\mathrm{fn})+\min(b,\mathrm{fp})\\"
            r" \text{independent:}\quad \mathrm{tp}_{\text{true}} &="
            r" \frac{\mathrm{tp}-(1-\mathrm{sp})(\mathrm{tp}+\mathrm{fp})}"
            r"{\mathrm{se}+\mathrm{sp}-1}\end{aligned}"
        ),
        meaning=(
            "What a measure may truly be if some labels are wrong: least if they coincide with "
            "what the system got right, most if they coincide with its errors, and in between if "
            "they are independent of it."
        ),
        range="inside 0 to 1",
        best="narrow",
        undefined="Independent: undefined where labels are no better than chance.",
        source=("Rogan & Gladen 1978", "this project"),
        note=(
            "a of the documents given a class are not in it, b of the others are. The documents "
            "truly in it and those assigned are the same throughout, so precision, recall and F "
            "rise with the true hits alone. Where a share g of labels is right, accuracy is off by "
            r"at most 1 - g; $A_{\text{true}} = (A-(1-g))/(2g-1)$ holds only for two classes and "
            "independent errors. A band, never one corrected number."
        ),
    ),
)
