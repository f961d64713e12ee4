"""Entries about what to expect where only probabilities are known, and how good these are.

Tested in `tests/metrics/catalogue/test_catalogue.py`.
"""

from __future__ import annotations

from metrics import measures
from metrics.catalogue.entry import Entry

# --- Entries about what to expect where only probabilities are known


EXPECTED = "Expected effectiveness"

EXPECTED_ENTRIES = (
    Entry(
        key="expected_measure",
        function="metrics.expected.expected_measures.expected_measure",
        name="Expected effectiveness",
        group=EXPECTED,
        formula=(
            r"\mathbb{E}[h(s,Z)] = \sum_{z\in\{0,1\}^n} h(s,z) \prod_i p_i^{z_i}(1-p_i)^{1-z_i}"
        ),
        meaning=(
            "What a measure will be on average, if each document belongs to the class with "
            "its stated probability, independently."
        ),
        range="that of the measure",
        undefined=(
            "The measure needs a value for every outcome, so what 0/0 counts as is part of it."
        ),
        source=("Lewis 1995, (1)",),
        note=(
            "The estimate rests on the probabilities; no interval here covers wrong probabilities. "
            "*s* are the predictions, *Z* the truth still unknown. A measure "
            "of the contingency table sees only how many of the predicted, and how many of the "
            "others, are members, which saves the sum over all 2ⁿ outcomes."
        ),
    ),
    Entry(
        key="expected_precision",
        function="metrics.expected.expected_measures.expected_measure",
        name="Expected precision",
        group=EXPECTED,
        formula=r"\mathbb{E}[P] = \frac{\sum_i s_i p_i}{\sum_i s_i}",
        meaning="The mean probability of the documents predicted.",
        range=(0, 1),
        best=1,
        undefined="Undefined where nothing is predicted.",
        source=("follows from Lewis 1995, (1)",),
    ),
    Entry(
        key="expected_f",
        function="metrics.expected.expected_f.expected_f",
        name="Expected F",
        group=EXPECTED,
        formula=(
            r"\mathbb{E}[F_\beta] = \sum_{a=0}^{k}\sum_{m=0}^{n-k} \Pr(A=a)\Pr(M=m)\,"
            r"\frac{(1+\beta^2)\,a}{k+\beta^2(a+m)}"
        ),
        meaning="The exact expected F when k documents are predicted and no label is known.",
        range=(0, 1),
        best=1,
        undefined=(
            r"Where nothing is predicted it is $C_F\prod_i(1-p_i)$; $C_F$, from 0 to 1 (Lewis "
            "prefers 1), is what predicting nothing is worth when no document is in the class."
        ),
        source=("Lewis 1995, (14) to (16); the double sum is this project’s",),
        note=(
            "A hits among the predicted and M members among the rest are independent "
            "Poisson-binomial counts. The mean of F is not the F of the mean table. All "
            "printed numbers of Lewis’s Figures 3 and 4 come out."
        ),
        misprints=("E-L5", "E-L8", "E-L1"),
    ),
    Entry(
        key="expected_f_best",
        function="metrics.expected.expected_f.best_set",
        name="Best set for expected F",
        group=EXPECTED,
        formula=(
            r"k^{*} = \arg\max_{k}\; \mathbb{E}[F_\beta \mid \text{the } k \text{ largest } p_i]"
        ),
        meaning=(
            "The number of documents to predict, the most probable first, so that expected F "
            "is greatest."
        ),
        range="0 to n documents",
        undefined=(
            "Predicting nothing is best where probably no document is in the class; it is then "
            "worth $C_F$."
        ),
        source=("Lewis 1995, appendix B", "Ye, Chai, Lee & Chieu 2012"),
        note=(
            "Among equal values the smallest set. No fixed threshold does this: p = 0.4 is "
            "predicted beside 0.4 and 0.2, and left out beside 0.9 and 0.9."
        ),
        misprints=("E-L6", "E-L8"),
    ),
    Entry(
        key="expected_f_approximation",
        function="metrics.expected.expected_f.approximate_f",
        name="Expected F, approximation",
        group=EXPECTED,
        formula=(
            r"\mathbb{E}[F_\beta] \approx \frac{(1+\beta^2)\sum_i s_i p_i}"
            r"{\sum_i s_i+\beta^2\sum_i p_i}"
        ),
        meaning=(
            "F of the expected contingency table, which is nearly the expected F for large sets."
        ),
        range=(0, 1),
        best=1,
        undefined=r"Where nothing is predicted it is $C_F\prod_i(1-p_i)$, which is exact.",
        source=("Lewis 1995, (17)",),
        note="May lie above or below the exact value. Exact for β = 0.",
    ),
    Entry(
        key="expected_f_bound",
        function="metrics.expected.expected_f.approximate_f",
        name="Expected F, bound on the error",
        group=EXPECTED,
        formula=(
            r"\bigl|\mathbb{E}[F_\beta]-\tilde F_\beta\bigr| \le"
            r" \frac{\beta^4V+\beta^2(1+\beta^2)\sqrt{V_sV}}"
            r"{\bigl(\sum_i s_i+\beta^2\sum_i p_i\bigr)^2}"
        ),
        meaning="How far the approximation can be from the exact expected F.",
        range="0 and more",
        best=0,
        undefined="0 where nothing is predicted.",
        source=("Lewis 1995, (18) and appendix A",),
        note=(
            r"$V=\sum_i p_i(1-p_i)$; $V_s$ the same over the predicted; $\tilde F_\beta$ the "
            "approximation. Loose for small sets."
        ),
    ),
    Entry(
        key="expected_f_interval",
        function="metrics.expected.expected_f.approximate_f",
        name="Expected F, sharper bounds",
        group=EXPECTED,
        formula=(
            r"\tilde F_\beta - \frac{(1+\beta^2)\beta^2V_s}{\mu^2} \;\le\; \mathbb{E}[F_\beta]"
            r" \;\le\; \tilde F_\beta - \frac{(1+\beta^2)\beta^2V_s}{\mu^2}+\frac{\beta^4V}{\mu^2}"
        ),
        meaning="A two-sided interval that certainly holds the exact expected F, cheap to compute.",
        range=r"as wide as $\beta^4V/\mu^2$",
        undefined="Only where something is predicted.",
        source=("this project, from the ingredients of Lewis 1995, appendix A",),
        note=r"$\mu=\sum_i s_i+\beta^2\sum_i p_i$. It lies inside approximation ± bound.",
    ),
    Entry(
        key="expected_averages",
        name="Expected macro and micro F",
        group=EXPECTED,
        formula=r"\mathbb{E}[F_{\text{macro}}] = \frac1C\sum_c\mathbb{E}[F_c]",
        meaning=(
            "The expected mean is the mean of the expected values; expected micro F is one "
            "problem over all pairs."
        ),
        range=(0, 1),
        best=1,
        undefined="As for expected F of each class.",
        source=("this project; Lewis 1995, section 9, leaves it open",),
        note=(
            "The same holds for the average over documents. Where every document has exactly one "
            "class there are as many members as documents, and expected micro F is its "
            "approximation."
        ),
    ),
    Entry(
        key="ranking_principle",
        name="Ranking principle",
        group=EXPECTED,
        formula=(
            r"p_i \ge p_j \text{ for all } i \in S,\, j \notin S \text{, for some optimal } S"
        ),
        meaning="Some best set of predictions takes the most probable documents and stops.",
        source=("Lewis 1995; proof in appendix B",),
        note=(
            "Holds for loss with D > 0, for F given independence, and trivially for the "
            "squared error in counting. Not for loss with D < 0."
        ),
        misprints=("E-L6",),
    ),
    Entry(
        key="threshold_principle",
        function="metrics.expected.expected_f.best_set",
        name="Threshold principle",
        group=EXPECTED,
        formula=r"s_i = 1 \iff p_i > t \text{, with one } t \text{ for every set of documents}",
        meaning="One threshold, known from the measure alone, is best for every set of documents.",
        source=("Lewis 1995",),
        note=(
            "Stronger than the ranking principle. Holds for loss with D > 0; not for F, and "
            "not for counting."
        ),
        misprints=("E-L3",),
    ),
    Entry(
        key="monitoring",
        name="Batches and streams",
        group=EXPECTED,
        formula=(
            r"s_t = 1 \iff k^{*}_t \ge 1 \text{ and } p_t \ge p_{(k^{*}_t)}"
            r" \text{ in the window of the last } n"
        ),
        meaning=(
            "Expected values followed over blocks or a rolling window, and each new document "
            "predicted in the context of the last n."
        ),
        undefined="Blocks and windows that are not full are marked.",
        source=("Lewis 1995, sections 1, 8 and 9; the window rule is this project’s",),
        note=(
            "Earlier predictions stay. Alarms: an estimate outside what is usual for documents "
            "like those of a reference block; an actual value outside its block’s interval "
            "once labels arrive."
        ),
    ),
)


