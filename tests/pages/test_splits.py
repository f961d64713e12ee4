"""The pages on splits and on guidance: published counts, findings, limits, filters."""

from __future__ import annotations

import html
import itertools
import re

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.analysis.advice.findings_list import FindingLine, lines_of
from breakeven.analysis.evaluation.cut import natural_cut
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.findings.check_rules import RULES
from breakeven.analysis.findings.finding import Finding
from breakeven.data.records import Predictions, Review, Truth
from breakeven.readers.samples import load_sample
from breakeven.ui.app.page.findings import keys_of
from breakeven.ui.next_steps.list import line_frame
from tests.made import not_none
from tests.pages.reading import badges_of, bare, figures_of, go_to, open_page, table_with, text_of
from tests.planted import clean

NUMBERS = itertools.count()


@pytest.fixture(scope="module")
def reuters() -> Review:
    return load_sample("reuters")


def test_splits_of_reuters_are_the_published_ones() -> None:
    # sample_data/README.md: documents, topic assignments, without any topic, dates
    said = text_of(open_page("splits", review="reuters"))
    assert "train 7,682 7,669 0.998 1,432 88 of 90 91 1987-02-26 1987-03-30" in said
    assert "dev 1,921 1,916 0.997 401 71 of 90 88 1987-03-30 1987-04-07" in said
    assert "test 3,299 3,744 1.135 280 90 of 90 83 1987-04-08 1987-10-20" in said
    assert "0 errors, 2 warnings" in said
    # no positive document in train
    assert "Start here Never seen in training: nkr and sun-meal." in said


def test_splits_of_r8_are_the_published_ones() -> None:
    said = text_of(open_page("splits", review="r8"))
    assert "train 5,485 5,485 1.000 0 8 of 8" in said
    assert "test 2,190 2,190 1.000 0 8 of 8" in said
    assert "0 errors, 0 warnings" in said


def test_shares_of_the_mix_are_those_of_the_labels(reuters: Review) -> None:
    figure = figures_of(open_page("splits", review="reuters", splits__part="mix"))[0]
    marks = {bare(t["name"]): t for t in figure["data"] if t.get("mode") == "markers"}
    truth = reuters.truth
    rows = truth.in_split("test")
    earn = int(not_none(truth.labels)[rows][:, [truth.classes.index("earn")]].sum())
    ticks = [bare(tick) for tick in figure["layout"]["yaxis"]["ticktext"]]
    text = marks["test"]["text"][ticks.index("earn")]
    # 1,087 of the 3,744 labels of the test documents
    assert earn == 1087
    assert f"{100 * 1087 / 3744:.2f} % of the labels" in text
    assert len(ticks) == 90


def test_classes_can_be_sorted() -> None:
    app = open_page("splits", review="reuters", splits__part="mix")
    app.selectbox(key="w_splits.sort").select("name").run()
    ticks = [bare(tick) for tick in figures_of(app)[0]["layout"]["yaxis"]["ticktext"]]
    assert ticks == sorted(ticks)
    assert app.query_params["splits.sort"] in ("name", ["name"])


def test_bands_of_training_frequency(reuters: Review) -> None:
    app = open_page("splits", review="reuters", system="svm", splits__part="size")
    text = text_of(app)
    truth = reuters.truth
    svm = next(p for p in reuters.predictions if p.system == "svm")
    train = np.asarray(not_none(truth.labels)[truth.in_split("train")].astype(int).sum(axis=0))
    e = evaluate(svm, score_split(truth, svm, "test"), "test", natural_cut(svm, False))
    few = (train >= 1) & (train < 5)
    t = e.tables[few]
    f = 2 * t.tp / (2 * t.tp + t.fp + t.fn)
    assert f"1 to 4 {few.sum()} {t.positives.sum()} {f.mean():.3f}" in text
    assert len(figures_of(app)) == 2


@pytest.mark.parametrize("part", ["time", "power"])
@pytest.mark.parametrize("sample", ["reuters", "r8"])
def test_the_other_parts(sample: str, part: str) -> None:
    app = open_page("splits", review=sample, splits__part=part)
    assert len(figures_of(app)) == (part == "time")


def test_documents_are_one_click_away() -> None:
    (repeated,) = [f for f in be.check(load_sample("r8")) if f.code == "leak.same-short-text"]
    app = open_page("splits", review="r8", splits__open=keys_of([repeated])[0])
    assert "Next:" in text_of(app)
    toggle = app.toggle(key="w_splits.rows")
    assert toggle.label == "Show the 24 documents"
    toggle.set_value(True).run()
    assert not app.exception
    table = table_with(app, "document")
    # 13 test documents and the training documents they repeat
    assert set(table["split"]) == {"train", "test"}
    titles = table["title"].str.lower().str.split().str.join(" ")
    assert (titles.value_counts() >= 2).all()


