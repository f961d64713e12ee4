"""Entries about ways from scores to predictions."""

from __future__ import annotations

from metrics.catalogue.entry import Entry

GROUP = "Prediction rules"

ENTRIES = (
    Entry(
        key="given",
        name="Predictions in the file",
        group=GROUP,
        formula=r"s_{dc} = \text{as the file says}",
        meaning="The predictions that came with the data, unchanged.",
        source=("2011 note, section 1",),
    ),
    Entry(
        key="largest",
        function="metrics.thresholds.strategies.largest",
        name="Largest score",
        group=GROUP,
        formula=r"s_{dc} = 1 \iff c = \arg\max_{c'} \text{score}_{dc'}",
        meaning="Each document gets the one class with the largest score.",
        undefined="A document without any score gets no class.",
        source=("Manning, Raghavan & Schütze 2008, section 14.5; ties by this project",),
        note=(
            "Of equal scores, the class that comes first in the class order is taken. A pair that "
            "nobody judged takes part, so the predicted class may count neither as right nor as "
            "wrong."
        ),
    ),
    Entry(
        key="threshold",
        function="metrics.thresholds.strategies.at_thresholds",
        name="One threshold",
        group=GROUP,
        formula=r"s_{dc} = 1 \iff \text{score}_{dc} \ge \tau",
        meaning="A document gets every class that scores at least τ.",
        undefined="A pair without a score is never predicted.",
        source=("2011 note, section 3",),
        note=(
            "At least τ, so a score equal to the threshold is in. (For probabilities under a "
            "loss the rule is strict: see the optimal rule.)"
        ),
    ),
    Entry(
        key="rcut",
        function="metrics.thresholds.strategies.top_k",
        name="Top k per document (RCut)",
        group=GROUP,
        formula=r"s_{dc} = 1 \iff \text{rank of } c \text{ in } d \le k",
        meaning="Each document gets its k best classes, the same k for all.",
        range="k from 0 to the number of classes",
        source=("Yang 2001; Field, as reported in Lewis 1991; ties by this project",),
        note=(
            "Ties at the threshold: *order* predicts exactly k, the earlier class first; *include* "
            "predicts all that equal the k-th. It can predict documents one at a time, but is "
            "coarse. Giving each document as many classes as it truly has uses what nobody knows "
            "in production, and is no evaluation."
        ),
    ),
    Entry(
        key="scut",
        function="metrics.thresholds.strategies.best_threshold",
        name="Tuned threshold per class (SCut)",
        group=GROUP,
        formula=r"\tau_c = \arg\max_{\tau}\; F_\beta(\tau) \text{ on tuning documents}",
        meaning=(
            "Each class gets the threshold that was best on the tuning documents, and keeps it."
        ),
        range="τ among the scores that occur, and ∞",
        undefined="A class without positives in the tuning documents cannot be tuned.",
        source=("2011 note, section 3", "Yang 2001"),
        note=(
            "Of equal values, the highest threshold. Tuned on the documents shown, the result is "
            "an upper bound and not an estimate. It is the most flexible rule, but overfits small "
            "classes."
        ),
    ),
    Entry(
        key="pcut",
        function="metrics.thresholds.strategies.proportional",
        name="Proportional (PCut)",
        group=GROUP,
        formula=r"k_c = \Bigl\lfloor x\, g_c\, n + \tfrac12 \Bigr\rfloor",
        meaning=(
            "Each class gets its best documents, as many as its share of the training "
            "documents says."
        ),
        range="0 to n documents",
        undefined="Without training documents there is no share.",
        source=("Yang 2001", "Sebastiani 2002 (proportional thresholding)"),
        note=(
            "$g_c$ is the class’s share in training, n the documents to decide, x a factor "
            "(1: the same share). Documents count by their weights, if they have some. It needs "
            "the whole batch, so it cannot predict documents one at a time."
        ),
    ),
    Entry(
        key="top_k_curve",
        function="metrics.thresholds.strategies.top_k_curve",
        name="Top-k curve",
        group=GROUP,
        formula=(
            r"k \mapsto \bigl(R_{\text{micro}}, P_{\text{micro}}, \text{fallout}\bigr)"
            r"\text{ under RCut}"
        ),
        meaning=(
            "Recall, precision and fallout of the pooled table as every document gets more classes."
        ),
        range="k from 0 to the number of classes",
        undefined="At k = 0 precision is undefined.",
        source=("Field, as reported in Lewis 1991",),
    ),
    Entry(
        key="threshold_curve",
        function="metrics.thresholds.threshold_curve.threshold_curve",
        name="Threshold curve",
        group=GROUP,
        formula=r"\tau \mapsto \bigl(R_{\text{micro}}(\tau),\, P_{\text{micro}}(\tau)\bigr)",
        meaning=(
            "Precision and recall of the pooled table as one threshold for all classes is lowered."
        ),
        range="one point per distinct score",
        undefined="Undefined when no class has positives.",
        source=("Fuhr & Knorz, as reported in Lewis 1991",),
    ),
    Entry(
        key="optimism",
        name="Tuned on the documents shown",
        group=GROUP,
        formula=(
            r"\max_{\tau} F_\beta^{\text{shown}}(\tau) \;\ge\;"
            r" F_\beta^{\text{shown}}(\tau^{*}_{\text{dev}})"
        ),
        meaning=(
            "A threshold chosen on the documents it is then measured on gives a number that "
            "is too good."
        ),
        source=("Manning, Raghavan & Schütze 2008, section 13.6",),
        note=(
            "Tune on development documents, and look at the test documents once. Many systems over "
            "the years wear out a test set too. Optimizing one measure does not optimize another, "
            "and results from different set-ups (90 or 118 classes, break-even or "
            "F₁) are not comparable."
        ),
        misprints=("E-N3", "E-N5"),
    ),
)
