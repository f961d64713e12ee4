"""The classes page shows what the evaluation counts, for any class, and reads it."""

from __future__ import annotations

import json
from functools import partial

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.analysis.evaluation.cut import natural_cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.readers.samples import load_sample
from breakeven.ui.app.page.findings import keys_of
from metrics import measures
from tests.made import annotators, not_none, review_of
from tests.pages.reading import (
    healthy,
    html_of,
    open_page,
    open_people,
    read_here,
    table_with,
    text_of,
)

opened = partial(open_page, "classes")


SPAM = "id,is_spam,spam_score,text\n" + "".join(
    f"{i},{int(i < 4)},{0.9 if i < 3 or i == 9 else 0.1},mail {i}\n" for i in range(20)
)


def test_a_single_class_has_its_errors_and_no_picture_of_classes(load_page: AppTest) -> None:
    load_page.file_uploader(key="files").set_value([("spam.csv", SPAM.encode(), "text/csv")]).run()
    read_here(load_page)
    app = healthy(load_page.switch_page("pages/classes.py").run())
    assert app.segmented_control(key="w_classes.part").options[0] == "Errors"
    assert "All" not in app.segmented_control(key="w_classes.part").options
    assert not app.get("plotly_chart")
    # 0 to 2 are caught, 3 is missed, 9 is a false alarm
    assert "Finds 3 of 4: recall 0.75" in text_of(app)


def figure_of(app: AppTest) -> dict:
    (chart,) = app.get("plotly_chart")
    assert len(chart.proto.spec) < 1_000_000
    return json.loads(chart.proto.spec)


def evaluation_of(sample: str, system: str | None = None, split: str = "test") -> Evaluation:
    review = load_sample(sample)
    said = next(p for p in review.predictions if system in (None, p.system))
    cut = natural_cut(said, review.truth.task == "single-label")
    return evaluate(said, score_split(review.truth, said, split), split, cut)


@pytest.mark.parametrize("system", ["svm", "tree"])
def test_the_table_holds_what_the_evaluation_counts(system: str) -> None:
    e = evaluation_of("reuters", system)
    table = table_with(opened(review="reuters", system=system, classes__part="all"), "reading")
    assert len(table) == 90
    table = table.set_index("class").loc[list(e.classes)]
    for cell in ("tp", "fp", "fn", "tn"):
        np.testing.assert_array_equal(table[cell], getattr(e.tables, cell))
    np.testing.assert_array_equal(table["f"], measures.f_beta(e.tables))
    np.testing.assert_array_equal(table["average_precision"], e.scored.average_precisions)
    assert table.loc["earn", "positives in test"] == 1087  # the sample's README


def test_a_class_is_worked_out_in_its_own_numbers() -> None:
    e = evaluation_of("reuters", "svm")
    c = e.classes.index("corn")
    tp, fp, fn = (int(getattr(e.tables, cell)[c]) for cell in ("tp", "fp", "fn"))
    assert tp + fn == 56  # the sample's README
    app = opened(review="reuters", system="svm", **{"class": "corn"})
    assert f"Finds {tp} of 56:" in text_of(app)
    app.segmented_control(key="w_classes.part").set_value("numbers").run()
    text = text_of(healthy(app))
    assert f"{tp} / ({tp} + {fp}) = {tp / (tp + fp):.3f}" in text
    assert f"{tp} / ({tp} + {fn}) = {tp / (tp + fn):.3f}" in text
    assert f"{e.scored.break_even_points[c].tp} / 56 = 0.911" in text  # the README's break-even


def test_undefined_classes_are_listed_and_not_drawn() -> None:
    e = evaluation_of("reuters", "svm")
    undefined = (e.tables.assigned == 0) | (e.tables.positives == 0)
    app = opened(review="reuters", system="svm")
    drawn = figure_of(app)["data"][0]["customdata"]
    assert sorted(drawn) == np.flatnonzero(~undefined).tolist()
    (how,) = (c for c in app.caption if c.value.startswith("Click a mark"))
    left_out = (
        f"Not in the plot: {undefined.sum()} classes without a prediction or without documents."
    )
    assert how.help.startswith(left_out)
    app.segmented_control(key="w_classes.part").set_value("all").run()
    table = table_with(healthy(app), "reading")
    without = table[table[["precision", "recall"]].isna().any(axis=1)]
    assert set(without["class"]) == {e.classes[c] for c in np.flatnonzero(undefined)}


@pytest.mark.parametrize(
    ("choices", "sentences"),
    [
        # two test documents, none in train: every system leaves it out (the README)
        ({"class": "nkr"}, ["never predicted", "0 / (0 + 0) = —", "0 / (0 + 2) = 0.000"]),
        # no development document
        (
            {"class": "castor-oil", "split": "dev"},
            ["no documents here, never predicted", "no document is truly in the class"],
        ),
    ],
)
def test_classes_about_which_little_can_be_said(
    choices: dict[str, str], sentences: list[str]
) -> None:
    app = opened(review="reuters", system="svm", **choices)
    text = text_of(app)
    app.segmented_control(key="w_classes.part").set_value("numbers").run()
    text += text_of(healthy(app))
    for words in sentences:
        assert words in text


