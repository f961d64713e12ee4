"""Entries about reading a class, and about the data, words and slices behind the numbers.

Tested in `tests/metrics/catalogue/test_catalogue.py`.
"""

from __future__ import annotations

from metrics.catalogue.entry import Entry

# --- Entries about the words of documents


WORDS = "Words of documents"

WORD_ENTRIES = (
    Entry(
        key="words_apart",
        function="metrics.dataset.distinctive_words.distinctive_words",
        name="Words that go with one group of documents",
        group=WORDS,
        formula=(
            r"\begin{aligned} \delta_w &= \ln\frac{y_w+\alpha_w}{n+\alpha_0-y_w-\alpha_w}"
            r" - \ln\frac{y'_w+\alpha_w}{n'+\alpha_0-y'_w-\alpha_w},\qquad"
            r" \alpha_w = \alpha_0\,\frac{b_w+\frac12}{b+1}\\"
            r" z_w &= \frac{\delta_w}{\sqrt{\frac1{y_w+\alpha_w}+\frac1{n+\alpha_0-y_w-\alpha_w}"
            r"+\frac1{y'_w+\alpha_w}+\frac1{n'+\alpha_0-y'_w-\alpha_w}}} \end{aligned}"
        ),
        meaning=(
            "How much more often documents of one group have a word than those of another, in "
            "standard errors; the word goes with the group, but need not be the reason for it."
        ),
        range="−∞ to ∞; above 0 where the word goes with the first group",
        best="0: the word divides nothing",
        undefined="Undefined for a word in fewer than three documents, and for an empty group.",
        source=("Monroe, Colaresi & Quinn 2008", "Benjamini & Hochberg 1995"),
        note=(
            "$y_w$ of $n$ documents of one group have the word, $y'_w$ of $n'$ of the other and "
            "$b_w$ of all $b$. A word counts once in a document, as the words of one document "
            "depend on each other. The prior pulls towards how common the word is; its weight "
            "$\alpha_0$ is "
            "the number of documents of the smaller group. Shown are words whose p-value is at "
            "most 0.05 after Benjamini & Hochberg over all words tested: hardly any by chance."
        ),
    ),
)


# --- Entries about reading a class, and about the data behind the numbers


GUIDANCE = "Guidance and split checks"

