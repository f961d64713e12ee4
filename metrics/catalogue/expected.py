"""Entries about what to expect where only probabilities are known."""

from __future__ import annotations

from metrics.catalogue.entry import Entry
from metrics.catalogue.misprints import of

GROUP = "Expected effectiveness"

_WHOLE = "0 to 1"

ENTRIES = (
    Entry(
        "expected_measure",
        "Expected effectiveness",
        GROUP,
        r"\mathbb{E}[h(s,Z)] = \sum_{z\in\{0,1\}^n} h(s,z) \prod_i p_i^{z_i}(1-p_i)^{1-z_i}",
        "What a measure will be on average, if each document belongs to the class with its stated "
        "probability, independently.",
        "that of the measure",
        "",
        "The measure needs a value for every outcome, so what 0/0 counts as is part of it.",
        "Lewis 1995, (1)",
        "An estimate that stands on the probabilities; wrong probabilities are covered by no "
        "interval here. *s* are the decisions, *Z* the truth still unknown. For many measures a "
        "closed form saves the sum over all 2ⁿ outcomes.",
    ),
    Entry(
        "expected_precision",
        "Expected precision",
        GROUP,
        r"\mathbb{E}[P] = \frac{\sum_i s_i p_i}{\sum_i s_i}",
        "The mean probability of the documents assigned.",
        _WHOLE,
        "1",
        "Undefined where nothing is assigned.",
        "follows from Lewis 1995, (1)",
    ),
    Entry(
        "expected_f",
        "Expected F",
        GROUP,
        r"\mathbb{E}[F_\beta] = \sum_{a=0}^{k}\sum_{m=0}^{n-k} \Pr(A=a)\Pr(M=m)\,"
        r"\frac{(1+\beta^2)\,a}{k+\beta^2(a+m)}",
        "The F to expect, exactly, when k documents are assigned and no label is known.",
        _WHOLE,
        "1",
        r"Where nothing is assigned it is $C_F\prod_i(1-p_i)$; $C_F$, from 0 to 1 (Lewis prefers "
        "1), is what assigning nothing is worth when there is nothing.",
        "Lewis 1995, (14) to (16); the double sum is this project’s",
        "A hits among the assigned and M members among the rest are independent "
        "Poisson-binomial counts. The mean of F is not the F of the mean table. All printed "
        "numbers of Lewis’s Figures 3 and 4 come out.",
        of("E-L5", "E-L8", "E-L1"),
    ),
    Entry(
        "expected_f_best",
        "Best set for expected F",
        GROUP,
        r"k^{*} = \arg\max_{k}\; \mathbb{E}[F_\beta \mid \text{the } k \text{ largest } p_i]",
        "The number of documents to assign, the most probable first, so that expected F is "
        "greatest.",
        "0 to n documents",
        "",
        "Assigning nothing is best where probably nothing is there; it is worth $C_F$ then.",
        "Lewis 1995, appendix B; Ye, Chai, Lee & Chieu 2012",
        "Among equal values the smallest set. No fixed threshold does this: p = 0.4 is assigned "
        "beside 0.4 and 0.2, and left out beside 0.9 and 0.9.",
        of("E-L6", "E-L8"),
    ),
    Entry(
        "expected_f_approximation",
        "Expected F, approximation",
        GROUP,
        r"\mathbb{E}[F_\beta] \approx \frac{(1+\beta^2)\sum_i s_i p_i}"
        r"{\sum_i s_i+\beta^2\sum_i p_i}",
        "F of the expected contingency table, which is nearly the expected F for large sets.",
        _WHOLE,
        "1",
        r"Where nothing is assigned it is $C_F\prod_i(1-p_i)$, which is exact.",
        "Lewis 1995, (17)",
        "May lie above or below the exact value. Exact for β = 0.",
    ),
    Entry(
        "expected_f_bound",
        "Expected F, bound on the error",
        GROUP,
        r"\bigl|\mathbb{E}[F_\beta]-\tilde F_\beta\bigr| \le"
        r" \frac{\beta^4V+\beta^2(1+\beta^2)\sqrt{V_sV}}"
        r"{\bigl(\sum_i s_i+\beta^2\sum_i p_i\bigr)^2}",
        "How far the approximation can be from the exact expected F.",
        "0 and more",
        "0",
        "0 where nothing is assigned.",
        "Lewis 1995, (18) and appendix A",
        r"$V=\sum_i p_i(1-p_i)$; $V_s$ the same over the assigned; $\tilde F_\beta$ the "
        "approximation. Loose for small sets.",
    ),
    Entry(
        "expected_f_interval",
        "Expected F, sharper bounds",
        GROUP,
        r"\tilde F_\beta - \frac{(1+\beta^2)\beta^2V_s}{\mu^2} \;\le\; \mathbb{E}[F_\beta]"
        r" \;\le\; \tilde F_\beta - \frac{(1+\beta^2)\beta^2V_s}{\mu^2}+\frac{\beta^4V}{\mu^2}",
        "A two-sided interval that certainly holds the exact expected F, cheap to compute.",
        r"as wide as $\beta^4V/\mu^2$",
        "",
        "Only where something is assigned.",
        "this project, from the ingredients of Lewis 1995, appendix A",
        r"$\mu=\sum_i s_i+\beta^2\sum_i p_i$. It lies inside approximation ± bound.",
    ),
    Entry(
        "expected_averages",
        "Expected macro and micro F",
        GROUP,
        r"\mathbb{E}[F_{\text{macro}}] = \frac1C\sum_c\mathbb{E}[F_c]",
        "The expected mean is the mean of the expected values; expected micro F is one problem "
        "over all pairs.",
        _WHOLE,
        "1",
        "As for expected F of each class.",
        "this project; Lewis 1995, section 9, leaves it open",
        "The same holds for the average over documents.",
    ),
    Entry(
        "ranking_principle",
        "Ranking principle",
        GROUP,
        r"p_i \ge p_j \text{ for all } i \in S,\, j \notin S \text{, for some optimal } S",
        "Some best set of decisions takes the most probable documents and stops.",
        "",
        "",
        "",
        "Lewis 1995; proof in appendix B",
        "Holds for loss with D > 0, for F given independence, and trivially for the squared error "
        "in counting. Not for loss with D < 0.",
        of("E-L6"),
    ),
    Entry(
        "threshold_principle",
        "Threshold principle",
        GROUP,
        r"s_i = 1 \iff p_i > t \text{, with one } t \text{ for every set of documents}",
        "One threshold, known from the measure alone, is best for every set of documents.",
        "",
        "",
        "",
        "Lewis 1995",
        "Stronger than the ranking principle. Holds for loss with D > 0; not for F, and not for "
        "counting.",
        of("E-L3"),
    ),
    Entry(
        "monitoring",
        "Batches and streams",
        GROUP,
        r"s_t = 1 \iff k^{*}_t \ge 1 \text{ and } p_t \ge p_{(k^{*}_t)}"
        r" \text{ in the window of the last } n",
        "Expected values watched over blocks or a rolling window, and each new document decided in "
        "the context of the last n.",
        "",
        "",
        "Blocks and windows that are not full are marked.",
        "Lewis 1995, sections 1, 8 and 9; the window rule is this project’s",
        "Earlier decisions stay. Alarms: an estimate outside what is usual for documents like "
        "those of a reference block; a realised value outside its block’s interval once labels "
        "arrive.",
    ),
)
