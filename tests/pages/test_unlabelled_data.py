"""The page of estimates: nothing realised without labels; with them, both stand side by side."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from breakeven.readers.samples import load_sample
from breakeven.results.estimates import CLUSTERS_ALIKE, NO_WEIGHTED_F
from metrics.expected.expected_f import best_set, expected_f
from metrics.typing import Array
from tests.made import not_none
from tests.pages.reading import (
    choices_of,
    figures_of,
    html_of,
    open_page,
    opened,
    read_here,
    tables_to_take,
)

SUBJECTS = ("classes", "overall", "measures", "calibration", "time", "stream", "counting", "sets")
# class a has Lewis's set {.4, .4, .2} of figure 3, class b {.9, .9, .4}; class c calls at .38
NEW = (
    "id,when,p_a,p_b,p_c\n"
    "1,2024-01-01,0.4,0.9,0.38\n2,2024-01-02,0.4,0.9,0.38\n3,2024-02-01,0.2,0.4,0.2\n"
)


@pytest.fixture(scope="module")
def logreg() -> tuple[tuple[str, ...], Array, Array, Array]:
    """The sample's only probabilities on test: scores (classes, documents), decisions, truth."""
    review = load_sample("reuters")
    (said,) = (p for p in review.predictions if p.system == "logreg")
    said = said.take(said.positions_in(review.truth, "test"))
    return (
        review.truth.classes,
        np.asarray(said.scores, dtype=float),
        not_none(said.decisions).toarray().T,
        not_none(review.truth.labels)[said.rows].toarray().T,
    )


def all_text(app: AppTest) -> str:
    """Everything that can be read on the page, figures and tables included."""
    parts = [element.proto.body for element in app.get("html")]
    parts += [e.value for kind in (app.caption, app.info, app.warning, app.success) for e in kind]
    parts += [e.value for e in (*app.title, *app.header)]
    parts += [chart.proto.spec for chart in app.get("plotly_chart")]
    parts += [f"{list(f.value.columns)} {f.value.to_csv()}" for f in app.dataframe]
    return " ".join(parts)


def frame_of(app: AppTest, column: str) -> pd.DataFrame:
    (found,) = (f.value for f in app.dataframe if column in f.value.columns)
    return found


def uploaded(app: AppTest, data: str, **choices: str) -> AppTest:
    app.file_uploader(key="files").set_value([("new.csv", data.encode(), "text/csv")]).run()
    read_here(app)
    assert not app.exception
    for key, value in choices.items():
        app.query_params[key] = value
    app.switch_page("pages/unlabelled_data.py").run()
    assert not app.exception
    return app


def shown(app: AppTest, subject: str) -> AppTest:
    app.segmented_control(key="w_unlabelled_data.subject").set_value(subject).run()
    assert not app.exception
    return app


def test_an_unlabelled_file_shows_estimates_and_nothing_realised(load_page: AppTest) -> None:
    app = uploaded(load_page, NEW)
    assert "Nobody has labelled these documents" in app.warning[0].value
    for subject in SUBJECTS:
        text = all_text(shown(app, subject))
        assert "Estimates, not measurements" in text
        assert "expected" in text
        assert "actual" not in text.lower()
        assert "labels gave" not in text
        assert not app.success


def test_the_expectations_of_an_unlabelled_file_are_those_of_the_sources(
    load_page: AppTest,
) -> None:
    app = uploaded(load_page, NEW)
    frame = frame_of(app, "members, expected").set_index("class")
    # Lewis (1995), figure 3: the two of .4 are best assigned; .4576 and .8532 by hand
    assert frame.loc["a", "best: predicted"] == 2
    assert frame.loc["a", "best: F₁, expected"] == pytest.approx(0.4576)
    assert frame.loc["b", "best: predicted"] == 2
    assert frame.loc["b", "best: F₁, expected"] == pytest.approx(0.8532)
    # cut at 1/2: nothing of a is assigned, right if nothing is a member: .6 * .6 * .8
    assert frame.loc["a", "F₁, expected"] == pytest.approx(0.288)
    # b: 0.1 + 0.1 + 0.4 wrong decisions of three are expected
    assert frame.loc["b", "cost, expected"] == pytest.approx(0.2)
    assert frame.loc["b", "members, expected"] == pytest.approx(2.2)
    # all pairs: 1 + 2.2 + 0.96
    assert "add up to <b>4.2</b> true labels" in html_of(shown(app, "overall"))
    # what is filled into a sentence stands in it
    assert not [caption.value for caption in app.caption if "{" in caption.value]