GUIDANCE_ENTRIES = (
    Entry(
        key="quadrants",
        function="metrics.uncertainty.class_verdicts.quadrant",
        name="Quadrants of recall and precision",
        group=GUIDANCE,
        formula=r"\text{high} \iff \text{value} \ge \text{cut}",
        meaning="Sorts classes by whether recall and precision are high or low.",
        range="four kinds; the target is a setting, 0.5 at first",
        best="both high",
        undefined="No kind where recall or precision is undefined.",
        source=("Microsoft; the target is this project’s",),
        note=(
            "**Both high**: above the target, which is good only if you set the target. **Low "
            "recall, high precision**: many documents are missed, but predictions are right; "
            "perhaps too few examples. **High recall, low precision**: few documents are missed, "
            "with many false alarms; perhaps too many examples. **Both low**: the system hardly "
            "knows the class. Which error matters depends on the use; no level fits all."
        ),
        misprints=("E-M6", "E-M7"),
    ),
    Entry(
        key="ambiguous_pairs",
        function="metrics.confusion.ambiguous_pairs",
        name="Ambiguous pairs",
        group=GUIDANCE,
        formula=(
            r"\text{total} = M_{ij}+M_{ji},\qquad"
            r" \text{rate} = \frac{M_{ij}+M_{ji}}{\sum_l M_{il}+\sum_l M_{jl}}"
        ),
        meaning=(
            "Two classes that get confused, by how often and in which share of their documents."
        ),
        range="total: documents; rate: 0 to 1",
        best=0,
        undefined="A pair of classes without documents has no rate.",
        source=("this project, after Microsoft (confusion matrix)",),
        note=(
            "Listed by total, then rate, then class order. Merge such classes, or label more "
            "documents of both."
        ),
        misprints=("E-M4", "E-M5"),
    ),
    Entry(
        key="error_distance",
        function="metrics.hierarchy.error_distance.error_distances",
        name="Distance of errors",
        group=GUIDANCE,
        formula=(
            r"\text{of } (d, c):\ c \in C_d \setminus T_d:\quad"
            r" \min_{t \in T_d} \operatorname{distance}(c, t)"
        ),
        meaning=(
            "How far the class of a false alarm is from the nearest true class of its document in "
            "the hierarchy: above or below it, below a parent of it, below a top of it, or below "
            "other tops alone."
        ),
        range="false alarms",
        undefined="Nothing is near where a document has no true class.",
        source=("this project",),
        note=(
            "Of a class with several parents any of them counts. It is compared with chance: the "
            "same false alarms on the same documents, each on any of them at random (mean of "
            "shuffles with a fixed seed, without those that turn out right). Each document counts "
            "once, whatever its weight."
        ),
    ),
    Entry(
        key="enough_training",
        function="metrics.dataset.data_checks.too_few_in_training",
        name="Enough training documents",
        group=GUIDANCE,
        formula=r"n^{\text{train}}_c \ge 15",
        meaning="Finds classes with fewer than 15 labelled training documents.",
        range="documents",
        best="15 or more",
        source=("Microsoft",),
    ),
    Entry(
        key="test_presence",
        function="metrics.dataset.data_checks.missing_from_test",
        name="Every class in the test set",
        group=GUIDANCE,
        formula=r"n^{\text{test}}_c \ge 1",
        meaning=(
            "Finds classes that the test set does not hold, and whose recall is therefore "
            "undefined."
        ),
        range="documents",
        best="1 or more",
        source=("Microsoft",),
    ),
    Entry(
        key="balance",
        function="metrics.dataset.data_checks.balance_index",
        name="Balance within a split",
        group=GUIDANCE,
        formula=r"\frac{n_c\, C}{\sum_{c'} n_{c'}} \in \Bigl[\frac1\rho,\; \rho\Bigr]",
        meaning="The documents of a class as a multiple of an equal share.",
        range="0 to the number of classes; ρ is a setting, at first 10",
        best=1,
        undefined="Undefined in an empty split.",
        source=("Microsoft names the check; the rule is this project’s",),
    ),
    Entry(
        key="mix",
        function="metrics.dataset.data_checks.total_variation",
        name="Same mix in two splits",
        group=GUIDANCE,
        formula=(
            r"\bigl|\,q^{\text{test}}_c-q^{\text{train}}_c\bigr| \le \delta,\qquad"
            r" \mathrm{TV} = \frac12\sum_c\bigl|\,q^{\text{test}}_c-q^{\text{train}}_c\bigr|"
        ),
        meaning=(
            "How a class’s share of the labels differs between two splits, and the total "
            "variation over all classes."
        ),
        range="0 to 1; δ is a setting, at first 0.10",
        best=0,
        undefined="Undefined when a split is empty.",
        source=("Microsoft names the check; the rule is this project’s",),
        note="$q_c$ is the class’s labels over all labels of the split.",
    ),
    Entry(
        key="distinct_classes",
        function="metrics.dataset.data_checks.class_similarity",
        name="Distinct classes",
        group=GUIDANCE,
        formula=r"\cos(\bar x_i,\, \bar x_j) \text{, or the rate of the ambiguous pair } (i, j)",
        meaning=(
            "How well two classes can be separated: by their texts, or by how often they are "
            "confused."
        ),
        range=(0, 1),
        best=0,
        undefined="Needs texts or predictions; a class without documents is not comparable.",
        source=("Microsoft names the check; the rule is this project’s",),
        note=(
            r"$\bar x$ is the mean text vector of a class. Without texts it is only a proxy: the "
            r"confusion rate, or with several classes per document how often the two occur "
            r"together."
        ),
    ),
)


