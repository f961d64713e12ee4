"""Entries about one contingency table, or one confusion matrix."""

from __future__ import annotations

from metrics.catalogue.entry import Entry
from metrics.catalogue.misprints import of

GROUP = "Decisions"

ENTRIES = (
    Entry(
        "contingency_table",
        "Contingency table",
        GROUP,
        r"\begin{array}{l|cc} & \text{true} & \text{not true}\\ \hline"
        r" \text{assigned} & \mathrm{tp} & \mathrm{fp}\\"
        r" \text{not assigned} & \mathrm{fn} & \mathrm{tn}\end{array}",
        "Counts, for one class, how decisions and truth fall together over all documents.",
        "counts that add up to the number of documents",
        "fp = fn = 0",
        "",
        "Manning, Raghavan & Schütze 2008, Table 13.8; Lewis 1995, Figure 1; Lewis 1991, Table 1",
        "Many texts write a, b, c, d for tp, fp, fn, tn: **b is the false positives**. The same "
        "table can be counted per document, with the classes as items. A class that is listed "
        "twice on a document counts once.",
        of("E-D1", "E-I3", "E-M7"),
    ),
    Entry(
        "precision",
        "Precision",
        GROUP,
        r"P = \frac{\mathrm{tp}}{\mathrm{tp}+\mathrm{fp}}",
        "Of what was assigned, the share that is right.",
        "0 to 1",
        "1",
        "Undefined where nothing was assigned.",
        "van Rijsbergen 1979, chapter 7; Lewis 1995, section 2; Lewis 1991, (2); Microsoft",
        "Alone it says little: assigning almost nothing can bring it to 1. It is not the model’s "
        "confidence.",
        of("E-L4", "E-M3", "E-M6", "E-N10"),
    ),
    Entry(
        "recall",
        "Recall",
        GROUP,
        r"R = \frac{\mathrm{tp}}{\mathrm{tp}+\mathrm{fn}}",
        "Of what is truly in the class, the share that was found.",
        "0 to 1",
        "1",
        "Undefined where the class has no positives.",
        "van Rijsbergen 1979, chapter 7; Lewis 1995, section 2; Lewis 1991, (1); Microsoft",
        "Alone it says little: assigning everything brings it to 1.",
        of("E-M3", "E-M7", "E-N10"),
    ),
    Entry(
        "f",
        "F",
        GROUP,
        r"F_\beta = \frac{(1+\beta^2)\,\mathrm{tp}}"
        r"{(1+\beta^2)\,\mathrm{tp}+\beta^2\,\mathrm{fn}+\mathrm{fp}}",
        "Precision and recall in one number, recall weighing β times as much as precision.",
        "0 to 1",
        "1",
        "Undefined only where nothing is assigned and nothing is true. It is 0 where there are "
        "errors and no hit, also when precision or recall is itself undefined.",
        "van Rijsbergen 1979, chapter 7, as 1 − E; Lewis 1995, (12) to (14)",
        r"From P and R: $\frac{(1+\beta^2)PR}{\beta^2P+R}$, for β = 1 their harmonic mean. "
        "β = 0 gives precision, β = ∞ recall; β = ½ holds recall for half as important, 2 for "
        "twice. It always lies between P and R, and ignores true negatives.",
        of("E-N2", "E-N3", "E-L1", "E-L5", "E-M1", "E-M2"),
    ),
    Entry(
        "e",
        "E",
        GROUP,
        r"E_\beta = 1 - \frac{(1+\beta^2)\,\mathrm{tp}}"
        r"{(1+\beta^2)\,\mathrm{tp}+\beta^2\,\mathrm{fn}+\mathrm{fp}}",
        "How far what is assigned and what is true fail to overlap: one less F.",
        "0 to 1",
        "0",
        "As for F.",
        "van Rijsbergen 1979, chapter 7; Lewis 1995, (11); 2011 note, section 5",
        r"Also $1-\frac{1}{\alpha/P+(1-\alpha)/R}$ with $\alpha = \frac{1}{1+\beta^2}$. For β = 1 "
        r"it is $\frac{\mathrm{fp}+\mathrm{fn}}{2\,\mathrm{tp}+\mathrm{fp}+\mathrm{fn}}$.",
        of("E-N1", "E-N2", "E-N3"),
    ),
    Entry(
        "accuracy",
        "Accuracy",
        GROUP,
        r"A = \frac{\mathrm{tp}+\mathrm{tn}}{\mathrm{tp}+\mathrm{fp}+\mathrm{fn}+\mathrm{tn}}",
        "The share of all yes-or-no decisions that is right.",
        "0 to 1",
        "1",
        "Undefined where there are no decisions.",
        "Manning, Raghavan & Schütze 2008, section 13.6; 2011 note, section 2",
        "Misleads on rare classes: saying no to everything is right on 99 % of the documents when "
        "1 % are positive. Fair for classes of perhaps 10 to 20 % or more. In single-label data "
        "“accuracy” often means the share of documents given their right class; that is the exact "
        "match, and another number.",
        of("E-I6"),
    ),
    Entry(
        "error_rate",
        "Error rate",
        GROUP,
        r"\frac{\mathrm{fp}+\mathrm{fn}}{\mathrm{tp}+\mathrm{fp}+\mathrm{fn}+\mathrm{tn}}",
        "The share of all yes-or-no decisions that is wrong: one less accuracy.",
        "0 to 1",
        "0",
        "Undefined where there are no decisions.",
        "Lewis 1995, section 2; Manning, Raghavan & Schütze 2008, section 13.6",
    ),
    Entry(
        "fallout",
        "Fallout",
        GROUP,
        r"\frac{\mathrm{fp}}{\mathrm{fp}+\mathrm{tn}}",
        "Of what is not in the class, the share that was wrongly assigned.",
        "0 to 1",
        "0",
        "Undefined where everything belongs to the class, or where the set of possible classes "
        "has no end.",
        "Lewis 1995, section 2; Lewis 1991, (3)",
        "Known elsewhere as the false positive rate.",
        of("E-D1", "E-D3", "E-D4"),
    ),
    Entry(
        "specificity",
        "Specificity",
        GROUP,
        r"\frac{\mathrm{tn}}{\mathrm{fp}+\mathrm{tn}}",
        "Of what is not in the class, the share that was rightly left alone: one less fallout.",
        "0 to 1",
        "1",
        "As for fallout.",
        "none of the sources here uses it; common in medicine",
    ),
    Entry(
        "overlap",
        "Overlap (Jaccard)",
        GROUP,
        r"J = \frac{\mathrm{tp}}{\mathrm{tp}+\mathrm{fp}+\mathrm{fn}}",
        "Of what either side assigned, the share that both did.",
        "0 to 1",
        "1",
        "Undefined where neither assigned anything.",
        "Lewis 1991, (4)",
        r"It treats both sides alike, so it compares two indexers without calling one right. "
        r"$J = \frac{F_1}{2-F_1}$.",
        of("E-D2"),
    ),
    Entry(
        "exact_match",
        "Exact match",
        GROUP,
        r"\frac{\#\{d : \text{assigned}(d) = \text{true}(d)\}}{n}",
        "The share of documents that got exactly their true classes, no more and no fewer.",
        "0 to 1",
        "1",
        "Undefined where there are no documents. A document without any class, given none, "
        "matches.",
        "common; with one class per document it is what the literature calls accuracy",
        "Also called subset accuracy. Its strictness grows with the number of classes on a "
        "document.",
    ),
    Entry(
        "prevalence",
        "Prevalence",
        GROUP,
        r"\pi = \frac{\mathrm{tp}+\mathrm{fn}}{\mathrm{tp}+\mathrm{fp}+\mathrm{fn}+\mathrm{tn}}",
        "The share of documents that are truly in the class.",
        "0 to 1",
        "",
        "Undefined where there are no documents.",
        "Manning, Raghavan & Schütze 2008, section 13.6",
        "Precision at random is the prevalence, so it is the floor of a precision–recall curve.",
        of("E-I1", "E-I2", "E-I3"),
    ),
    Entry(
        "baselines",
        "Baselines",
        GROUP,
        r"\begin{aligned} &\text{always no:} && A = 1-\pi,\; R = 0,\; P = \tfrac00,\; F = 0\\"
        r" &\text{always yes:} && A = P = \pi,\; R = 1,\;"
        r" F_\beta = \tfrac{(1+\beta^2)\pi}{\beta^2\pi+1}\end{aligned}",
        "What comes out without reading a document: assign nothing, everything, or the most "
        "frequent class.",
        "0 to 1",
        "",
        "“Always no” has no precision: nothing was assigned.",
        "Manning, Raghavan & Schütze 2008, section 13.6",
        "π is the prevalence. A classifier is worth its distance from these, not from 0.",
    ),
    Entry(
        "confusion_matrix",
        "Confusion matrix",
        GROUP,
        r"M_{ij} = \sum_{d} w_d(i,j),\qquad"
        r" w_d(i,j) = \frac{1}{\max(m_d,\,e_d)} \text{ for } i \text{ missed},\, j \text{ extra}",
        "Counts which class is assigned (column) where which class is true (row).",
        "counts; each row adds up to tp + fn, each column to tp + fp",
        "nothing off the diagonal",
        "",
        "Microsoft; for several classes per document, this project",
        "Diagonal: true positives. Rest of a row: false negatives. Rest of a column: false "
        "positives. With one class and one decision per document that is the usual matrix. With "
        "several, a document with *m* missed and *e* extra classes shares itself among its "
        "missed/extra pairs, each weighing 1/max(*m*, *e*), and what stays without a partner goes "
        "to a last row and column *nothing*. So every missed class weighs 1 in its row and every "
        "extra class 1 in its column.",
        of("E-M4", "E-M5", "E-M8"),
    ),
)