def test_no_fixed_threshold_is_shown_with_the_users_own_classes(load_page: AppTest) -> None:
    app = shown(uploaded(load_page, NEW), "sets")
    text = html_of(app)
    # .38 is assigned in c, .4 left out in b
    assert "predicted for a document of probability <b>0.380</b>" in text
    assert "left out for one of probability <b>0.400</b>" in text
    app.toggle(key="w_small_sets").set_value(True).run()
    assert "0.458" in html_of(app)
    assert "0.853" in html_of(app)


def test_with_classes_that_agree_the_smallest_example_is_shown(load_page: AppTest) -> None:
    app = shown(uploaded(load_page, "id,p_a,p_b\n1,0.9,0.1\n2,0.8,0.9\n3,0.1,0.1\n"), "sets")
    assert "happen to agree" in html_of(app)
    assert "0.458" in html_of(app)


def test_other_pages_lead_here_when_nobody_has_labelled(load_page: AppTest) -> None:
    app = uploaded(load_page, NEW)
    app.switch_page("pages/summary.py").run()
    assert not app.exception
    assert "These documents have no labels" in app.info[0].value
    assert "can be expected" in app.button(key="missing").label


def test_estimates_stand_beside_what_the_labels_gave(
    logreg: tuple[tuple[str, ...], Array, Array, Array],
) -> None:
    classes, p, calls, true = logreg
    app = open_page("unlabelled_data", review="reuters", system="logreg")
    frame = frame_of(app, "members, expected").set_index("class")
    assert app.metric[0].value == f"{p.sum():,.0f}"
    assert app.metric[1].value == f"{expected_f(p.ravel(), calls.ravel()):.3f}"
    assert app.metric[1].delta == "actual 0.853"
    text = html_of(shown(app, "overall"))
    assert f"<b>{expected_f(p.ravel(), calls.ravel()):.3f}</b>" in text
    best = best_set(p.ravel())
    assert f"<b>{best.expected_f:.3f}</b>" in text
    assert f"{best.size:,}" in text
    # published with the sample: micro F1 of logreg on test is 85.3 %
    assert "actual 0.853" in text
    earn = classes.index("earn")
    # the sample's README: 1,087 test documents of earn
    assert frame.loc["earn", "members, actual"] == 1087
    assert frame.loc["earn", "members, expected"] == pytest.approx(p[earn].sum())
    assert frame.loc["earn", "predicted"] == calls[earn].sum()
    tp = (calls[earn] & true[earn]).sum()
    assert frame.loc["earn", "precision, actual"] == pytest.approx(tp / calls[earn].sum())
    assert frame.loc["earn", "precision, expected"] == pytest.approx(p[earn][calls[earn]].mean())


def test_probabilities_that_are_not_calibrated_are_warned_of() -> None:
    app = open_page(
        "unlabelled_data",
        review="reuters",
        system="logreg",
        **{"unlabelled_data.subject": "calibration"},
    )
    # the sample's README: the scores add up to 93 % of the 3,744 positives
    assert "too low" in app.warning[0].value
    assert "3,744" in app.warning[0].value
    assert "93 %" in app.warning[0].value
    traces = figures_of(app)[0]["data"]
    (line,) = (t for t in traces if t["name"] == "as in the file")
    y = np.array(line["y"], dtype=float)
    assert np.round(y, 2).tolist() == [0, 0.29, 0.38, 0.60, 0.65, 0.66, 0.72, 0.78, 0.81, 0.98]
    assert "fitted on labelled documents" in [t["name"] for t in traces]