def test_classes_behind_a_finding_are_one_click_away(reuters: Review) -> None:
    (unlike,) = [f for f in be.check(reuters) if f.code == "split.imbalance"]
    app = open_page("splits", review="reuters", splits__open=keys_of([unlike])[0])
    app.toggle(key="w_splits.rows").set_value(True).run()
    names = {reuters.truth.classes[c] for c in unlike.classes}
    assert len(names) > 2
    assert set(table_with(app, "documents in test")["class"]) == names


@pytest.mark.parametrize("code", ["classes.together", "classes.alike"])
def test_pairs_behind_a_finding_are_one_click_away(code: str, reuters: Review) -> None:
    system = "svm"
    (together,) = [f for f in be.check(reuters, system) if f.code == code]
    assert together.pairs
    chosen = {"system": system, "next_steps.open": keys_of([together])[0]}
    app = open_page("next_steps", review="reuters", **chosen)
    app.toggle(key="w_next_steps.rows").set_value(True).run()
    pairs = table_with(app, "first")[["first", "second"]]
    names = reuters.truth.classes
    assert pairs.to_numpy().tolist() == [[names[i], names[j]] for i, j, _ in together.pairs]


def test_a_finding_that_follows_from_another_has_a_sign_before_its_title(reuters: Review) -> None:
    findings = list(be.check(reuters))
    lines = line_frame(reuters.truth, [FindingLine(one) for one in findings], "micro")
    marked = [" ▸ " in text for text in lines["finding"]]
    assert marked == [bool(one.because_of) for one in findings]
    assert {*marked} == {True, False}


def lines_in(app: AppTest) -> list[str]:
    """The lines of the list, without the marks of their severity."""
    return [line[2:] for line in table_with(app, "finding")["finding"]]


def titles_in(app: AppTest) -> list[str]:
    """The rules that the lines of the page name, each once, in their order."""
    titles = (re.sub(r" \(\+\d+\)$|^▸ ", "", line) for line in lines_in(app))
    return list(dict.fromkeys(title.partition(":")[0] for title in titles))


def titles_of(findings: list[Finding]) -> list[str]:
    """The titles of lines with these findings, each once."""
    return list(dict.fromkeys(line.first.title for line in lines_of(findings)))


def test_limits_are_kept_and_in_the_address(reuters: Review) -> None:
    truth = reuters.truth
    learnt = not_none(truth.labels)[truth.in_split("train")].astype(int).sum(axis=0)
    few = {
        n: f"Too few training documents: {((learnt > 0) & (learnt < n)).sum()} classes"
        for n in (3, 15)
    }
    app = go_to(open_page("next_steps", review="reuters", splits__part="limits"), "splits")
    assert "limits" not in app.query_params  # nobody chose any
    app.number_input(key="w_limit_min_train").set_value(3).run()
    assert "min_train:3" in str(app.query_params["limits"])
    assert few[3] in lines_in(go_to(app, "next_steps"))
    app.segmented_control(key="w_next_steps.part").set_value("limits").run()
    app.button(key="usual_limits").click().run()
    app.segmented_control(key="w_next_steps.part").set_value("list").run()
    assert few[15] in lines_in(app)
    assert few[3] in lines_in(open_page("next_steps", review="reuters", limits="min_train:3"))


def test_the_cut_is_that_of_the_page_on_classes() -> None:
    app = open_page("next_steps", review="reuters", quadrants="0.7", next_steps__part="limits")
    assert app.number_input(key="w_limit_cut").value == 0.7


def test_guidance_lists_every_finding(reuters: Review) -> None:
    expected = list(be.check(reuters, "svm"))
    app = open_page("next_steps", review="reuters", system="svm")
    assert titles_in(app) == titles_of(expected)
    # what follows from another, opened by its link, says what was found, and from what
    last = next(f for f in reversed(expected) if f.because_of)
    app = open_page(
        "next_steps", review="reuters", system="svm", next_steps__open=keys_of([last])[0]
    )
    assert re.sub(r"\s+", " ", last.what) in text_of(app)
    assert f"Because of: {RULES[last.because_of].title}" in text_of(app)
    (line,) = [line for line in lines_of(expected) if last in line.beneath]
    assert len(app.selectbox(key="w_next_steps.open").options) == 1 + len(line.beneath)
    app.button(key="close_next_steps").click().run()
    assert "Start here" in text_of(app)


def test_guidance_can_be_filtered(reuters: Review) -> None:
    expected = list(be.check(reuters, "nb"))
    app = open_page("next_steps", review="reuters", system="nb")
    app.pills(key="w_next_steps.about").set_value(["class", "leak"]).run()
    wanted = [f for f in expected if f.about in ("class", "leak")]
    assert titles_in(app) == titles_of(wanted)
    app.pills(key="w_next_steps.severity").set_value(["notice"]).run()
    wanted = [f for f in wanted if f.severity == "notice"]
    assert titles_in(app) == titles_of(wanted)
    linked = {"next_steps__about": "class,leak", "next_steps__severity": "notice"}
    assert titles_in(open_page("next_steps", review="reuters", system="nb", **linked)) == titles_in(
        app
    )


