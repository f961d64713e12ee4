"""A moved threshold on the Thresholds page: how long until everything on it has followed.

`python benchmarks/thresholds.py [documents] [classes]` times the part of the page that follows,
on the Reuters sample and on synthetic scores of the size of RCV1 (781,265 x 103), beside
deciding about and counting every document again, which other pages do. Set beside limits of
150 ms and 500 ms.
"""

from __future__ import annotations

import math
import statistics
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
from streamlit.testing.v1 import AppTest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.measures import synthetic
from breakeven.analysis.evaluation.cut import Cut, cut_to_text
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.fit import fit_cut
from breakeven.analysis.evaluation.scored import ScoredSplit, score_split
from breakeven.data.records import Predictions, Review, Truth
from breakeven.readers.samples import load_sample

MOVES = 9


def page() -> None:
    """The page's own part, its time kept in the session."""
    import time

    import streamlit as st

    from breakeven.analysis.selection.selection import selection_of
    from breakeven.ui.app.cache import cache
    from breakeven.ui.app.page.page import Page
    from breakeven.ui.app.session import state
    from breakeven.ui.thresholds.rule import choose_rule_of_review
    from breakeven.ui.thresholds.sections import threshold_view

    review = st.session_state["review"]
    state.raw().update(st.session_state["asked"])
    state.raw()["review"] = review.fingerprint
    st.session_state["written"] = {}
    view = selection_of(review, state.raw())
    evaluation = st.session_state.get("evaluation")
    if evaluation is None:
        evaluation = cache.evaluation(review, view.system, view.split, view.cut)
        st.session_state["evaluation"] = evaluation
    reference = choose_rule_of_review(review, view)
    # the rerun that renews the header is not what is timed
    st.session_state.pop("cut_words_changed", None)
    start = time.perf_counter()
    threshold_view(Page(review, view, evaluation), reference, "class")
    st.session_state["took"] = time.perf_counter() - start


def large(documents: int, classes: int) -> Review:
    scores, labels = synthetic(documents, classes)
    rng = np.random.default_rng(1)
    split_of = (rng.random(documents) < 0.8).astype(np.int64)  # 0 dev, 1 test
    names = tuple(f"class {c}" for c in range(classes))
    truth = Truth(None, names, labels, ("dev", "test"), split_of)
    # as probabilities, so that expected losses follow too
    said = Predictions(
        "synthetic", np.arange(documents), 1 / (1 + np.exp(-scores)), probabilities=True
    )
    return Review("synthetic", truth, (said,), (), "synthetic")


def moves(review: Review, system: str) -> list[float]:
    """Seconds of each move after the first visit; another class every time."""
    app = AppTest.from_function(page, default_timeout=600)
    base = Cut("f", split="dev")
    app.session_state["review"] = review
    app.session_state["asked"] = {"system": system, "split": "test", "cut": cut_to_text(base)}
    app.run()
    assert not app.exception, app.exception
    taken = []
    for i in range(MOVES):
        name = review.truth.classes[i % 5]
        own = Cut("f", split="dev", own=((name, 0.4 + 0.01 * i),), system=system)
        app.session_state["asked"] = {"cut": cut_to_text(own), "class": name}
        app.run()
        assert not app.exception, app.exception
        taken.append(float(app.session_state["took"]))
    return taken


def anew(review: Review, system: str, part: ScoredSplit, threshold: float) -> float:
    """Seconds to fit, decide about every document shown, and count."""
    predictions: Predictions = next(p for p in review.predictions if p.system == system)
    cut = Cut("threshold", threshold)
    start = time.perf_counter()
    _ = evaluate(predictions, part, "test", fit_cut(review.truth, predictions, cut)).tables
    return time.perf_counter() - start


def main(documents: int = 781_265, classes: int = 103) -> None:
    for make, system, limit in (
        (partial(load_sample, "reuters"), "logreg", 0.15),
        (partial(large, documents, classes), "synthetic", 0.5),
    ):
        review = make()
        predictions = next(p for p in review.predictions if p.system == system)
        taken = moves(review, system)
        part = score_split(review.truth, predictions, "test")
        again = [anew(review, system, part, 0.4 + 0.01 * i) for i in range(MOVES)]
        median, other = statistics.median(taken), statistics.median(again)
        print(
            f"{review.name}, {review.truth.n:,} documents x {len(review.truth.classes)} classes: "
            f"a moved threshold takes {median * 1e3:.0f} ms "
            f"(first {taken[0] * 1e3:.0f}, longest later {max(taken[5:]) * 1e3:.0f}), "
            f"{median / limit:.2f} of {limit * 1e3:.0f} ms; "
            f"{median / other if other else math.nan:.2f} times deciding and counting anew"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