@pytest.mark.parametrize(
    ("choices", "reason"),
    [
        ({"review": "reuters", "system": "svm"}, "are not probabilities"),
        ({"review": "reuters", "system": "knn"}, "does not say whether the scores"),
        ({"review": "r8"}, "predictions without scores"),
    ],
)
def test_scores_that_are_no_probabilities_are_refused_with_a_way_on(
    choices: dict[str, str], reason: str
) -> None:
    app = open_page("unlabelled_data", **choices)
    text = html_of(app)
    assert "Estimates need probabilities" in text
    assert reason in text
    assert not app.get("plotly_chart")
    assert not app.dataframe
    if choices["review"] == "reuters":
        assert "logreg" in text
        declare = ["declare"] * (choices["system"] == "knn")
        keys = [b.key for b in app.main.button if b.key in ("declare", "fit")]
        assert keys == [*declare, "fit"]
        if declare:
            app.button(key="declare").click().run()
            assert app.query_params["unlabelled_data.probabilities"] in ("file", ["file"])
            assert len(app.metric) == 3


def test_probabilities_are_fitted_to_scores_that_are_none() -> None:
    app = open_page("unlabelled_data", review="reuters", system="svm")
    app.button(key="fit").click().run()
    assert not app.exception
    assert app.query_params["unlabelled_data.probabilities"] == "fitted"
    # published with the sample: micro F1 of svm on test is 86.2 %
    assert app.metric[1].delta == "actual 0.862"
    assert "Optimistic" not in html_of(app)
    app.selectbox(key="w_split").select("dev").run()
    assert not app.exception
    assert "optimistic" in app.warning[0].value


def test_fitting_moves_the_estimates_and_no_decision() -> None:
    app = open_page("unlabelled_data", review="reuters", system="logreg")
    before = frame_of(app, "members, expected").set_index("class")
    app.segmented_control(key="w_unlabelled_data.probabilities").set_value("fitted").run()
    assert not app.exception
    after = frame_of(app, "members, expected").set_index("class").loc[before.index]
    assert (before["predicted"] == after["predicted"]).all()
    assert (before["F₁, actual"] == after["F₁, actual"]).all()
    assert not np.allclose(before["F₁, expected"], after["F₁, expected"])


def test_0_over_0_and_beta_reach_the_estimates(
    logreg: tuple[tuple[str, ...], Array, Array, Array],
) -> None:
    classes, p, calls, _ = logreg
    app = open_page(
        "unlabelled_data", review="reuters", system="logreg", beta="2", undefined="zero"
    )
    frame = frame_of(app, "members, expected").set_index("class")
    nkr = classes.index("nkr")
    assert not calls[nkr].any()
    assert frame.loc["nkr", "F₂, expected"] == 0
    app.selectbox(key="w_undefined").select("one").run()
    frame = frame_of(app, "members, expected").set_index("class")
    assert frame.loc["nkr", "F₂, expected"] == pytest.approx(np.prod(1 - p[nkr]))


def test_counting_adds_probabilities_up(
    logreg: tuple[tuple[str, ...], Array, Array, Array],
) -> None:
    classes, p, calls, true = logreg
    app = open_page(
        "unlabelled_data",
        review="reuters",
        system="logreg",
        **{"unlabelled_data.subject": "counting"},
    )
    assert "How many belong to each class?" in [header.value for header in app.header]
    frame = frame_of(app, "squared error of predicted, expected").set_index("class")
    c = classes.index("trade")
    spread = 1.96 * np.sqrt((p[c] * (1 - p[c])).sum())
    assert frame.loc["trade", "expected"] == pytest.approx(p[c].sum())
    assert frame.loc["trade", "high"] == pytest.approx(p[c].sum() + spread)
    assert (
        frame.loc["trade", "squared error of predicted, actual"]
        == (int(calls[c].sum()) - int(true[c].sum())) ** 2
    )
    assert frame.loc["trade", "squared error of expected, actual"] == pytest.approx(
        (p[c].sum() - true[c].sum()) ** 2
    )


