"""Every sentence of the product that compares or is certain: its owner, and its test.

A record a sentence. `tests/test_claims.py` goes over the strings of the program: one with a word
that compares must be of a sentence listed here, or have a reason in `NO_CLAIMS` why it claims
nothing. How often each is said where it is not true: `benchmarks/false_alarms.py`, and the
benchmark that `measured` names where it has one of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

HERE = "false_alarms"


@dataclass(frozen=True)
class Claim:
    """A sentence that may be wrong by chance.

    `key`: as in the table of `false_alarms`, or the code of a finding. `words`: a pattern of its
    text in the program, "" for a finding, whose words are its rule's. `owner`: the function that
    decides whether it is said. `test`, and `corrected`: for how many it allows. `measured`: by
    which benchmark.
    """

    key: str
    words: str
    owner: str
    shown: str
    test: str
    corrected: str
    measured: str = HERE


CLASSES = "Overview, Classes, Story, reports, command line, Python, tables of an engine"
COMPARED = "Compare, Overview, Story, reports, command line, Python"
TARGETS = "Summary, Story, reports, `breakeven evaluate --target`, Python"
SEARCHED = "Slices, Guidance, gate, command line, Python"
SPLIT_CHECKS = "Splits, Guidance, reports, `breakeven check`, Python"
DECISIONS = "Guidance, Overview, reports, `breakeven check`, Python"
ALONE = "one sentence, one test"

CLAIMS: tuple[Claim, ...] = (
    Claim(
        "promise.verdict",
        r"^On \{\}: \{\}\. Each verdict alone is wrong in at most 5 of 100|"
        r"at least \{\} and at most \{\}, each bound with 95 % confidence|"
        r"^Kept: what is shown reaches the wish with 95 % confidence|"
        r"bounds that each hold in 95 of 100 cases",
        "breakeven.analysis.thresholds.promises.verdict_of",
        "Thresholds, reports, `breakeven thresholds`, Python",
        "exact one-sided bound of recall, precision, or the share of documents; of 95 %",
        "not corrected: each verdict by itself, which the sentence says",
        "promises",
    ),
    Claim(
        "class.below",
        r"[Cc]learly below \{\}",
        "breakeven.analysis.findings.class_assessment.standing_of",
        CLASSES,
        "exact binomial test of recall and of precision, of ten documents or more",
        "Holm over recall and precision of all classes",
    ),
    Claim(
        "class.above",
        r"[Cc]learly (above \{\}|in its quarter|on their side)|^\{\}, clearly \{\}$|"
        r"^\{\}, \{\} but not clearly$",
        "breakeven.analysis.findings.class_text.words_of",
        "Classes, reports",
        "the same test, of the other side",
        "Holm over recall and precision of all classes",
    ),
    Claim(
        "class.good",
        "",
        "breakeven.analysis.findings.class_assessment.verdicts_of",
        "Classes, reports",
        "the same test, at the level that somebody set as good",
        "Holm over recall and precision of all classes",
    ),
    Claim(
        "class.weaker",
        r"[Cc]learly weaker than all others taken together",
        "breakeven.analysis.findings.class_assessment.weaker_classes",
        CLASSES,
        "exact test of a class’s share of hits beside that of all together, three classes or more",
        "Holm over the classes of ten documents or more",
    ),
    Claim(
        "size.effect",
        r"the \{\} classes are the weaker ones",
        "breakeven.analysis.evaluation.class_sizes.size_effect",
        "Overview, reports, command line, Python",
        "rank correlation of size and F, and the decisions of both halves, both at 5 % two-sided",
        ALONE,
    ),
    *(
        Claim(
            code,
            "",
            f"breakeven.analysis.findings.class_findings.{owner}",
            DECISIONS,
            test,
            corrected,
        )
        for code, owner, test, corrected in (
            ("class.low-recall", "class_findings", "as class.below", "as class.below"),
            ("class.low-precision", "class_findings", "as class.below", "as class.below"),
            ("class.low-both", "class_findings", "as class.below", "as class.below"),
            (
                "class.called-too-often",
                "class_findings",
                "sign test of extra and missed, 1 %",
                "Bonferroni over the classes",
            ),
            (
                "class.called-too-seldom",
                "class_findings",
                "sign test of extra and missed, 1 %",
                "Bonferroni over the classes",
            ),
            (
                "class.many-errors",
                "class_findings",
                "exact binomial test of a class’s share of all errors",
                "Bonferroni over the classes",
            ),
        )
    ),
    Claim(
        "class.called",
        r"It is clearly predicted \{\}|^too (often|seldom)$",
        "breakeven.analysis.findings.class_assessment.biases",
        "Classes, reports",
        "sign test of extra and missed, 1 %",
        "Bonferroni over the classes",
        "false_alarms",
    ),
    Claim(
        "pair.confused",
        r"not clearly go to each other|where that clearly happens|a habit from chance",
        "breakeven.analysis.findings.confused_pairs.suggested",
        "Confusion, Guidance, Overview, reports, `breakeven check`, Python",
        "exact lower bound of the rate beside what errors by size would give",
        "Bonferroni over all pairs of classes",
    ),
    Claim(
        "scores.inverse",
        r"surest of is most often wrong",
        "breakeven.analysis.findings.score_findings.inverse_classes",
        DECISIONS,
        "Mann & Whitney, 1 %",
        "Bonferroni over the classes",
    ),
    Claim(
        "threshold.move",
        r"more, or less, strict would do better",
        "breakeven.analysis.findings.better_threshold.better_thresholds",
        DECISIONS,
        "fitted on one half of the documents, tested on the other, 1 %",
        "by a gain of 0.05 or more on documents it was not fitted on",
    ),
    Claim(
        "calibration.off",
        "",
        "breakeven.analysis.findings.score_findings.calibration_findings",
        DECISIONS,
        "sum of probabilities beside what is true, three standard errors, and 10 % off",
        "three regions, one in 370 each",
    ),
    Claim(
        "calibration.trust",
        r"probability \{\} clearly off|No sign of wrong probabilities",
        "breakeven.analysis.estimation.calibration.Calibration",
        "Unlabelled",
        "sum of probabilities beside what is true, and each range of them",
        "Bonferroni over the sum and the ranges, which are one in a thousand each",
    ),
    Claim(
        "monitor.f",
        r"there are alarms|alarm: outside|, alarm$|is unusual|raises no alarm",
        "breakeven.analysis.estimation.monitoring.monitoring",
        "Unlabelled",
        "difference to the reference period in standard errors",
        "Bonferroni over the periods and quantities",
    ),
    Claim(
        "monitor.loss",
        "",
        "breakeven.analysis.estimation.monitoring.monitoring",
        "Unlabelled",
        "difference to the reference period in standard errors",
        "Bonferroni over the periods and quantities",
    ),
    Claim(
        "monitor.shares",
        "",
        "breakeven.analysis.estimation.monitoring.monitoring",
        "Unlabelled",
        "difference to the reference period in standard errors",
        "Bonferroni over the periods and quantities",
    ),
    Claim(
        "monitor.classes",
        r"changed\.</b> Listed",
        "breakeven.analysis.estimation.monitoring.period_shares",
        "Unlabelled",
        "difference to the reference period in standard errors",
        "Bonferroni over the classes and periods",
    ),
    Claim(
        "pair.micro",
        r"^which may be chance|^unlikely to be chance$|More than chance would give|"
        r"That (difference )?may be chance|difference may be chance|"
        r"^\{new\} (\{better\}|may be better than) |^is better than$|Better|clearly better\?",
        "breakeven.analysis.comparison.comparison.SystemPair",
        COMPARED,
        "paired bootstrap and randomisation, both at 5 %",
        ALONE,
    ),
    Claim(
        "pair.macro",
        "",
        "breakeven.analysis.comparison.comparison.SystemPair",
        COMPARED,
        "paired bootstrap and randomisation, both at 5 %",
        ALONE,
    ),
    Claim(
        "pair.classes",
        r"^Better on |^may be chance$|\{\} unlikely to be chance$|Filled dots: unlikely",
        "breakeven.analysis.comparison.comparison.pair_of",
        "Compare, reports, command line, Python",
        "paired bootstrap and randomisation of a class’s F",
        "Holm over the classes on which six documents or more differ",
    ),
    Claim(
        "system.better",
        "",
        "breakeven.analysis.findings.system_findings.better_system_findings",
        DECISIONS,
        "paired bootstrap and randomisation",
        "Bonferroni over the other systems",
    ),
    Claim(
        "system.baseline",
        r"do not clearly agree with the truth",
        "breakeven.analysis.findings.system_findings.baseline_findings",
        DECISIONS,
        "beside a fixed answer, and beside shuffled documents (Mantel), 1 %",
        ALONE,
    ),
    Claim(
        "always.better",
        r"^Yes, clearly$",
        "breakeven.analysis.story.verdict.fixed_answer_text",
        "Overview, Story, reports, command line, Python",
        "as a comparison of two systems",
        ALONE,
    ),
    Claim(
        "always.worse",
        r"^No, it is clearly worse$",
        "breakeven.analysis.story.verdict.fixed_answer_text",
        "Overview, Story, reports, command line, Python",
        "as a comparison of two systems",
        ALONE,
    ),
    Claim(
        "target.ready",
        "",
        "breakeven.results.target_verdict.target_verdict_of",
        TARGETS,
        "exact bound (Clopper & Pearson) of the share that is completely right, 2.5 %",
        "Holm over all rules of the target",
    ),
    Claim(
        "target.not-yet",
        "",
        "breakeven.results.target_verdict.target_verdict_of",
        TARGETS,
        "the other bound of the same share, 2.5 %",
        "Holm over all rules of the target",
    ),
    Claim(
        "target.fixed",
        r"^(It is )?clearly (better|worse) than \{\}\.?$",
        "breakeven.analysis.comparison.fixed_answer.compare_by_documents",
        TARGETS,
        "as always.better and always.worse, of the share of documents that are completely right",
        ALONE,
    ),
    Claim(
        "target.systems",
        r"clearly ahead of \{\}$|^\{\} is clearly better \(\{\}\)$|^Unlikely to be chance\.$",
        "breakeven.analysis.comparison.paired_tests.mcnemar",
        TARGETS,
        "exact McNemar test of the documents that only one of two systems gets right, 5 %",
        "of a better one: Bonferroni over the other systems",
    ),
    Claim(
        "people.reach",
        r"(more|less) than people reach|clearly (better|worse) than people|difference to people",
        "breakeven.analysis.annotators.ceiling.ceiling_claim",
        "Labels, Story, reports, command line, Python",
        "interval of the difference of documents’ influences",
        ALONE,
        "ceiling",
    ),
    Claim(
        "people.at-chance",
        r"no clear agreement|not clearly agree with the others",
        "breakeven.analysis.annotators.agreement.people_of",
        "Labels, command line, Python",
        "documents drawn again: κ reaches 0, and α rises without the person",
        "Bonferroni over the people",
        "agreement",
    ),
    Claim(
        "versions.changed",
        r"Clearly (more|fewer) changed than between|No clear difference from how much these two",
        "breakeven.analysis.versions.changes.run_noise",
        "History, command line, Python",
        "exact McNemar test",
        ALONE,
        "noise_floor",
    ),
    *(
        Claim(
            code,
            "",
            f"breakeven.analysis.{owner}",
            shown,
            test,
            corrected,
            "planted_faults",
        )
        for code, owner, shown, test, corrected in (
            (
                "split.wrong-order",
                "validity.row_order.wrong_order",
                DECISIONS,
                "agreement with rows nearby, six deviations; or none where another split has it",
                "the six rows that are tried",
            ),
            (
                "split.falls",
                "validity.split_falls.split_fall",
                DECISIONS,
                "difference of two splits, 1 % one-sided",
                "Holm over recall and precision of all classes",
            ),
            (
                "leak.group",
                "validity.shared_groups.shared_groups",
                SPLIT_CHECKS,
                "groups shuffled among documents, five deviations",
                "the columns, by how far it asks for",
            ),
            (
                "labels.doubted",
                "validity.doubtful_labels.doubtful_labels",
                DECISIONS,
                "likelihood ratio of wrong labels beside stretched probabilities, p 0.001",
                ALONE,
            ),
            (
                "labels.random-annotator",
                "annotators.agreement.agreement_of",
                SPLIT_CHECKS,
                "intervals of kappa and of alpha’s rise",
                "the level is shared among the people",
            ),
        )
    ),
    Claim(
        "threshold.one-for-all",
        r"equally strict with all classes would do better",
        "breakeven.analysis.validity.tuned_thresholds.one_threshold",
        DECISIONS,
        "difference of micro F on documents it was not fitted on, 1 % one-sided",
        ALONE,
        "planted_faults",
    ),
    Claim(
        "slices.weak",
        r"stands? out (among|beyond|more)|\{\} out clearly|clearly stands? out|^Weak: ",
        "breakeven.analysis.slices.weak_slices.search_slices",
        SEARCHED,
        "outcomes dealt anew among documents of the same true classes",
        "the largest of as many slices",
    ),
    Claim(
        "slices.side-by-side",
        r"Clearly \{\} the rest|is clearly different from the rest|includes zero",
        "breakeven.analysis.slices.slice_comparison.compare_slices",
        "Slices",
        "interval of the difference",
        "Bonferroni over the slices that are side by side",
    ),
    Claim(
        "slices.classes",
        r"clearly \{\} from the rest|share clearly differs from",
        "breakeven.analysis.slices.class_shares.share_classes",
        "Slices and `breakeven slices` without a system, Python",
        "chi-square of a class’s share in slice and rest, the exact test where few are expected",
        "Holm over all slices and classes",
        "slices",
    ),
    Claim(
        "words.with",
        r"these clearly go with one of|none clearly goes with|No word clearly goes|"
        r"No word is clearly typical",
        "breakeven.analysis.documents.words_with.words_with",
        "Documents, Classes",
        "log-odds of each word in standard errors",
        "Benjamini & Hochberg over the words",
    ),
    Claim(
        "class.two",
        r"As a check they are divided",
        "breakeven.analysis.class_structure.dividing.divide_class",
        "Classes, command line, Python",
        "divided twice more by halves of the words, 5 %",
        ALONE,
        "merging",
    ),
    Claim(
        "costs.thresholds",
        r"^, not clearly different from now$",
        "breakeven.results.workload.cheaper_sentence",
        "Human review, command line, Python",
        "interval of the saving on documents it was not fitted on",
        ALONE,
    ),
    Claim(
        "mix.differs",
        r"^Classes that clearly differ$",
        "breakeven.analysis.findings.split_findings.split_findings",
        "Splits",
        "chi-square or exact test of a class’s share",
        "Holm over the classes",
        "split_checks",
    ),
    *(
        Claim(
            code,
            "",
            f"breakeven.analysis.findings.{owner}",
            SPLIT_CHECKS,
            test,
            corrected,
            measured,
        )
        for code, owner, test, corrected, measured in (
            (
                "split.mix",
                "split_findings.split_findings",
                "chi-square or exact test, 1 %",
                "Holm over the classes, Bonferroni over the pairs of splits",
                HERE,
            ),
            (
                "split.label-shift",
                "drift.class_mix_findings",
                "999 random splits, 1 %",
                ALONE,
                "split_checks",
            ),
            (
                "split.trend",
                "drift.class_mix_findings",
                "Cochran & Armitage, 1 %",
                "Holm over the classes",
                "split_checks",
            ),
            (
                "split.told-apart",
                "drift.drift_findings",
                "cross-validated classifier’s interval",
                ALONE,
                "split_checks",
            ),
            (
                "split.length",
                "drift.drift_findings",
                "Kolmogorov & Smirnov, 1 %",
                ALONE,
                "split_checks",
            ),
            ("split.vocabulary", "drift.drift_findings", "99 random splits", ALONE, "split_checks"),
            (
                "split.by-id",
                "target_leakage.telling_findings",
                "share of pairs in the order of ids",
                "by size: 75 of 100 pairs",
                "split_checks",
            ),
            (
                "leak.copied-short-text",
                "duplicates.leak_findings",
                "binomial, 1 %, of texts that stand in two splits",
                "Holm over lengths and pairs of splits",
                HERE,
            ),
            (
                "leak.column-class",
                "target_leakage.telling_findings",
                "errors of a guess, a tenth left",
                "by size: nine tenths of the errors",
                HERE,
            ),
            (
                "leak.id-class",
                "target_leakage.telling_findings",
                "errors of a guess, a tenth left",
                "by size: nine tenths of the errors",
                HERE,
            ),
            (
                "classes.alike",
                "split_findings.alike_findings",
                "likeness of mean texts, freed of chance",
                "by size: 90 % as alike",
                HERE,
            ),
        )
    ),
    Claim(
        "labels.doubts",
        r"likely wrong",
        "breakeven.analysis.label_errors.suspected_labels.doubts_of",
        "Labels, command line, Python",
        "none: probabilities speak against a label (confident learning); a person judges them",
        "the list is an order to look in, and an audit says how many of it are wrong",
        "label_errors",
    ),
    Claim(
        "gate.rules",
        r"(not worse|better) than the baseline by|no weak slice|^ or worse$|passed falsely|"
        r"one of them is false|would likely decide",
        "breakeven.gate.judging.judge",
        "gate",
        "one-sided exact bounds, and paired ones",
        "Holm over the rules",
        "gate",
    ),
    Claim(
        "learning.more",
        r"one training run differs from the next",
        "breakeven.analysis.comparison.learning_curve.learning_curves",
        "Compare, command line, Python",
        "interval of the fitted curve",
        ALONE,
        "learning_curve",
    ),
)

# codes of findings that state what is counted of these very files, and compare nothing by chance
FACTS: Mapping[str, str] = {
    "leak.same-id": "equal ids",
    "leak.same-text": "equal texts",
    "leak.same-short-text": "equal texts",
    "leak.near-duplicate": "runs of words in common",
    "labels.conflict": "equal texts",
    "labels.short-conflict": "equal texts",
    "labels.disputed": "what all systems assign",
    "labels.same-annotator": "equal labels",
    "classes.same-name": "equal names",
    "leak.class-in-text": "documents that have a word",
    "threshold.tuned-here": "classes whose threshold is the best one",
    "split.unseen": "numbers of documents",
    "split.few-training": "numbers of documents",
    "split.absent-from-test": "numbers of documents",
    "split.imbalance": "numbers of documents",
    "split.time-overlap": "dates",
    "split.small-test": "the width of an interval",
    "split.repeated": "equal texts",
    "split.nearly-repeated": "runs of words in common",
    "classes.together": "documents that have both classes",
    "answers.unusable": "answers without a class",
    "class.close": "that a test tells nothing",
    "class.too-few": "that a test tells nothing",
}

# patterns of texts with a word that compares, and why they claim nothing
NO_CLAIMS: Mapping[str, str] = {
    r"false alarms?|[Ff]alse alarms?|Fewer false": "the name of a kind of error",
    r"[Cc]onfused": "an order of lists, by counts that are shown",
    r"[Ww]eak (classes|slices?)|classes are weak|what is weak": "the name of a part or page",
    r"by chance|By chance|is chance|fits chance|mostly chance|owes to chance|from chance|"
    r"what chance would give|than chance\b|beyond chance|chance alone|chance is": (
        "explains a test, or warns of chance"
    ),
    r"A weaker system may need more": "a warning",
    r"at best|better than it is|may do worse|a better one may|looks better": "a warning",
    r"better than (something simpler|one answer for every document|\{\})\?": "a question",
    r"better than the earlier version\?": "a question",
    r"Which system is better": "a question",
    r"(higher|lower|\{\}) is better|better is \{\}": "which way a measure of one's own goes",
    r"less is better|below 0 where the first is better": "which way a measure goes",
    r"^Here it is (better|worse) than \{\}": "counts of these very documents",
    r"^(models versions|per class weak|unlabelled expected) ": "words that a page is found by",
    r"[Aa] better split": "the name of a part",
    r"another system is better|better than another|does better on these|did better than": (
        "counts of these very documents"
    ),
    r"Blue is better": "explains colours",
    r"differ from the usual ones": "names settings",
    r"vs\. rest, same mix|Class mix differs by|Total variation: half|"
    r"headline numbers differ|differ from what was ": "explains numbers",
    r"A difference is unlikely to be chance only where": "explains a test",
    r"no system does better": "a warning of files joined in a wrong order",
    r"\(likely|the more likely|make likely|as how likely|likely gain": "an interval, or a meaning",
    r"one person differs from|differ by more than \{\}|differs by more": (
        "counts, and a line that is set"
    ),
    r"stands out": "explains a test",
    r"from 0, chance, to 1|0 is chance": "explains a scale",
    r"Likely wrong|[Ll]ikely all labels|least likely first": "the name of a list, and its order",
    r"[Tt]oo (few|many)|in so few documents": "what nothing is said of",
    r"than the two|no better than": "explains a test",
}