def uploaded(truth: Truth, predictions: tuple[Predictions, ...], page: str) -> AppTest:
    # results are kept by fingerprint
    return open_page(page, Review("mine", truth, predictions, (), f"made {next(NUMBERS)}"))


@pytest.mark.parametrize("page", ["splits", "next_steps"])
def test_a_leak_is_said_first(page: str) -> None:
    made = clean(3, classes=6)
    texts = made.column("text")
    train, test = made.rows("train", 0)[:5], made.rows("test", 0)[:5]
    texts[test] = texts[train]
    made = made.with_columns(text=texts)
    app = uploaded(made.truth, made.predictions, page)
    assert "1 error, 0 warnings" in text_of(app)
    assert "Start here The same text in two splits." in text_of(app)
    assert table_with(app, "finding")["documents"][0] == 10  # five in each


@pytest.mark.parametrize("page", ["splits", "next_steps"])
def test_one_set_without_splits_texts_or_dates(page: str) -> None:
    made = clean(3, classes=6)
    bare = made.with_truth(
        splits=(), split_of=np.full(made.truth.n, -1), columns={}, text_column=None, ids=None
    )
    app = uploaded(bare.truth, bare.predictions, page)
    app.segmented_control(key=f"w_{page}.part").set_value("checks").run()
    text = text_of(app)
    assert "There are no splits" in text
    assert "There are no texts" in text
    assert "Not checked: The same document id in two splits;" in text
    assert "nothing found" not in text.lower()


@pytest.mark.parametrize("page", ["splits", "next_steps"])
def test_names_are_literal(page: str) -> None:
    made = clean(3, classes=6)
    hostile = "<img src=x onerror=alert(1)>"
    truth = made.with_truth(classes=(hostile, *made.truth.classes[1:])).without(
        made.rows("train", 0)[5:]
    )
    app = uploaded(truth.truth, truth.predictions, page)
    bodies = " ".join(e.proto.body for e in app.get("html"))
    assert html.escape(hostile) in bodies
    assert hostile not in bodies
    for spec in app.get("plotly_chart"):
        assert hostile not in spec.proto.spec


def test_many_texts_are_searched_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("breakeven.ui.app.cache.data.MOST_CHARACTERS", 100)
    made = clean(5, classes=6)
    texts = made.column("text")
    words = texts[made.rows("train", 1)[0]].split()
    words[20] = "changed"
    texts[made.rows("test", 1)[0]] = " ".join(words)
    made = made.with_columns(text=texts)
    app = uploaded(made.truth, made.predictions, "splits")
    assert "Nearly the same text" not in text_of(app)
    assert badges_of(app) == ["not yet checked for leaks"]
    app.button(key="search_near").click().run()
    assert not app.exception
    assert not [button for button in app.button if button.key == "search_near"]
    # the head says it from the next page on
    assert badges_of(go_to(app, "summary")) == ["1 of 240 documents leak"]
    app = go_to(app, "splits")
    assert "Start here Nearly the same text in two splits." in text_of(app)


def test_texts_of_two_splits_are_searched_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("breakeven.ui.app.cache.data.MOST_CHARACTERS", 100)
    words = " ".join(f"word{i}" for i in range(60))
    sides = {"one": None, "two": ["train", "test"] * 4}
    for split in sides.values():
        review = be.from_arrays(
            ["a", "b"] * 4, ["a", "b"] * 4, text=[f"{words} {i}" for i in range(8)], split=split
        )
        app = open_page("splits", review)
        keys = {button.key for button in app.button}
        assert ("search_near" in keys) == (split is not None)


def test_few_texts_are_searched_without_asking() -> None:
    # other texts than above: what is known of those is remembered
    words = " ".join(f"term{i}" for i in range(60))
    review = be.from_arrays(
        ["a", "b"] * 4, ["a", "b"] * 4, text=[f"{words} {i}" for i in range(8)],
        split=["train", "test"] * 4,
    )  # fmt: skip
    app = open_page("splits", review)
    assert "search_near" not in {button.key for button in app.button}
    assert "Nearly the same text in two splits." in text_of(app)


def test_the_wanted_width_is_a_choice_on_the_page() -> None:
    app = open_page("splits", review="r8", splits__part="power")
    # Wilson's interval of n right ones of n begins at n / (n + 3.84): F is 1.92 / (n + 1.92) wide
    assert "1 of 8 classes has too few documents to judge to ±0.05" in text_of(app)
    app.number_input(key="w_splits.width").set_value(0.02).run()
    text = text_of(app)
    # 1.92 / 0.04 - 1.92 = 46.1; of grain and ship there are 10 and 36 documents
    assert "2 of 8 classes have too few documents to judge to ±0.02" in text
    assert "fewer than 47 documents" in text
    assert "grain (10), ship (36)" in text
    size = be.evaluate(be.sample("r8")).test_size(0.02).size
    assert f"{int(size.averages['macro'].documents):,}" in text
    assert "half_width:0.02" in str(app.query_params["limits"])