def test_months_of_the_sample() -> None:
    app = open_page(
        "unlabelled_data",
        review="reuters",
        system="logreg",
        **{"unlabelled_data.subject": "time", "unlabelled_data.unit": "month"},
    )
    (figure,) = figures_of(app)
    assert figure["layout"]["xaxis"]["ticktext"] == ["1987-04", "1987-06", "1987-10"]
    text = html_of(app)
    assert "Compared with <span" in text
    assert "of 3 periods" in text
    moved = frame_of(app, "standard deviations")
    # in October earnings were reported, in June fewer
    october = moved[(moved["class"] == "earn") & (moved["period"] == "1987-10")]
    assert (october["standard deviations"] > 3.29).all()
    assert len(october) == 1
    assert f"<b>{moved['class'].nunique()} classes changed.</b>" in text
    assert tables_to_take(app) >= {"over_time", "moved_classes"}
    app.selectbox(key="w_unlabelled_data.reference").select("2").run()
    assert not app.exception
    assert app.query_params["unlabelled_data.reference"] == "2"
    october = frame_of(app, "standard deviations")
    assert "1987-10" not in set(october["period"])


def test_blocks_of_one_class_by_size(logreg: tuple[tuple[str, ...], Array, Array, Array]) -> None:
    classes, p, calls, true = logreg
    app = open_page(
        "unlabelled_data",
        review="reuters",
        system="logreg",
        **{
            "unlabelled_data.subject": "time",
            "unlabelled_data.order": "order in the file",
            "unlabelled_data.size": "500",
            "unlabelled_data.over": "class",
            "class": "acq",
        },
    )
    (figure,) = figures_of(app)
    lines = [t for t in figure["data"] if t["name"] == "expected, with its interval"]

    def values(trace: Any) -> Any:
        return np.array(trace["y"], dtype=float)

    c = classes.index("acq")
    blocks = [slice(at_, at_ + 500) for at_ in range(0, 3299, 500)]
    f = [expected_f(p[c][b], calls[c][b]) for b in blocks]
    share = [p[c][b].mean() for b in blocks]
    np.testing.assert_allclose(values(lines[0]), f)
    np.testing.assert_allclose(values(lines[2]), share)
    realised = [t for t in figure["data"] if t["name"] == "actual"]
    np.testing.assert_allclose(values(realised[2]), [true[c][b].mean() for b in blocks])


@pytest.mark.parametrize("subject", [*SUBJECTS, "no such"])
def test_figures_are_small(subject: str) -> None:
    app = open_page(
        "unlabelled_data", review="reuters", system="logreg", **{"unlabelled_data.subject": subject}
    )
    # all classes together are a table
    assert bool(figures_of(app)) == (subject != "overall")


@pytest.mark.parametrize(
    "nonsense",
    [
        {"unlabelled_data.size": "-3", "unlabelled_data.unit": "eon", "unlabelled_data.order": "?"},
        {
            "unlabelled_data.size": "1e30",
            "unlabelled_data.reference": "999",
            "unlabelled_data.over": "?",
        },
        {"unlabelled_data.probabilities": "?", "unlabelled_data.size": "nan"},
    ],
)
def test_nonsense_in_the_address_falls_back(nonsense: dict[str, str]) -> None:
    open_page(
        "unlabelled_data",
        review="reuters",
        system="logreg",
        **({"unlabelled_data.subject": "time"} | nonsense),
    )