# --- Entries about how many members a class has, and how good probabilities are


COUNTING = "Counting and probabilities"

COUNTING_ENTRIES = (
    Entry(
        key="sec",
        function=measures.squared_error_in_counting,
        name="Squared error in counting",
        group=COUNTING,
        formula=r"\mathrm{SEC} = (\mathrm{fp}-\mathrm{fn})^2",
        meaning="How far the number predicted is from the number of members, squared.",
        range="0 and more, in documents squared",
        best=0,
        undefined="Always defined.",
        source=("Lewis 1995, (19)",),
        note=(
            "Wrong predictions of both kinds cancel out, so a perfect count needs no right "
            "prediction."
        ),
    ),
    Entry(
        key="expected_sec",
        function="metrics.expected.prediction.expected_squared_error_in_counting",
        name="Expected squared error in counting",
        group=COUNTING,
        formula=(
            r"\mathbb{E}[\mathrm{SEC}] = V + \Bigl(\sum_i p_i - k\Bigr)^2,\qquad"
            r" V = \sum_i p_i(1-p_i)"
        ),
        meaning="The expected squared error in counting when k documents are predicted.",
        range="V and more",
        best="V",
        undefined="Always defined.",
        source=("Lewis 1995, (20) to (24)",),
        note=(
            "Only how many are predicted matters, not which. The best k is the whole number "
            "nearest to the expected count; better still is not to count predictions at all."
        ),
        misprints=("E-L7",),
    ),
    Entry(
        key="expected_count",
        function="metrics.expected.prediction.expected_count",
        name="Expected count",
        group=COUNTING,
        formula=r"e = \sum_i p_i",
        meaning="The best estimate of how many members a class has: the sum of the probabilities.",
        range="0 to n documents, seldom whole",
        undefined="0 where there are no documents.",
        source=("Lewis 1995, (23)",),
        note="Its expected squared error is V, the least possible.",
        misprints=("E-L7",),
    ),
    Entry(
        key="count_interval",
        function="metrics.expected.prediction.expected_count",
        name="Prediction interval of the count",
        group=COUNTING,
        formula=r"\sum_i p_i \pm 1.96\,\sqrt{\textstyle\sum_i p_i(1-p_i)}",
        meaning="Where the true number of members lies in about 95 of 100 cases.",
        range="around the expected count; unclipped it may leave 0 to n",
        best="narrow",
        undefined="Always defined.",
        source=("Lewis 1995, (25)",),
        note=(
            "Too narrow when the probabilities are themselves uncertain. Over all classes of "
            "documents that have exactly one each there is nothing to predict: the sum is the "
            "number of documents."
        ),
        misprints=("E-L2",),
    ),
    Entry(
        key="classify_and_count",
        name="Classify and count",
        group=COUNTING,
        formula=r"k = \mathrm{tp}+\mathrm{fp}",
        meaning="The number of documents predicted, taken as the number of members.",
        range="0 to n documents",
        best="k = tp + fn",
        undefined="Always defined.",
        source=("Lewis 1995, (19)",),
        note="Off by fp − fn. Predictions tuned for F or loss are not tuned for counting.",
    ),
    Entry(
        key="brier",
        function="metrics.expected.calibration.squared_probability_error",
        name="Squared probability error (Brier score)",
        group=COUNTING,
        formula=r"\frac1n\sum_i(z_i-p_i)^2",
        meaning="How far the probabilities are from the truth, squared and averaged.",
        range=(0, 1),
        best=0,
        undefined="Undefined where there are no documents.",
        aliases={"Brier score": "weather forecasts", "brier_score_loss": "scikit-learn"},
        source=("Lewis 1995, (26)", "Brier 1950"),
        note=(
            "Judges the probabilities, not the predictions. Always saying the prevalence π "
            "gives π(1 − π), which is small for a rare class."
        ),
    ),
    Entry(
        key="log_loss",
        function="metrics.expected.probability_losses.log_losses",
        name="Log loss",
        group=COUNTING,
        formula=r"\frac1n\sum_i -\ln\bigl(z_i\,p_i+(1-z_i)(1-p_i)\bigr)",
        meaning=(
            "How low a probability the system gave to what is true: the mean of minus its "
            "logarithm."
        ),
        range="0 to infinity",
        best=0,
        undefined=(
            "Undefined where there are no documents. Infinite where what is true had the "
            "probability 0: such terms are counted, and the mean of the others is given too."
        ),
        aliases={
            "cross-entropy": "machine learning",
            "logarithmic loss": "",
            "log_loss": "scikit-learn, which moves 0 to the smallest number above it",
            "negative log-likelihood": "statistics",
        },
        source=("Good 1952",),
        note=(
            "With one class per document, also of the probability of its true class alone. A "
            "single certain mistake outweighs all else, but not in the Brier score."
        ),
    ),
    Entry(
        key="reliability",
        function="metrics.expected.calibration.reliability",
        name="Reliability (calibration)",
        group=COUNTING,
        formula=r"\Bigl(\bar p_b,\; \frac{\#\{i \in b : z_i = 1\}}{n_b}\Bigr) \text{ per bin } b",
        meaning="Beside each stated probability, how often it turned out true.",
        range="0 to 1 each",
        best="on the diagonal",
        undefined="An empty bin has no point.",
        source=("Murphy & Winkler 1977",),
        note=(
            "Below the diagonal the probabilities are too high. A point from few documents says "
            "little. Where every document has exactly one class, only its most probable one is "
            "counted (of two classes, one), as the others add up to the rest whatever is true."
        ),
    ),
    Entry(
        key="ece",
        function="metrics.expected.calibration.reliability",
        name="Expected calibration error",
        group=COUNTING,
        formula=r"\sum_b \frac{n_b}{n}\,\bigl|\bar z_b-\bar p_b\bigr|",
        meaning="The mean distance between stated probability and observed share, bin by bin.",
        range=(0, 1),
        best=0,
        undefined="Undefined where there are no documents.",
        source=("Naeini, Cooper & Hauskrecht 2015",),
        note=(
            "It depends on the bins, so compare only equal binnings. A value of 0 does not mean "
            "good probabilities: always saying the prevalence has it too."
        ),
    ),
)
