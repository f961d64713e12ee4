"""Entries about thresholds for a wish, and about what can be promised of them.

Tested in `test_catalogue`.
"""

from __future__ import annotations

from metrics.catalogue.entry import Entry

GROUP = "Prediction rules"

ENTRIES = (
    Entry(
        key="wished_recall",
        function="metrics.thresholds.strategies.threshold_of_recall",
        name="Recall at least ρ",
        group=GROUP,
        formula=r"\tau = \arg\max_{\tau:\, R(\tau) \ge \rho}\; P(\tau) \text{ on tuning documents}",
        meaning=(
            "The threshold with the best precision among those that find the share ρ of the "
            "positives."
        ),
        range="τ among the scores of positives",
        undefined="Without positives, or where too many have no score, no threshold reaches it.",
        source=("This project",),
        note=(
            "For each class, or with one threshold over all classes. On other documents about half "
            "of such thresholds fall short; tick the promise to avoid that. Of equal values, the "
            "highest threshold."
        ),
    ),
    Entry(
        key="wished_precision",
        function="metrics.thresholds.strategies.threshold_of_precision",
        name="Precision at least π",
        group=GROUP,
        formula=r"\tau = \arg\max_{\tau:\, P(\tau) \ge \pi}\; R(\tau) \text{ on tuning documents}",
        meaning=(
            "The threshold that finds most among those whose predictions are right in the share π "
            "or more."
        ),
        range="τ among the scores of positives, and ∞",
        undefined="Where no threshold reaches it the class is never predicted.",
        source=("This project",),
        note=(
            "For each class, or with one threshold over all classes. On other documents about half "
            "of such thresholds fall short; tick the promise to avoid that. Of equal values, the "
            "highest threshold."
        ),
    ),
    Entry(
        key="promised_recall",
        function="metrics.promises.class_thresholds.promise_recall",
        name="Promised recall",
        group=GROUP,
        formula=(
            r"\tau = s_{(j)},\quad j = \max\{i : \Pr(\mathrm{Beta}(i,\, m - i + 1) > 1 - \rho)"
            r" \le \delta\}"
        ),
        meaning=(
            "The threshold at the j-th lowest score of the m positives: on other documents like "
            "these recall is at least ρ in 95 of 100 cases."
        ),
        undefined=(
            "With fewer than ln δ / ln ρ positives nothing can be promised: 29 for 0.90, 59 for "
            "0.95."
        ),
        source=("Wilks 1941",),
        note=(
            "Exact for any scores; δ is 0.05, divided by the number of levels that were tried. "
            "Equal scores stay together. Documents in clusters, or of unequal weight, count "
            "by what they are worth. Over all classes the bounds are those of the gate, and "
            "approximate."
        ),
    ),
    Entry(
        key="promised_precision",
        function="metrics.promises.class_thresholds.promise_precision",
        name="Promised precision",
        group=GROUP,
        formula=(
            r"\tau = \min\{\tau_i : L_\delta(\mathrm{tp}(\tau_l),\, s(\tau_l)) \ge \pi"
            r" \text{ for all } l \le i\}"
        ),
        meaning=(
            "From the strictest threshold down, as long as the lower bound L of precision stays at "
            "least π: on other documents like these precision is at least π in 95 of 100 cases."
        ),
        undefined="Nothing can be promised where the strictest threshold fails.",
        source=("Clopper & Pearson 1934", "Bauer 1991", "Angelopoulos et al. 2021"),
        note=(
            "The strictest threshold predicts the class for 30 documents, or as many as must all "
            "be right; each further one for a tenth more. The order is fixed before, so trying "
            "several costs nothing. Precision may rise and fall; thresholds after the first "
            "failure do not count."
        ),
    ),
    Entry(
        key="risk_control",
        function="metrics.promises.document_means.control_risk",
        name="Promised mean over documents",
        group=GROUP,
        formula=r"\frac{n\,\hat{L}(\tau) + 1}{n + 1} \;\le\; 1 - \rho",
        meaning=(
            "The highest threshold at which the mean of recall per document is at least ρ, on "
            "average over samples of documents."
        ),
        undefined="With fewer than 1 / (1 - ρ) - 1 documents nothing can be promised.",
        source=("Angelopoulos et al. 2024",),
        note=(
            "Conformal risk control: the loss is 1 - recall of a document, and one more document "
            "is counted as lost completely. It holds on average, not for each class and not "
            "in 95 of 100 cases. Clusters count as the number of documents they are worth."
        ),
    ),
    Entry(
        key="candidates",
        function="metrics.promises.document_means.control_risk",
        name="Candidates",
        group=GROUP,
        formula=(
            r"\tau = \text{the } \lfloor \alpha (n + 1) \rfloor \text{-th lowest of }"
            r" \min_{c \in Y_d} \text{score}_{dc}"
        ),
        meaning=(
            "Every class above one threshold is offered, so that in a share 1 - α of the "
            "documents all true classes are among those offered."
        ),
        undefined="With fewer than 1 / α - 1 documents nothing can be promised.",
        source=("Angelopoulos et al. 2024",),
        note=(
            "It serves people who choose from a list, as in subject indexing. Judge it together "
            "with the number of classes offered per document. It holds on average over documents, "
            "not for "
            "each class: “All classes” shows where it fails."
        ),
    ),
)