def test_pairs_that_nobody_judged_count_on_neither_side(load_page: AppTest) -> None:
    data = "id,class,truth,probability\n" + "".join(
        f"{d},{c},{t},{p}\n"
        for d, c, t, p in [
            (1, "a", 1, 0.8), (1, "b", 0, 0.1), (2, "a", "", 0.6),
            (2, "b", 1, 0.7), (3, "a", 0, 0.3), (3, "b", 0, 0.2),
        ]
    )  # fmt: skip
    app = load_page
    app.file_uploader(key="files").set_value([("new.csv", data.encode(), "text/csv")]).run()
    app.checkbox[0].set_value(True).run()
    read_here(app)
    assert not app.exception
    app.switch_page("pages/unlabelled_data.py").run()
    assert not app.exception
    frame = frame_of(app, "members, expected").set_index("class")
    assert frame.loc["a", "members, expected"] == pytest.approx(0.8 + 0.3)
    assert frame.loc["a", "members, actual"] == 1
    assert frame.loc["b", "members, expected"] == pytest.approx(1.0)
    # above, all documents are expected: .8 + .6 + .3 + .1 + .7 + .2
    assert "add up to <b>2.7</b> true labels" in html_of(shown(app, "overall"))
    for subject in SUBJECTS:
        shown(app, subject)


def test_splits_of_an_unlabelled_file_can_be_chosen(load_page: AppTest) -> None:
    app = uploaded(load_page, "id,split,p_a,p_b\n1,x,0.4,0.9\n2,x,0.2,0.9\n3,y,0.7,0.4\n")
    assert opened(app).selectbox(key="w_split").options == ["x", "y", "all documents"]
    assert "3 documents" in html_of(app)  # no split is called test
    app.selectbox(key="w_split").select("y").run()
    assert not app.exception
    frame = frame_of(app, "members, expected").set_index("class")
    assert frame.loc["a", "members, expected"] == pytest.approx(0.7)


def test_classes_that_exclude_each_other_are_noticed(load_page: AppTest) -> None:
    app = uploaded(load_page, "id,p_a,p_b\n1,0.4,0.6\n2,0.2,0.8\n3,0.9,0.1\n")
    assert (app.metric[0].value, app.metric[0].delta) == ("3", "one per document")
    shown(app, "overall")
    assert any("exactly one class" in caption.value for caption in app.caption)
    # three documents are three true assignments, and no interval
    assert "as many true labels as documents: <b>3</b>" in html_of(app)
    overall = html_of(app)
    text = html_of(shown(app, "counting"))
    assert "as many true labels as documents" in text
    assert "true labels (95 %" not in text
    # four of six decisions of documents 1 to 3 are wrong with .4, .2, .1, two at a time:
    # (2 * .7) / 6, with the variance 4 * (.24 + .16 + .09) / 36
    low, high = 0.7 / 3 - 1.96 * (0.49 / 9) ** 0.5, 0.7 / 3 + 1.96 * (0.49 / 9) ** 0.5
    assert f"{0.7 / 3:.4f} ({low:.4f} to {high:.4f})".replace("-", "−") in overall
    assert not any("have no score" in caption.value for caption in app.caption)


def test_pairs_without_a_score_count_as_0_and_this_is_said(load_page: AppTest) -> None:
    app = uploaded(load_page, "id,class,probability\n1,a,0.9\n1,b,0.2\n2,a,0.1\n3,b,0.6\n")
    assert any("2 document/class pairs have no score" in caption.value for caption in app.caption)
    frame = frame_of(app, "members, expected").set_index("class")
    assert frame.loc["b", "members, expected"] == pytest.approx(0.8)
    for subject in SUBJECTS:
        shown(app, subject)


@pytest.mark.parametrize("clusters", [False, True])
def test_nothing_is_said_of_clusters_and_of_very_many_pairs_where_there_are_none(
    clusters: bool, load_page: AppTest
) -> None:
    threads = ["cluster", "t1", "t1", "t2"]
    lines = [f"{line},{of}" for line, of in zip(NEW.split(), threads, strict=True)]
    app = uploaded(load_page, "\n".join(lines) if clusters else NEW)
    assert choices_of(app).keys() >= {"where", "settings"}
    for subject in ("overall", "time"):
        text = all_text(shown(app, subject))
        assert (CLUSTERS_ALIKE in text) == clusters, subject
        assert "too many document/class pairs" not in text
        assert NO_WEIGHTED_F not in text
