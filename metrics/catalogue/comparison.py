"""Entries about uncertainty, and about differences between systems.

Tested in `tests/metrics/catalogue/test_catalogue.py`.
"""

from __future__ import annotations

from metrics.catalogue.entry import Entry, TestFacts

GROUP = "Comparison and uncertainty"

# the one sentence on what an interval means, on pages too
INTERVAL_MEANS = "intervals made this way hold the value of all such documents in 95 of 100 cases"

ENTRIES = (
    Entry(
        key="wilson_interval",
        function="metrics.uncertainty.intervals.wilson",
        name="Interval of precision and recall (Wilson)",
        group=GROUP,
        formula=(
            r"\frac{\hat p+\frac{z^2}{2n}\pm z\sqrt{\frac{\hat p(1-\hat p)}{n}"
            r"+\frac{z^2}{4n^2}}}{1+\frac{z^2}{n}},\qquad z = 1.96"
        ),
        meaning=f"How far the share may be from that of all such documents: {INTERVAL_MEANS}.",
        range="inside 0 to 1",
        best="narrow",
        undefined="Undefined where nothing was tried (0/0).",
        source=("Wilson 1927",),
        note=(
            "For precision, n is what was predicted; for recall, the positives. Unlike the "
            "textbook interval, which has no width at 0 and 1, it also holds for few documents."
        ),
    ),
    Entry(
        key="f_interval",
        function="metrics.uncertainty.intervals.f_interval",
        name="Interval of F per class",
        group=GROUP,
        formula=(
            r"F = \frac{J}{J+w(1-J)},\quad J = \frac{\mathrm{tp}}{\mathrm{tp}+m/w},\quad"
            r" m = \alpha\,\mathrm{fp}+(1-\alpha)\,\mathrm{fn},\quad"
            r" w = \frac{\alpha^2(\mathrm{fp}+\frac12)+(1-\alpha)^2(\mathrm{fn}+\frac12)}"
            r"{\alpha(\mathrm{fp}+\frac12)+(1-\alpha)(\mathrm{fn}+\frac12)}"
        ),
        meaning=(
            "The Wilson interval of a share J of hits, carried over to F, which rises with it: "
            f"{INTERVAL_MEANS}."
        ),
        range="inside 0 to 1, around F",
        best="narrow",
        undefined="Undefined where nothing is predicted and nothing is true.",
        source=("Wilson 1927", "Satterthwaite 1946", "this project"),
        note=(
            r"$\alpha = \frac{1}{1+\beta^2}$. For β = 0 it is the interval of precision, for ∞ "
            "that of recall, for 1 that of the overlap; between these, the division of errors into "
            "fp and fn is as uncertain as their number."
        ),
    ),
    Entry(
        key="average_interval",
        function="metrics.uncertainty.average_intervals.micro_interval",
        name="Interval of an average",
        group=GROUP,
        formula=(
            r"n_{\mathrm{eff}} = \frac{\hat X(1-\hat X)}{\sum_d u_d^2},\qquad"
            r" u_d = \sum_{j}\frac{\partial X}{\partial n_j}\,n_{jd}"
        ),
        meaning=f"How far an average may be from that of all such documents: {INTERVAL_MEANS}.",
        range="inside 0 to 1, around the average",
        best="narrow",
        undefined="None below two documents.",
        source=("Wilson 1927", "this project"),
        note=(
            r"$u_d$ is how much document d moves the average, with all its predictions "
            "($n_{jd}$: its tp, fp, fn, tn), so classes stay correlated; the interval is Wilson’s "
            r"for $n_{\mathrm{eff}}$ trials. A mean over classes is first corrected for being too "
            r"low in classes of few documents, by what the other classes make likely. It says "
            r"nothing "
            "of other training data or of a changed world."
        ),
    ),
    Entry(
        key="relative_change",
        function="metrics.averaging.relative_change",
        name="Points and relative change",
        group=GROUP,
        formula=(
            r"\text{points} = \text{new}-\text{old},\qquad"
            r" \text{relative} = \frac{\text{new}-\text{old}}{\text{old}}"
        ),
        meaning="The same difference in two forms, to be named differently.",
        range="any",
        undefined="The relative change from 0 is undefined.",
        source=("Manning, Raghavan & Schütze 2008, section 13.6",),
        note="From 0.80 to 0.88: 8 points, 10 %.",
        misprints=("E-I5",),
    ),
    Entry(
        key="paired_interval",
        function="metrics.uncertainty.resampling.percentiles",
        name="Interval of a difference (paired bootstrap)",
        group=GROUP,
        formula=r"\bigl[\,(X_B-X_A)^{*}_{(2.5\,\%)},\; (X_B-X_A)^{*}_{(97.5\,\%)}\,\bigr]",
        meaning=(
            "How far the difference of two systems may be from that over all such documents: "
            f"{INTERVAL_MEANS}."
        ),
        range="-1 to 1; shown in points",
        best="narrow",
        undefined="Undefined where either system's value is.",
        source=("Efron 1979, percentile method",),
        note=(
            "Both systems get the same drawn documents, so documents that are hard for both "
            "cancel out. For a class, a difference counts only where at least six documents "
            "differ: five, all going one way, have p = 1/16. In borderline cases the "
            "interval and p may disagree: one draws documents again, the other swaps the two "
            "systems."
        ),
        test=TestFacts(
            name="Paired bootstrap",
            asks="How large may the difference be over all such documents?",
            assumes=(
                "Documents are independent draws from what will come; both systems get the "
                "same ones."
            ),
            not_for=(
                "Classes with a handful of documents, or a changed world: it only redraws "
                "what is here."
            ),
            trials="documents",
        ),
    ),
    Entry(
        key="detectable",
        function="metrics.uncertainty.power.detectable",
        name="Smallest detectable difference",
        group=GROUP,
        formula=r"(z_{0.975}+z_{0.8})\,\operatorname{se}(X_B-X_A) = 2.80\,\operatorname{se}",
        meaning=(
            "The true difference that 80 of 100 test sets of this size would show at 5 %, "
            "two-sided."
        ),
        range="0 to 1; shown in points",
        best="narrow",
        undefined="Undefined where the difference is.",
        source=("this project, from the normal approximation",),
        note="The standard error is that of the paired bootstrap.",
    ),
    Entry(
        key="required_size",
        function="metrics.uncertainty.power.required_sample",
        name="Documents needed",
        group=GROUP,
        formula=r"\min\{\,n : h(n-1.645\sqrt{n},\,x)\le w \text{ for all } x\in[\,l,u\,]\}",
        meaning=(
            "The documents of a class that are enough to know F to ±w, whatever its true value x "
            "inside the "
            "present interval; h is half the width of the interval."
        ),
        range="documents",
        best="few",
        undefined="Undefined where F is, and without documents of the class.",
        source=("this project",),
        note=(
            "Counts fall short by 1.645 roots of their number in 5 of 100 cases. A class with "
            "fewer documents than would be enough for an F of 1 cannot be judged at all."
        ),
    ),
    Entry(
        key="learning_curve",
        function="metrics.dataset.learning_curve.fit_power_law",
        name="Learning curve",
        group=GROUP,
        formula=r"F(n) = a - b\,n^{-c},\qquad 0\le a\le 1,\; b, c>0",
        meaning=(
            "What a system that learnt from n documents reaches, by least squares through systems "
            "that learnt from at least three numbers of documents."
        ),
        range="0 to 1",
        best="high",
        undefined=(
            "Not drawn below three sizes, where nothing rises, or where it leaves the interval of "
            "a point; nothing is said beyond four times the largest size."
        ),
        source=("Cortes et al. 1994", "this project"),
        note=(
            "Its interval draws the points again, by how the tested documents move all of them "
            "together, and with more than three points by how far they scatter about it."
        ),
    ),
    Entry(
        key="randomisation",
        function="metrics.uncertainty.resampling.swapping_weights",
        name="Approximate randomisation",
        group=GROUP,
        formula=r"p = \frac{1+\#\{\,|X_B-X_A|^{*}\ge|X_B-X_A|\,\}}{1+\text{swaps}}",
        meaning=(
            "If two systems were alike, how often swapping their predictions, document by "
            "document, would give a difference this large."
        ),
        range=(0, 1),
        undefined="Undefined where the difference is.",
        source=("Noreen 1989", "Yeh 2000 for precision, recall and F"),
        note="For up to 13 differing documents all swaps are tried and p is exact.",
        test=TestFacts(
            name="Approximate randomisation",
            asks=(
                "If the two systems were alike, how often would swapping their predictions, "
                "document by document, give a difference this large?"
            ),
            assumes=(
                "Documents are independent; under the null each document’s two outcomes are "
                "exchangeable. No distribution is assumed."
            ),
            not_for="The size of the difference: it only says whether there is one.",
            trials="documents that differ",
        ),
    ),
    Entry(
        key="mcnemar",
        function="metrics.uncertainty.significance.sign_test",
        name="McNemar test",
        group=GROUP,
        formula=r"p = 2\sum_{j\ge \max(k,\,n-k)}\binom nj 2^{-n}",
        meaning=(
            "Whether, among documents that only one of two systems got completely right, one of "
            "them wins too often for chance."
        ),
        range=(0, 1),
        undefined="No test where there is no such document (n = 0).",
        source=("McNemar 1947",),
        note=(
            "Exact, two-sided, at most 1. With several classes a document is right only if all are."
        ),
        test=TestFacts(
            name="McNemar test",
            asks=(
                "Of the documents that exactly one system gets completely right, does one system "
                "have more than half?"
            ),
            assumes="Documents are independent; exact binomial, any number of them.",
            not_for=(
                "Partial success: with several classes a document is right only if all of them are."
            ),
            trials="documents",
        ),
    ),
    Entry(
        key="corrections",
        function="metrics.uncertainty.significance.corrected",
        name="Many tests: Holm, Benjamini–Hochberg",
        group=GROUP,
        formula=(
            r"p^{H}_{(i)}=\max_{j\le i}(m-j+1)\,p_{(j)},\qquad"
            r" p^{BH}_{(i)}=\min_{j\ge i}\tfrac mj\,p_{(j)}"
        ),
        meaning=(
            "Which differences remain when many classes or systems are tested at once: Holm bounds "
            "the risk of "
            "any false finding, Benjamini–Hochberg the expected share of false ones among the "
            "findings."
        ),
        range=(0, 1),
        undefined="Undefined p-values stay out.",
        source=("Holm 1979", "Benjamini & Hochberg 1995"),
        note="p-values in rising order, m of them; none above 1.",
    ),
    Entry(
        key="micro_sign_test",
        function="metrics.uncertainty.significance.sign_test",
        name="Micro sign test (s)",
        group=GROUP,
        formula=r"p = 2\sum_{j\ge \max(k,\,n-k)}\binom nj 2^{-n}",
        meaning=(
            "Whether, among predictions that only one of two systems got right, one wins too "
            "often for chance."
        ),
        range=(0, 1),
        undefined="No test where the systems never differ (n = 0).",
        source=("Yang & Liu 1999, as generally cited",),
        note=(
            "n predictions on which exactly one is right, k of them system A. Two-sided, at most "
            r"1. For n > 12 also $Z = \frac{k-n/2}{\sqrt n/2}$. It assumes that predictions are "
            r"independent, which predictions on one document are not."
        ),
        test=TestFacts(
            name="Micro sign test (s)",
            asks=(
                "Of the predictions that exactly one system gets right, does one system have "
                "more than half?"
            ),
            assumes=(
                "Every prediction is independent. Predictions on one document are not, so p can "
                "be too small. Where a document has one class and gets one, predictions differ in "
                "pairs, and the test is not made: McNemar's is the right one."
            ),
            not_for=(
                "Precision, recall or F as such: a missed class and a false alarm count the same."
            ),
            trials="predictions",
        ),
    ),
    Entry(
        key="macro_sign_test",
        function="metrics.uncertainty.significance.macro_sign_test",
        name="Macro sign test (S)",
        group=GROUP,
        formula=r"p = 2\sum_{j\ge \max(k,\,n-k)}\binom nj 2^{-n}",
        meaning=(
            "The same over classes: on how many of the classes that differ is one system’s F₁ "
            "the larger."
        ),
        range=(0, 1),
        undefined="No test where no class differs (n = 0).",
        source=("Yang & Liu 1999, as generally cited",),
        note=(
            "n classes whose values differ, k of them in favour of system A. Two-sided, at most "
            "1. A class of two documents counts as much as one of a thousand."
        ),
        test=TestFacts(
            name="Macro sign test (S)",
            asks=(
                "Of the classes whose values differ, does one system have the larger in more "
                "than half?"
            ),
            assumes="Classes are independent draws from classes like these, all of equal weight.",
            not_for=(
                "How much the values differ; a class of two documents counts like one of a "
                "thousand."
            ),
            trials="classes",
        ),
    ),
    Entry(
        key="macro_t_test",
        function="metrics.uncertainty.significance.macro_t_test",
        name="Macro t-test (T)",
        group=GROUP,
        formula=r"t = \frac{\bar d}{\operatorname{se}(d)},\qquad d_c = F_c(A)-F_c(B)",
        meaning="Whether the mean difference of the classes’ F₁ is too far from 0 for chance.",
        range="any; p from 0 to 1",
        undefined="No test with fewer than two classes, or when all differences are equal.",
        source=("Yang & Liu 1999, as generally cited",),
        test=TestFacts(
            name="Macro t-test (T)",
            asks="Is the mean difference of the classes’ values too far from zero?",
            assumes=(
                "Classes are independent and their differences roughly normal and alike in spread."
            ),
            not_for="Few classes, or differences that a few tiny classes dominate.",
            trials="classes",
        ),
    ),
    Entry(
        key="macro_rank_test",
        function="metrics.uncertainty.significance.macro_rank_test",
        name="Macro t-test on ranks (T′)",
        group=GROUP,
        formula=r"t = \frac{\bar d}{\operatorname{se}(d)},\qquad d_c = \rho_c(A)-\rho_c(B)",
        meaning="The macro t-test, with all values of both systems replaced by their ranks.",
        range="any; p from 0 to 1",
        undefined="No test with fewer than two classes, or when all differences are equal.",
        source=("Yang & Liu 1999, as generally cited",),
        note=r"$\rho$ is the rank among the values of both systems; outliers weigh less.",
        test=TestFacts(
            name="Macro t-test on ranks (T′)",
            asks="The same, with all values of both systems replaced by their ranks.",
            assumes="Classes are independent; an outlier weighs no more than its rank.",
            not_for="The size of the difference: ranks do not measure it.",
            trials="classes",
        ),
    ),
    Entry(
        key="p_test",
        function="metrics.uncertainty.significance.proportions_test",
        name="Test of two proportions (p-test)",
        group=GROUP,
        formula=r"Z = \frac{p_A-p_B}{\sqrt{p(1-p)\left(\frac1{n_A}+\frac1{n_B}\right)}}",
        meaning="Whether two shares, such as two recalls, clearly differ.",
        range="any; p from 0 to 1",
        undefined="No test where nothing was tried, or where the pooled share is 0 or 1.",
        source=("Yang & Liu 1999, as generally cited",),
        note=(
            "p is the pooled share. The trials are, for recall, the true pairs; for precision, the "
            "predicted ones; for accuracy, all. It ignores that both systems saw the same "
            "documents."
        ),
        test=TestFacts(
            name="Test of two proportions (p-test)",
            asks="Do two shares clearly differ?",
            assumes="The trials of the two systems are separate and independent.",
            not_for=(
                "Systems on the same documents: it ignores the pairing, and then says “no” "
                "too often."
            ),
            trials="trials of both",
        ),
    ),
)
