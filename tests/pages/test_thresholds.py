"""The thresholds page chooses the rule of the whole review and shows what it does."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.analysis.evaluation.cut import Cut, cut_from_text, cut_to_text
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.fit import fit_cut
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import Review
from breakeven.data.wording import exact_of
from breakeven.readers.samples import load_sample
from breakeven.results.promises import promise_of
from breakeven.ui.thresholds import class_threshold
from breakeven.ui.thresholds.costs import rule_sentence
from metrics.thresholds.costs import CostMatrix
from tests.pages.reading import badges_of, choices_of, open_page, table_with, text_of
from tests.published import PUBLISHED

OPTIMISTIC = "optimistic: tuned on the documents shown"
ON_DEV = cut_to_text(Cut("f", split="dev"))
in_reuters = partial(open_page, review="reuters", system="svm")


@pytest.fixture(scope="module")
def reuters() -> Review:
    return load_sample("reuters")


def cut_of(app: AppTest) -> Cut:
    cut = cut_from_text(app.query_params["cut"])
    assert cut is not None
    return cut


def test_best_f_on_dev_shows_the_published_results_side_by_side() -> None:
    app = in_reuters("thresholds")
    app.selectbox(key="w_rule").set_value("f").run()
    assert cut_of(app) == Cut("f", split="dev")
    text = text_of(app)
    published = PUBLISHED["svm"]
    dev, test = published["micro_f1_dev"], published["micro_f1_test"]
    # the file's own decisions are made by this rule
    assert f"Micro F₁ {test:.3f} {test:.3f} 0.000 {dev:.3f} −{dev - test:.3f}" in text
    assert "No change: every class has as many right and wrong predictions as before" in text
    # the results file counts classes that never occur as 0: 0.606 of 90
    assert f"{published['macro_f1_test']:.3f}" in text
    assert "24 classes could not be tuned" in text
    # the sample's README: 71 classes occur on dev, 90 on test
    assert "Macro F₁ (90 and 71 classes) " in text
    assert published["categories_fbr"] == 24
    assert OPTIMISTIC not in badges_of(app)
    # and other pages name it
    app.switch_page("pages/summary.py").run()
    assert "best F1 of each class on dev" in text_of(app)
    assert "guarded" not in text_of(app)
    pooled = in_reuters("curves", cut=ON_DEV, **{"curves.of": "pooled"})
    assert "0.862" in text_of(pooled)


def test_a_wish_is_a_rule_tuned_on_dev_and_its_gain_stands_first(reuters: Review) -> None:
    app = in_reuters("thresholds")
    wish = app.segmented_control(key="w_thresholds.wish")
    assert wish.value == "present"
    svm = next(p for p in reuters.predictions if p.system == "svm")
    part = score_split(reuters.truth, svm, "test")
    now = evaluate(svm, part, "test", Cut("given"))
    for name, beta in (("misses", 2.0), ("alarms", 0.5)):
        app.segmented_control(key="w_thresholds.wish").set_value(name).run()
        assert cut_of(app) == Cut("f", beta=beta, split="dev")
        then = evaluate(svm, part, "test", fit_cut(reuters.truth, svm, cut_of(app)))
        hits, alarms = (
            int(getattr(then.tables, cell).sum() - getattr(now.tables, cell).sum())
            for cell in ("tp", "fp")
        )
        assert (hits > 0) == (name == "misses")
        assert (
            f"This finds {abs(hits):,} {'more' if hits > 0 else 'fewer'} and makes {abs(alarms):,} "
            f"{'more' if alarms > 0 else 'fewer'} false alarms"
        ) in text_of(app)
    app.segmented_control(key="w_thresholds.wish").set_value("present").run()
    assert cut_of(app) == Cut("given")


@pytest.mark.parametrize(
    "page", ["thresholds", "summary", "classes", "curves", "confusions", "documents"]
)
def test_tuning_on_what_is_shown_is_marked_on_every_page(page: str) -> None:
    app = in_reuters(page, cut=cut_to_text(Cut("f", split="test")))
    assert OPTIMISTIC in badges_of(app)
    # and so is every table taken from it
    assert OPTIMISTIC in app.session_state["about"]["caution"].lower()
    honest = in_reuters(page, cut=ON_DEV)
    assert OPTIMISTIC not in badges_of(honest)
    assert honest.session_state["about"]["caution"] == ""
    everything = in_reuters(page, cut=ON_DEV, split="all")
    assert OPTIMISTIC in badges_of(everything)


def test_a_moved_threshold_is_followed_and_kept(reuters: Review) -> None:
    app = in_reuters("thresholds", cut=ON_DEV, **{"class": "trade", "thresholds.part": "class"})
    app.number_input(key="w_typed").set_value(0.25).run()
    assert not app.exception
    cut = cut_of(app)
    assert (cut.rule, cut.own, cut.system) == ("f", (("trade", 0.25),), "svm")
    text = text_of(app)
    assert "1 set by hand" in text
    assert "trade: score ≥ 0.25, set by hand" in text
    svm = next(p for p in reuters.predictions if p.system == "svm")
    c = reuters.truth.classes.index("trade")
    part = score_split(reuters.truth, svm, "test")
    chosen = part.scores[c].astype(float) >= 0.25
    true = part.truth.toarray()[:, c]
    tp, fp, fn = (chosen & true).sum(), (chosen & ~true).sum(), (~chosen & true).sum()
    assert f"{tp} {fp} {fn} {3299 - tp - fp - fn:,}" in text
    e = evaluate(svm, part, "test", fit_cut(reuters.truth, svm, cut))
    # the rule alone decides as the file does
    own = evaluate(svm, part, "test", fit_cut(reuters.truth, svm, Cut("f", split="dev")))
    app.segmented_control(key="w_thresholds.part").set_value("main").run()
    gain = int(e.tables.fp.sum() - own.tables.fp.sum())
    assert f"{abs(gain)} {'fewer' if gain < 0 else 'more'} false alarms" in text_of(app)
    assert f"{e.micro(1.0)['f']:.3f} instead of {own.micro(1.0)['f']:.3f}" in text_of(app)
    # every page counts with it
    app.switch_page("pages/summary.py").run()
    pooled = in_reuters("curves", cut=cut_to_text(cut), **{"curves.of": "pooled"})
    assert f"{e.micro(1.0)['f']:.3f}" in text_of(pooled)
    # another system has other scores: the rule without what was set by hand
    app.selectbox(key="w_system").set_value("nb").run()
    assert "set by hand" not in text_of(app)
    app.switch_page("pages/thresholds.py").run()
    app.selectbox(key="w_system").set_value("svm").run()
    app.segmented_control(key="w_thresholds.part").set_value("class").run()
    app.button(key="undo").click().run()
    assert cut_of(app) == Cut("f", split="dev")


def test_a_threshold_per_class_starts_from_those_in_use(reuters: Review) -> None:
    app = in_reuters("thresholds", cut=ON_DEV)
    before = text_of(app).split("Micro precision")[1]
    app.selectbox(key="w_rule").set_value("per_class").run()
    cut = cut_of(app)
    assert (cut.rule, cut.tuned, cut.split, len(cut.own)) == ("per_class", True, "dev", 90)
    assert text_of(app).split("Micro precision")[1].split()[:12] == (before.split()[:12])
    assert OPTIMISTIC not in badges_of(app)
    app.selectbox(key="w_split").set_value("dev").run()
    assert OPTIMISTIC in badges_of(app)


@pytest.mark.parametrize(
    ("cut", "rule"),
    [
        (Cut("top_k", k=2), "the 2 best classes of each document"),
        (Cut("proportional", split="train"), "each class as often as its share of train"),
        (Cut("break_even", split="dev"), "break-even of each class on dev"),
        (Cut("threshold", 0.1), "score ≥ 0.1"),
        (Cut("expected_f"), "highest expected F1"),
        (Cut("expected_loss"), "lowest expected cost"),
        (Cut("loss", split="dev"), "lowest cost of each class on dev"),
    ],
)
def test_every_rule_decides_as_measured(reuters: Review, cut: Cut, rule: str) -> None:
    app = in_reuters("thresholds", system="logreg", cut=cut_to_text(cut))
    text = text_of(app)
    assert rule in text
    predictions = next(p for p in reuters.predictions if p.system == "logreg")
    fitted = fit_cut(reuters.truth, predictions, cut)
    part = score_split(reuters.truth, predictions, "test")
    e = evaluate(predictions, part, "test", fitted)
    assert f"micro F₁ {e.micro(1.0)['f']:.3f}" in text
    assert f"False alarms FP {int(e.tables.fp.sum()):,}" in text
    assert f"Missed FN {int(e.tables.fn.sum()):,}" in text


def test_costs_give_threshold_loss_and_regret(reuters: Review) -> None:
    app = in_reuters(
        "thresholds", system="logreg", cut="expected_loss", **{"thresholds.part": "costs"}
    )
    app.number_input(key="w_cost_fn").set_value(4.0).run()
    assert cut_of(app).costs.everywhere.fn == 4
    text = text_of(app)
    assert "where its probability is above 0.2" in text  # 1 / (1 + 4)
    logreg = next(p for p in reuters.predictions if p.system == "logreg")
    part = score_split(reuters.truth, logreg, "test")
    chosen = part.scores.T > 0.2
    true = part.truth.toarray()
    observed = ((chosen & ~true).sum() + 4 * (~chosen & true).sum()) / true.size
    p = part.scores.T.astype(float)
    expected = np.where(chosen, 1 - p, 4 * p).mean()
    assert f"{observed:.5f}" in text
    assert f"{expected:.5f}" in text
    assert "More than the lowest, expected 0.00000" in text
    # a rule that knows nothing of the costs has some
    app.selectbox(key="w_rule").set_value("threshold").run()
    assert "More than the lowest, expected 0.00000" not in text_of(app)
    # costs the wrong way round are explained
    app.segmented_control(key="w_thresholds.costs_as").set_value("four").run()
    app.number_input(key="w_cost_tp").set_value(9.0).run()
    app.number_input(key="w_cost_tn").set_value(9.0).run()
    assert "errors are cheaper than correct predictions" in text_of(app)


def test_costs_of_one_class() -> None:
    app = in_reuters("thresholds", system="logreg", cut="expected_loss", **{"class": "corn"})
    # costs stand where the wish is for the least of them, and in a part of their own
    assert app.segmented_control(key="w_thresholds.wish").value == "cost"
    app.selectbox(key="w_thresholds.costs_for").set_value("class").run()
    # without costs of its own there is nothing to take back
    assert "cost_reset" not in {button.key for button in app.button}
    app.number_input(key="w_cost_fn").set_value(9.0).run()
    assert dict(cut_of(app).costs.own)["corn"].fn == 9
    assert "cost_reset" in {button.key for button in app.button}
    app.selectbox(key="w_thresholds.costs_for").set_value("all").run()
    assert "cost_reset" not in {button.key for button in app.button}
    app.segmented_control(key="w_thresholds.part").set_value("class").run()
    assert "corn: score > 0.1" in text_of(app)
    app.segmented_control(key="w_thresholds.part").set_value("costs").run()
    assert "Classes with their own costs: corn" in text_of(app)


def test_scores_that_are_no_probabilities_are_told() -> None:
    text = text_of(in_reuters("thresholds", cut=ON_DEV, **{"thresholds.part": "costs"}))
    assert "These scores are not probabilities" in text
    assert "More than the lowest, expected" not in text
    rules = in_reuters("thresholds").selectbox(key="w_rule").options
    assert not any("probabilities" in r for r in rules)


def test_a_class_with_few_documents_looks_uncertain() -> None:
    app = in_reuters("thresholds", cut=ON_DEV, **{"thresholds.part": "all"})
    table = app.dataframe[0].value
    few = table[table["positives there"] == 3].iloc[0]
    low, high = (float(x) for x in few["its interval"].split(" to "))
    assert high - low > 0.3
    assert few["retuned to"] == "never" or float(few["retuned to"].replace("−", "-")) > float(
        few["threshold"].replace("−", "-")
    )


def test_the_ledger_counts_rules_tried_on_test() -> None:
    app = in_reuters("thresholds", cut=ON_DEV, **{"class": "trade"})
    assert "You looked at" not in text_of(app)
    app.segmented_control(key="w_thresholds.part").set_value("class").run()
    app.number_input(key="w_typed").set_value(0.25).run()
    app.segmented_control(key="w_thresholds.part").set_value("main").run()
    assert "You looked at test 2 times with 2 rules." in text_of(app)
    # the same look from another page is the same look
    app.switch_page("pages/summary.py").run()
    app.switch_page("pages/thresholds.py").run()
    assert "You looked at test 2 times with 2 rules." in text_of(app)
    app.selectbox(key="w_split").set_value("dev").run()
    assert "You looked at" not in text_of(app)


@pytest.mark.parametrize("system", ["svm", "rocchio"])
def test_why_the_best_balance_gives_less_in_total_is_said_where_it_does(
    reuters: Review, system: str
) -> None:
    predictions = next(p for p in reuters.predictions if p.system == system)
    part = score_split(reuters.truth, predictions, "test")
    best, cheapest = (
        evaluate(predictions, part, "test", fit_cut(reuters.truth, predictions, cut)).micro(1.0)[
            "f"
        ]
        for cut in (Cut("f", split="dev"), Cut("loss", split="dev"))
    )
    text = text_of(in_reuters("thresholds", system=system, cut=ON_DEV))
    assert ("This balances each class, not the total" in text) == (best < cheapest)
    if best < cheapest:
        assert f"Least cost gives micro F₁ {cheapest:.3f}, this {best:.3f}." in text


def test_thresholds_are_tuned_and_taken_along_from_the_first_screen() -> None:
    app = in_reuters("thresholds")
    assert not [b for b in app.get("download_button") if "take_along" in b.proto.id]
    app.button(key="tune").click().run()
    assert cut_of(app) == Cut("f", split="dev")
    (button,) = [b for b in app.get("download_button") if "take_along" in b.proto.id]
    assert button.proto.label == "Download thresholds"


def test_decisions_without_scores() -> None:
    app = in_reuters("thresholds", review="r8", system="logreg")
    text = text_of(app)
    # a question with one answer is not asked
    assert "w_thresholds.wish" not in {control.key for control in app.segmented_control}
    assert "there is no threshold to choose" in " ".join(e.value for e in app.caption)
    assert app.selectbox(key="w_rule").options == ["Predictions as uploaded"]
    # 97.0 % of the test documents are right (the sample's README)
    assert "Micro F₁ 0.970" in text


def test_a_spoiled_address_falls_back_to_the_file() -> None:
    for text in ("f:split=no such", "per_class:own=???", "expected_f", "nonsense"):
        assert choices_of(in_reuters("thresholds", cut=text))["settings"] == "Settings"


def test_a_wish_is_chosen_promised_and_its_verdict_shown(reuters: Review) -> None:
    app = in_reuters("thresholds")
    app.segmented_control(key="w_thresholds.wish").set_value("recall").run()
    assert cut_of(app) == Cut("recall", split="dev")
    assert "This is no promise" in text_of(app)
    app.checkbox(key="w_wish_promise").set_value(True).run()
    assert cut_of(app) == Cut("recall", split="dev", promise=True)
    svm = next(p for p in reuters.predictions if p.system == "svm")
    promise = promise_of(reuters, svm.system, cut_of(app), "test")
    for sentence in promise.sentences:
        assert sentence in text_of(app)
    # another level is one more try, going back to one that was tried is none
    app.number_input(key="w_wish_least").set_value(0.85).run()
    assert (cut_of(app).least, cut_of(app).tries) == (0.85, 2)
    assert "corrected for 2 levels tried" in text_of(app)
    app.number_input(key="w_wish_least").set_value(0.9).run()
    assert cut_of(app).tries == 2
    # candidates are promised from the start
    app.segmented_control(key="w_thresholds.wish").set_value("candidates").run()
    assert cut_of(app) == Cut("candidates", least=0.95, promise=True, split="dev")
    assert "Offering all true classes in 95 % of documents is promised" in text_of(app)
    app.segmented_control(key="w_thresholds.part").set_value("all").run()
    table = table_with(app, "verdict")
    assert table["threshold"].tolist() == [exact_of(promised_threshold(reuters, cut_of(app)))]


def promised_threshold(review: Review, cut: Cut) -> float:
    return promise_of(review, "svm", cut, "test").outcome.rows[0].threshold


def without_dev(splits: bool, *, decided: bool = False) -> Review:
    random = np.random.default_rng(12)
    truth = random.random((240, 4)) < np.array([0.1, 0.2, 0.3, 0.4])
    scores = np.round(random.normal(size=truth.shape) + 2 * truth, 5)
    split = "test" if splits else None
    given = (scores >= 1).astype(int) if decided else None
    return be.from_arrays(truth.astype(int), given, scores, split=split, name="without dev")


@pytest.mark.parametrize("splits", [False, True])
def test_without_a_split_to_tune_on_the_rule_is_cross_fitted(splits: bool) -> None:
    review = without_dev(splits)
    app = open_page("thresholds", review)
    app.segmented_control(key="w_thresholds.wish").set_value("best").run()
    assert not app.exception
    assert cut_of(app) == Cut("f", split="test" if splits else None, cross_fitted=True)
    assert "cross-fitted" in badges_of(app)
    assert OPTIMISTIC not in badges_of(app)
    text = text_of(app)
    assert "Cross-fitted: each document was predicted with thresholds tuned on the others" in text
    assert "Optimistic." not in text
    crossed = be.evaluate(review, cut=be.fit_thresholds(review)).micro()["f"]
    assert f"Micro F₁ {crossed:.3f}" in text
    # other pages say the same word
    app.switch_page("pages/summary.py").run()
    assert "cross-fitted" in badges_of(app)


def test_the_button_that_tunes_cross_fits_what_is_shown() -> None:
    # predictions of its own, of which no threshold is known
    app = open_page("thresholds", without_dev(True, decided=True))
    app.button(key="tune").click().run()
    assert cut_of(app) == Cut("f", split="test", cross_fitted=True)


def test_looks_are_counted_by_the_files_whatever_gold_holds_for_their_labels() -> None:
    review = replace(without_dev(False), read_as="f" * 64)
    assert review.files != review.fingerprint
    app = open_page("thresholds", review)
    for wish in ("best", "misses"):
        app.segmented_control(key="w_thresholds.wish").set_value(wish).run()
    # what is entered while a threshold is moved stands with what pages enter
    assert set(app.session_state["ledger"]) == {review.files}
    assert "with 3 rules" in text_of(app)


def test_where_a_miss_costs_what_a_hit_does_nothing_is_predicted() -> None:
    # predicted above (fp - tn) / (fp - tn + fn - tp): of 1 / (1 + 0), and of 1 / (1 + 1)
    assert "nothing is predicted" in rule_sentence(CostMatrix(tp=1, fp=1, fn=1, tn=0), True)
    assert "above <b>0.5</b>" in rule_sentence(CostMatrix(tp=0, fp=1, fn=1, tn=0), True)


def test_documents_are_resampled_at_once_but_for_very_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def resampling() -> tuple[bool, bool]:
        app = in_reuters("thresholds", cut=ON_DEV, **{"thresholds.part": "all"})
        table = table_with(app, "positives there")
        return "w_stable" in {toggle.key for toggle in app.toggle}, "retuned to" in table

    assert resampling() == (False, True)
    # 90 classes by the documents of dev are more
    monkeypatch.setattr(class_threshold, "SOON", 10_000)
    assert resampling() == (True, False)