def test_the_cut_comes_from_the_address_and_goes_there() -> None:
    app = opened(review="r8", quadrants="0.9")
    assert app.slider(key="w_quadrants").value == 0.9
    assert figure_of(app)["layout"]["shapes"][0]["x0"] == 0.9
    app.slider(key="w_quadrants").set_value(0.3).run()
    healthy(app)
    assert app.query_params["quadrants"] in ("0.3", ["0.3"])
    assert "Clearly above 30 % · 7" in chips_of(app)


def chips_of(app: AppTest) -> list[str]:
    return list(app.button_group(key="w_classes.show").options)


def test_without_scores_the_page_says_only_what_decisions_say() -> None:
    e = evaluation_of("r8")
    app = opened(review="r8", classes__part="numbers", **{"class": "interest"})
    c = e.classes.index("interest")
    tp, fp = int(e.tables.tp[c]), int(e.tables.fp[c])
    assert f"{tp} / ({tp} + {fp}) = {tp / (tp + fp):.3f}" in text_of(app)
    assert "Break-even" not in text_of(app)
    app.segmented_control(key="w_classes.part").set_value("all").run()
    assert len(table_with(healthy(app), "reading")) == 8


def test_search_shows_the_classes_with_these_letters() -> None:
    app = opened(review="reuters", system="svm", classes__part="all")
    app.text_input(key="w_classes.find").set_value("OIL").run()
    names = set(table_with(healthy(app), "reading")["class"])
    assert names == {c for c in evaluation_of("reuters", "svm").classes if "oil" in c}
    app.text_input(key="w_classes.find").set_value("no such class").run()
    assert "No class has this in its name." in [i.value for i in healthy(app).info]


@pytest.mark.parametrize("cell", ["tp", "fp", "fn"])
def test_the_documents_behind_a_cell_are_listed_most_telling_first(cell: str) -> None:
    e = evaluation_of("reuters", "nb")
    c = e.classes.index("trade")
    app = opened(review="reuters", system="nb", **{"class": "trade"})
    app.segmented_control(key="w_classes.cell").set_value(cell).run()
    table = table_with(healthy(app), "predicted")
    documents = int(getattr(e.tables, cell)[c])
    assert len(table) == min(documents, 20) > 0
    assert f"Read {documents} documents" in [p.proto.label for p in app.get("page_link")]
    assert table["true"].str.split(" | ", regex=False).apply(lambda t: "trade" in t).all() == (
        cell != "fp"
    )
    scores = table["score of trade"].to_numpy()
    assert (np.diff(scores) <= 0).all() if cell == "fp" else (np.diff(scores) >= 0).all()


def test_the_limits_of_the_checks_hold_here_and_give_the_same_advice() -> None:
    # 11 training documents (the sample's README)
    choices = {"review": "reuters", "system": "svm", "class": "strategic-metal"}
    few = "Label more training documents of “strategic-metal”: 11 are too few."
    assert few not in text_of(opened(**choices, limits="min_train:5"))
    app = opened(**choices, limits="min_train:50")
    assert few in text_of(app)
    assert "Only 11 training documents, fewer than 50" in text_of(app)
    advised = be.check(load_sample("reuters"), "svm", limits=be.Limits(min_train=50))
    (key,) = keys_of([f for f in advised if few in f.action and f.about == "class"])
    choices = {"review": "reuters", "system": "svm", "limits": "min_train:50"}
    assert few in text_of(open_page("next_steps", **choices, next_steps__open=key))


def test_groups_of_classes_are_those_of_the_result() -> None:
    result = be.evaluate(load_sample("reuters"), "svm")
    app = open_page("classes", review="reuters", system="svm", classes__part="size")
    frames = result.groups()
    for kind, column in (("classes", "group"), ("growing", "fallout")):
        app.segmented_control(key="w_classes.groups").set_value(kind).run()
        assert not app.exception
        pd.testing.assert_frame_equal(table_with(app, column), frames[kind])
    # from the largest class to all 90: .982 to .870, and .00904 to .00163
    assert "precision falls by 11 % and fallout falls by 82 %" in html_of(app)


def test_the_page_opens_on_a_weak_class_and_names_those_weaker_than_the_others() -> None:
    e = evaluation_of("r8")
    app = opened(review="r8")
    said = text_of(app)
    assert "Clearly weaker than all others taken together: " in said
    chosen = e.classes.index(app.selectbox(key="w_class").value)
    # clearly below the others, and no larger F with as many errors
    f = 2 * e.tables.tp / (2 * e.tables.tp + e.tables.fp + e.tables.fn)
    assert f[chosen] < np.median(f)
    assert opened(review="r8", **{"class": "earn"}).selectbox(key="w_class").value == "earn"


def test_names_of_classes_stand_out_from_their_numbers() -> None:
    truth = annotators(50, share=0.8)
    people = open_people(
        review_of(truth, model=not_none(truth.labels).toarray()), labels__people="classes"
    )
    for app in (open_page("classes", review="r8", classes__part="all"), people):
        tables = [table.proto for table in app.dataframe if "class" in table.value.columns]
        assert tables
        for table in tables:
            # a name by which rows are found would be grey, beside black numbers
            assert "col0" in table.arrow_data.styler.styles
            assert "font-weight: 500" in table.arrow_data.styler.styles