# --- Entries about parts of the documents, set against the rest


SLICES = "Slices"

SLICE_ENTRIES = (
    Entry(
        key="standardised_difference",
        function="metrics.slices.standardisation.same_mix",
        name="Difference of a slice with the same mix of classes",
        group=SLICES,
        formula=r"\sum_s q_s\,\bigl(\bar y_s^{\text{slice}}-\bar y_s^{\text{rest}}\bigr)",
        meaning=(
            "How far a slice of the documents is from the rest where both are counted with the "
            "mix of true classes that all documents have."
        ),
        range="−1 to 1",
        best=0,
        undefined="Undefined where slice and rest have no set of true classes in common.",
        source=("Kitagawa 1955", "Breslow & Day 1987"),
        note=(
            "$q_s$ is the share of all documents with the set of true classes $s$, of sets that "
            "both sides have; sets of fewer than 20 documents go together by their number of "
            "classes. Each document counts by how rare its set is on its side, so "
            "micro, macro and per-document F can be taken with the same mix too. Where this and "
            "the plain difference disagree, the mix makes the difference (Simpson’s trap)."
        ),
    ),
    Entry(
        key="difference_interval",
        function="metrics.slices.standardisation.difference_of_two",
        name="Interval of the difference of a slice and the rest",
        group=SLICES,
        formula=(
            r"\Bigl[d-\sqrt{(a-l_a)^2+(u_b-b)^2},\; d+\sqrt{(u_a-a)^2+(b-l_b)^2}\Bigr],"
            r"\qquad d = a-b"
        ),
        meaning=(
            "How far the difference may be from that of all such documents, from the intervals of "
            "the slice and of the rest."
        ),
        range="−1 to 1",
        best="narrow",
        undefined="Undefined where the value of either is.",
        source=("Newcombe 1998", "Zou & Donner 2008"),
        note=(
            "$l$ and $u$ are the ends of the intervals of $a$ and $b$, which share no document. "
            "With the same mix, the weights are taken as known, and the interval is rather too "
            "wide than too narrow, as where clusters have documents on both sides."
        ),
    ),
    Entry(
        key="weak_slices",
        function="metrics.slices.search.weak_slices",
        name="Weak slices",
        group=SLICES,
        formula=(
            r"p_S=\frac{1+\#\{b:\max_T u_T^{(b)}\ge u_S\}}{1+B},\qquad "
            r"u=\max_{0\le\delta\le m}\bigl(\delta r-\tfrac12\delta^2\bigr)-(c-1)\ln 4"
        ),
        meaning=(
            "Slices of up to three conditions in which an outcome is more frequent than among "
            "other documents of the same true classes: more than in the largest of as many slices "
            "by chance."
        ),
        range="a list",
        undefined="No search where no slice, or no rest, has enough documents.",
        source=(
            "Westfall & Young 1993",
            "Wilson & Hilferty 1931",
            "Benjamini & Hochberg 1995",
            "Fithian, Sun & Taylor 2014",
        ),
        note=(
            "$r$ is the sum of the outcome in the slice as a standard normal score, by its mean, "
            "variance and skewness where outcomes are dealt anew among documents of the same true "
            "classes; $b$ are $B=1{,}000$ such deals. $u$ is the log likelihood ratio of the best "
            "effect up to $m$, which is an outcome twice as frequent as elsewhere, and each of "
            "the $c$ conditions beyond the first has to make up for a factor of 4. A slice is "
            "shown if $p\\le 0.03$: of all reviews in which nothing matters, 3 in 100 show any "
            "slice. A further slice has to stand out as far beyond what those before it explain. "
            "The difference and its interval allow for the search: they come from the normal "
            "distribution truncated at what was needed."
        ),
    ),
)
