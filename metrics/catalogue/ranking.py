"""Entries about scores: curves, break-even, eleven points."""

from __future__ import annotations

from metrics.catalogue.entry import Entry
from metrics.catalogue.misprints import of

GROUP = "Ranking"

ENTRIES = (
    Entry(
        "operating_point",
        "Operating point",
        GROUP,
        r"P(\tau) = \frac{a}{k},\quad R(\tau) = \frac{a}{r},\qquad"
        r" k = \#\{\text{score} \ge \tau\}",
        "What one threshold gives: every document scoring at least τ is assigned.",
        "0 to 1 each",
        "P = R = 1",
        "No precision when nothing is assigned, no recall without positives.",
        "2011 note, section 3",
        "Of the k assigned documents a are right; r are positive. Equal scores enter together, so "
        "there is one point per distinct score and no other.",
    ),
    Entry(
        "pr_curve",
        "Precision–recall curve",
        GROUP,
        r"\bigl\{\,(R(\tau),\, P(\tau)) : \tau \text{ a score that occurs}\,\bigr\}",
        "Every attainable pair of recall and precision, from the strictest threshold to the most "
        "lenient.",
        "0 to 1 each",
        "the upper right corner",
        "Undefined for a class without positives.",
        "2011 note, section 3; Manning, Raghavan & Schütze 2008, section 8.4",
        "No end point is invented. scikit-learn’s `precision_recall_curve` appends a last point "
        "(recall 0, precision 1) that no threshold gives; apart from it, both agree.",
    ),
    Entry(
        "average_precision",
        "Average precision",
        GROUP,
        r"\mathrm{AP} = \sum_{j} \bigl(R(\tau_j) - R(\tau_{j-1})\bigr)\, P(\tau_j)",
        "The mean of the precision reached each time a further positive is found.",
        "0 to 1",
        "1",
        "Undefined for a class without positives. Positives without a score add nothing.",
        "Manning, Raghavan & Schütze 2008, section 8.4",
        "Thresholds fall from one score that occurs to the next; equal scores enter together. A "
        "random ranking comes to about the prevalence.",
    ),
    Entry(
        "break_even",
        "Break-even point",
        GROUP,
        r"\mathrm{BEP} = \frac{P(\tau)+R(\tau)}{2} \text{ at the } \tau"
        r" \text{ of smallest } |P(\tau)-R(\tau)|",
        "The value at which precision and recall meet as the threshold moves.",
        "0 to 1",
        "1",
        "Undefined for a class without positives, or when no attainable point has a hit.",
        "2011 note, section 3; the rules among ties are this project’s",
        "**Exact** where a threshold assigns exactly as many documents as there are positives: "
        "then P = R. Otherwise **interpolated**: among points with a hit the smallest gap, then "
        "the larger mean, then the higher threshold. A gap above 0.1 makes the value doubtful: "
        "with all scores equal it exceeds ½ whatever the class. The threshold is chosen on the "
        "documents shown, so the number is optimistic and not comparable with an F₁ measured at a "
        "threshold fixed beforehand.",
        of("E-N3", "E-N5"),
    ),
    Entry(
        "macro_break_even",
        "Break-even, macro",
        GROUP,
        r"\frac1C\sum_c \mathrm{BEP}_c",
        "The mean of the classes’ break-even values.",
        "0 to 1",
        "1",
        "Classes without positives are 0/0: left out, or counted as chosen.",
        "2011 note, section 3",
        "One of three averages with different values: see the two micro ones.",
    ),
    Entry(
        "micro_break_even_own_thresholds",
        "Break-even, micro, own thresholds",
        GROUP,
        r"\frac{P_{\text{micro}}+R_{\text{micro}}}{2}"
        r"\text{ with every class cut at its own } \tau_c",
        "Each class is cut at its own break-even point and the tables are pooled.",
        "0 to 1",
        "1",
        "Undefined when no class has positives.",
        "2011 note, section 3; this project",
        "Exact where as many pairs are assigned as are true; it is then the mean of the classes’ "
        "values weighted by their positives. A class without positives assigns nothing.",
    ),
    Entry(
        "micro_break_even_global",
        "Break-even, micro, one threshold",
        GROUP,
        r"\mathrm{BEP} \text{ of the one list of all document/class pairs}",
        "The break-even point of all document/class pairs ranked together, one threshold serving "
        "every class.",
        "0 to 1",
        "1",
        "Undefined when no class has positives.",
        "2011 note, section 3; this project",
        "Says whether scores are comparable between classes: where it falls far below the value "
        "with own thresholds, they are not.",
    ),
    Entry(
        "break_even_against_f",
        "(P + R)/2 against F",
        GROUP,
        r"\frac{P+R}{2}-F_\beta = \frac{R^2\,(T-1)(\beta^2T-1)}{2(\beta^2P+R)},\qquad T=\frac PR",
        "Where the mean of precision and recall lies above or below F at the same point.",
        "−½ to ½",
        "",
        "For P = R = 0 both are 0.",
        "2011 note, section 6, corrected",
        r"Equal if P = R or $\beta=\sqrt{R/P}$. For P < R the mean is larger while "
        r"$\beta<\sqrt{R/P}$ and smaller beyond; for P > R the reverse. For β = 1 it is never "
        "below F₁. This compares two numbers at one point; it does not say that break-even "
        "exceeds the best F₁ over thresholds, which is never below an exact break-even value.",
        of("E-N4", "E-N5", "E-N10"),
    ),
    Entry(
        "interpolated_precision",
        "Interpolated precision",
        GROUP,
        r"P_{\text{interp}}(\ell) = \max\{\,P(\tau) : R(\tau) \ge \ell\,\}",
        "The best precision attainable at a recall of at least ℓ.",
        "0 to 1",
        "1",
        "0 at levels no threshold reaches; undefined for a class without positives.",
        "Manning, Raghavan & Schütze 2008, section 8.4",
        "Never rises with ℓ. At ℓ = 0 it is the best precision anywhere, which need not be 1.",
    ),
    Entry(
        "eleven_point",
        "Eleven-point average precision",
        GROUP,
        r"\frac{1}{11}\sum_{i=0}^{10} P_{\text{interp}}\Bigl(\frac{i}{10}\Bigr)",
        "The mean of interpolated precision at recall 0.0, 0.1, …, 1.0, class by class.",
        "0 to 1",
        "1",
        "Undefined for a class without positives; such classes are left out of the mean, or "
        "counted as chosen.",
        "2011 note, section 4; Manning, Raghavan & Schütze 2008, section 8.4",
        "The category pivot: one ranking of documents per class. Over classes, first the mean per "
        "level, then of the levels. Recall a/r reaches level i/10 when 10a ≥ i·r, in integers: in "
        "floating point 3 of 10 would miss 0.3.",
        of("E-N6", "E-N9"),
    ),
    Entry(
        "eleven_point_document",
        "Eleven-point average, document pivot (Yang)",
        GROUP,
        r"\frac{1}{11}\sum_{i=0}^{10}\;\frac1n\sum_{d=1}^{n}"
        r" P^{(d)}_{\text{interp}}\Bigl(\frac{i}{10}\Bigr)",
        "The same for each document’s ranking of the classes, averaged over documents.",
        "0 to 1",
        "1",
        "A document without true classes has no points: left out, or 0 as one may also read the "
        "text.",
        "Yang 1999, as given in the 2011 note, section 4",
        "Six steps: a point wherever a true class is found; per tenth of recall the highest "
        "precision inside; a rule for level 1.0; from the top each level takes the maximum so "
        "far; mean over documents; mean of the levels. The text leaves step 3 open: *closest* "
        "takes the point nearest to recall 1 wherever it lies, *interval* only one from 0.9 on. "
        "They differ only where a true class was never ranked.",
        of("E-N6", "E-N9"),
    ),
    Entry(
        "eleven_point_pooled",
        "Eleven-point average, pooled",
        GROUP,
        r"\frac{1}{11}\sum_{i=0}^{10} P^{\text{all pairs}}_{\text{interp}}\Bigl(\frac{i}{10}\Bigr)",
        "The eleven points of all document/class pairs ranked together.",
        "0 to 1",
        "1",
        "Undefined when no class has positives.",
        "this project, after the 2011 note, section 4",
        "Favours systems whose scores are comparable between classes.",
    ),
    Entry(
        "eleven_point_trec_eval",
        "Eleven-point average as trec_eval prints it",
        GROUP,
        r"\begin{aligned} \text{up to 9:}\quad & \text{hits wanted} = \lfloor \ell r + 0.9"
        r" \rfloor\\ \text{later:}\quad & \text{hits wanted} ="
        r" \lfloor \ell r + \tfrac12 \rfloor\end{aligned}",
        "What two versions of a well-known program print for the same ranking.",
        "0 to 1",
        "1",
        "Rankings without positives are skipped.",
        "trec_eval, `iprec_at_recall` and `11pt_avg`",
        "It breaks ties by document id and holds scores in single precision. Versions up to 9 "
        "equal the definition but for rounding (3 positives at level 0.7 ask for 2 hits instead "
        "of 3). Later sources round to the nearest count: never lower, often higher. Hits at "
        "ranks 1, 4, 9 of 10: by definition 41/66 = 0.621, version 9 gives 7/11 = 0.636, the "
        "later one 23/33 = 0.697.",
    ),
)
