"""Errors in the two papers of Lewis; see `misprints`."""

from __future__ import annotations

from metrics.catalogue.entry import Misprint

LEWIS_1995 = "Lewis 1995"
LEWIS_1991 = "Lewis 1991"

IN_LEWIS_1995 = (
    Misprint(
        id="E-L1",
        source=LEWIS_1995,
        where="section 6",
        printed=r"$F_0$ is precision and $F_\infty$ is recall",
        correct=(
            "Except at 0/0, where (14) says 0 (or the constant $C_F$, if there is nothing to find)."
        ),
        evidence="tp = fp = 0, fn = 3: precision is 0/0, F₀ by (14) is 0.",
    ),
    Misprint(
        id="E-L2",
        source=LEWIS_1995,
        where="(6) and (25)",
        printed=(
            "(6) as a confidence interval for the expected effectiveness, (25) as one for the "
            "number of members of the class"
        ),
        correct=(
            "The expectation is known. Both are prediction intervals, for the loss and for the "
            "number that the batch will turn out to have. What must be large is the total "
            "variance, not the number assigned."
        ),
        evidence=(
            "Two documents with p = 1/2: the expected count is exactly 1; 1 ± 1.96·0.707 "
            "speaks of the count that will come."
        ),
    ),
    Misprint(
        id="E-L3",
        source=LEWIS_1995,
        where="(7)",
        printed=(
            "assign iff p > (λ₁₂ − λ₂₂)/D is always the rule of least expected loss, where D "
            "= (λ₂₁ − λ₁₁) + (λ₁₂ − λ₂₂)"
        ),
        correct=(
            "Only for D > 0. For D < 0 the inequality turns round; for D = 0 probabilities do "
            "not matter."
        ),
        evidence=(
            "λ = (1, 0, 0, 1), so D = −2: printed p > 1/2. At p = 0.9 assigning costs 0.9 and "
            "not assigning 0.1, so right is p < 1/2."
        ),
    ),
    Misprint(
        id="E-L4",
        source=LEWIS_1995,
        where="section 2",
        printed="a system that assigns nothing has perfect precision",
        correct="Its precision is 0/0; calling that 1 is a choice of convention.",
        evidence="tp = fp = 0: 0/0; and by (14) F is 0 if the class has members.",
    ),
    Misprint(
        id="E-L5",
        source=LEWIS_1995,
        where="(14)",
        printed="the second case could be merged into the third",
        correct="Not for β = 0: the general formula is then 0/0.",
        evidence="tp = fp = 0, fn = 3, β = 0: (0 + 1)·0 / (0 + 0 + 0·3).",
    ),
    Misprint(
        id="E-L6",
        source=LEWIS_1995,
        where="appendix B",
        printed="the denominators are identical and can be dropped from the sum",
        correct=(
            "They are equal for the two sets compared at one outcome, but vary between "
            "outcomes. As printed the proof would also cover dependent documents, for which "
            "the claim is false. Given independence the result is right: hold the other "
            "documents fixed, and compare."
        ),
        evidence=(
            "Three dependent documents, P(001) = 5/17, P(100) = P(110) = 6/17: the one best "
            "set is {1, 3} with E[F₁] = 31/51, though p₂ = 6/17 > p₃ = 5/17."
        ),
    ),
    Misprint(
        id="E-L7",
        source=LEWIS_1995,
        where="(24)",
        printed="the squared error in counting of the best estimate equals the variance",
        correct="Its expectation does: an E is missing.",
        evidence=(
            "p = (1/2, 1/2): the estimate is 1, the squared error is 1, 0, 0 or 1, its mean "
            "1/2 is the variance."
        ),
    ),
    Misprint(
        id="E-L8",
        source=LEWIS_1995,
        where="after (16)",
        printed=(
            "the expected F is practical to compute up to perhaps 20 documents; beyond, only "
            "approximations are"
        ),
        correct=(
            "It can be computed exactly in polynomial time, since the hits and the misses are "
            "two independent Poisson-binomial counts."
        ),
        evidence=(
            "40 documents: 2⁴⁰ = 1,099,511,627,776 outcomes to enumerate, but only 41 values of "
            "a count."
        ),
    ),
    Misprint(
        id="E-L9",
        source=LEWIS_1995,
        where="(9) and (10)",
        printed="the two are equivalent",
        correct="Only where λ₁₂ > λ₁₁, since (9) divides by the difference. (10) holds always.",
        evidence=(
            "λ₁₁ = 2, λ₁₂ = 1, p = 0: (9) says assign iff p > −1, so yes; (10) says iff 2p + "
            "(1 − p) < 0, so no. Assigning costs 1, not assigning 0."
        ),
    ),
)

IN_LEWIS_1991 = (
    Misprint(
        id="E-D1",
        source=LEWIS_1991,
        where="(1) to (3), Tables 1 to 3",
        printed="formulas and tables that are damaged in the text that survives",
        correct=(
            "Recall tp/(tp+fn), precision tp/(tp+fp), fallout fp/(fp+tn), as in Lewis 1995. "
            "Tables 2 and 3 are **reconstructed** from their caption, set sizes and the "
            "legible row."
        ),
        evidence=(
            "Legible: precision 0.25 and fallout 0.50 at eight classes of which two are "
            "correct. That forces one hit and three wrong decisions: 1/4 and 3/6."
        ),
    ),
    Misprint(
        id="E-D2",
        source=LEWIS_1991,
        where="Arithmetic Anomalies",
        printed="zero denominators are discussed for recall, precision and fallout only",
        correct="Overlap, (4), has one too: nobody assigned anything.",
        evidence="tp = fp = fn = 0: 0/0.",
    ),
    Misprint(
        id="E-D3",
        source=LEWIS_1991,
        where="Types of Extracted Data",
        printed="setting tn to 0 does away with fallout",
        correct=(
            "The formula would then return 1, the worst value. Fallout must be reported as "
            "not defined."
        ),
        evidence="fp = 4, tn = 0: 4/(4 + 0) = 1.",
    ),
    Misprint(
        id="E-D4",
        source=LEWIS_1991,
        where="Arithmetic Anomalies",
        printed="0/0 may be counted as 1 for every measure",
        correct="For fallout 1 is the worst value; the kind one is 0.",
        evidence="Every document in the class: fp = tn = 0, and a faultless system gets fallout 1.",
    ),
)
