"""Entries about ways from scores to decisions."""

from __future__ import annotations

from metrics.catalogue.entry import Entry
from metrics.catalogue.misprints import of

GROUP = "Cuts"

ENTRIES = (
    Entry(
        "given",
        "Decisions in the file",
        GROUP,
        r"s_{dc} = \text{as the file says}",
        "The decisions that came with the data, unchanged.",
        "",
        "",
        "",
        "2011 note, section 1",
    ),
    Entry(
        "largest",
        "Largest score",
        GROUP,
        r"s_{dc} = 1 \iff c = \arg\max_{c'} \text{score}_{dc'}",
        "Each document gets the one class with the largest score.",
        "",
        "",
        "A document without any score gets no class.",
        "Manning, Raghavan & Schütze 2008, section 14.5; ties by this project",
        "Among equal scores the class that comes first in the class order.",
    ),
    Entry(
        "threshold",
        "One threshold",
        GROUP,
        r"s_{dc} = 1 \iff \text{score}_{dc} \ge \tau",
        "A document gets every class that scores at least τ.",
        "",
        "",
        "A pair without a score is never assigned.",
        "2011 note, section 3",
        "At least τ, so a score equal to the threshold is in. (For probabilities under a loss the "
        "rule is strict: see the optimal rule.)",
    ),
    Entry(
        "rcut",
        "Top k per document (RCut)",
        GROUP,
        r"s_{dc} = 1 \iff \text{rank of } c \text{ in } d \le k",
        "Each document gets its k best classes, the same k for all.",
        "k from 0 to the number of classes",
        "",
        "",
        "Yang 2001; Field, as reported in Lewis 1991; ties by this project",
        "Ties at the cut: *order* assigns exactly k, the earlier class first; *include* assigns "
        "all that equal the k-th. Natural on line, but coarse. Giving each document as many "
        "classes as it truly has uses what nobody knows in operation and is no evaluation.",
    ),
    Entry(
        "scut",
        "Tuned threshold per class (SCut)",
        GROUP,
        r"\tau_c = \arg\max_{\tau}\; F_\beta(\tau) \text{ on tuning documents}",
        "Each class gets the threshold that served best on tuning documents, then frozen.",
        "τ among the scores that occur, and ∞",
        "",
        "A class without positives in the tuning documents cannot be tuned.",
        "2011 note, section 3; Yang 2001",
        "Among equal values the highest threshold. Tuned on the documents that are shown, the "
        "result is an upper bound and not an estimate. Finest of the rules, but small classes "
        "overfit.",
    ),
    Entry(
        "pcut",
        "Proportional (PCut)",
        GROUP,
        r"k_c = \Bigl\lfloor x\, g_c\, n + \tfrac12 \Bigr\rfloor",
        "Each class gets its best documents, as many as its share of the training documents says.",
        "0 to n documents",
        "",
        "Without training documents there is no share.",
        "Yang 2001; Sebastiani 2002 (proportional thresholding)",
        r"$g_c$ is the class’s share in training, n the documents to decide, x a factor (1: the "
        "same share). Needs the whole batch, so it cannot decide on line.",
    ),
    Entry(
        "top_k_curve",
        "Top-k curve",
        GROUP,
        r"k \mapsto \bigl(R_{\text{micro}}, P_{\text{micro}}, \text{fallout}\bigr)"
        r"\text{ under RCut}",
        "Recall, precision and fallout of the pooled table as every document gets more classes.",
        "k from 0 to the number of classes",
        "",
        "At k = 0 precision is undefined.",
        "Field, as reported in Lewis 1991",
    ),
    Entry(
        "threshold_curve",
        "Threshold curve",
        GROUP,
        r"\tau \mapsto \bigl(R_{\text{micro}}(\tau),\, P_{\text{micro}}(\tau)\bigr)",
        "Precision and recall of the pooled table as one threshold for all classes falls.",
        "one point per distinct score",
        "",
        "Undefined when no class has positives.",
        "Fuhr & Knorz, as reported in Lewis 1991",
    ),
    Entry(
        "optimism",
        "Tuned on what is shown",
        GROUP,
        r"\max_{\tau} F_\beta^{\text{shown}}(\tau) \;\ge\;"
        r" F_\beta^{\text{shown}}(\tau^{*}_{\text{dev}})",
        "A threshold chosen on the documents it is then measured on gives a number that is too "
        "good.",
        "",
        "",
        "",
        "Manning, Raghavan & Schütze 2008, section 13.6",
        "Tune on development documents, look at the test documents once. Many systems over years "
        "wear out a test set too. Optimizing one measure does not optimize another, and results "
        "from different set-ups (90 or 118 classes, break-even or F₁) are not comparable.",
        of("E-N3", "E-N5"),
    ),
)
