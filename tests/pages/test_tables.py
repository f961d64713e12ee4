"""Tables beyond memory in the app: their numbers are those of the same documents in memory."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.analysis.evaluation.cut import RULE_NAMES, Cut, cut_from_text, cut_to_text
from breakeven.analysis.evaluation.eleven_conventions import Convention, ScoredElevenPoints
from breakeven.data.records import Review
from breakeven.data.wording import figure_of
from breakeven.engine.evaluation import count
from breakeven.engine.named_tables import TABLES
from breakeven.ui.app.page import class_choice
from breakeven.ui.pages import PAGES
from breakeven.ui.thresholds import sections, wishes
from tests.pages.reading import (
    badges_of,
    bare,
    cell_numbers,
    choices_of,
    enter,
    go_to,
    healthy,
    html_of,
    open_page,
    table_with,
    text_of,
)

HOSTILE = "<img src=x onerror=alert(1)> & **bold** $x$"


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three hundred documents of four classes, with texts, and what a server names of them."""
    folder = tmp_path_factory.mktemp("lake")
    draw, names = np.random.default_rng(7), ("a", "b <i>", "c", "d")
    true = draw.random((300, 4)) < (0.5, 0.3, 0.1, 0.01)
    scores = np.round(np.clip(0.4 * true + 0.6 * draw.random((300, 4)), 0, 1), 2)
    table = {
        "id": [f"n{n:03}" for n in range(300)],
        "true": ["|".join(np.array(names)[row]) for row in true],
        "split": ["test" if n % 3 else "dev" for n in range(300)],
        # some long enough to stand for one document, in both splits
        "text": [f"{HOSTILE} {n}" + " word" * 20 * (n < 60) for n in [*range(290), *range(10)]],
    }
    columns = {f"score:{name}": scores[:, c] for c, name in enumerate(names)}
    pq.write_table(pa.table({**table, **columns}), folder / "rows.parquet")
    (folder / "tables.toml").write_text(
        '[tables.lake]\ntitle = "The <b>lake</b>"\npath = "rows.parquet"\nmeasures = "own.toml"\n',
        encoding="utf-8",
    )
    (folder / "own.toml").write_text(
        '[[measure]]\nname = "<b>cost</b>"\nformula = "(5*fn + fp)/n"\n', encoding="utf-8"
    )
    return folder


@pytest.fixture(autouse=True)
def _named(rows: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TABLES, str(rows / "tables.toml"))


@pytest.fixture(scope="module")
def review(rows: Path) -> Review:
    """The same documents, read into memory."""
    return be.read(rows / "rows.parquet")


def of_table(page: str, **choices: str) -> AppTest:
    return open_page(page, review="table:lake", **choices)


def tiles_of(app: AppTest) -> list[str]:
    """What the tiles say that are of both, links and intervals included.

    How sure a system is of each document, and so what people would add, is known in memory alone.
    """
    said = re.findall(r"<div class='tile'>(.*?)</div>(?=<div class='tile'>|</div>)", html_of(app))
    tiles = [re.sub(r""" href=["'][^"']*["']""", "", tile) for tile in said]
    return [tile for tile in tiles if "Sent to people" not in tile]


def averages_of(app: AppTest) -> list[str]:
    """The rows of the averages with their intervals, without links."""
    said = text_of(app)
    micro = re.search(r"every prediction counts the same (.*?) Macro", said)
    macro = re.search(r"every class counts the same (.*?) Per document", said)
    documents = re.search(r"every document counts the same (.*? 200 documents)", said)
    return [found[1] for found in (micro, macro, documents) if found]


def test_overview_says_what_it_says_of_the_same_documents_in_memory(review: Review) -> None:
    there, here = of_table("summary"), open_page("summary", review)
    assert len(tiles_of(there)) == 3
    assert tiles_of(there) == tiles_of(here)
    here.segmented_control(key="w_summary.part").set_value("averages").run()
    assert len(averages_of(there)) == 3
    assert averages_of(there) == averages_of(here)
    small = [[c.value for c in app.caption if "Small figures" in c.value] for app in (there, here)]
    # class d has two documents
    assert "fewer than 10" in small[0][0]
    assert small[0] == small[1]
    markup = html_of(there)
    assert "200 documents" in markup
    assert "counted by DuckDB, in 2GB of memory on " in text_of(there)


def test_overview_says_the_mix_of_classes_and_measures_of_ones_own_as_in_memory(
    review: Review,
) -> None:
    app, known = of_table("summary"), be.evaluate(review)
    told = text_of(app)
    assert bare(known.class_distribution().text) in told
    assert "No log loss: it is not known whether the scores of rows are probabilities" in told
    assert "Measures of your own" in [header.value for header in app.header]
    assert "&lt;b&gt;cost&lt;/b&gt;" in html_of(app)
    pooled = known.tables.pooled()
    cost = float((5 * pooled.fn + pooled.fp) / pooled.total)
    assert figure_of(cost) in told
    assert any("an engine brings no document home" in caption.value for caption in app.caption)


def test_overview_answers_in_plain_words_what_the_counts_tell(review: Review) -> None:
    app = of_table("summary")
    counted, known = text_of(app), be.evaluate(review).verdict()
    assert bare(known.answer_text("good")) in counted
    assert bare(known.answer_text("classes")) in counted
    assert bare(known.answer_text("simple")) in counted
    leaking = bare(known.answer_text("mind"))
    assert "of these documents, which are in an earlier split too" in leaking
    assert leaking in counted


def test_classes_and_their_curves_are_those_in_memory(review: Review) -> None:
    there = table_with(of_table("classes"), "average_precision")
    here = table_with(open_page("classes", review, classes__part="all"), "average_precision")
    there, here = (frame.sort_values("class").reset_index(drop=True) for frame in (there, here))
    shared = [name for name in there if not str(name).startswith("positives in")]
    assert {"tp", "f", "break_even", "average_precision", "eleven_point"} <= {*shared}
    pd.testing.assert_frame_equal(there[shared], here[shared], check_dtype=False)
    choices = {"class": "b <i>", "curves.at": "0.4"}
    moved = [
        re.search(r"Predicted<.*TN</small></span>.*?</tr>", html_of(app))
        for app in (of_table("curves", **choices), open_page("curves", review, **choices))
    ]
    assert moved[0]
    assert moved[1]
    plain = [re.sub(r"<[^>]+>", " ", match[0]) for match in moved if match]
    assert plain[0] == plain[1]


@pytest.mark.parametrize("convention", ["category", "pooled", "document_closest"])
def test_eleven_points_are_those_in_memory(review: Review, convention: Convention) -> None:
    choices = {"curves.part": "conventions", "curves.subject": "eleven"}
    choices["curves.eleven"] = convention
    pages = (of_table("curves", **choices), open_page("curves", review, **choices))
    matches = [
        re.search(r"[^<>]*: eleven-point average <b>(0\.\d{4})</b>[^<]*", html_of(page))
        for page in pages
    ]
    assert matches[0]
    assert matches[1]
    assert matches[0][0] == matches[1][0]
    by = ScoredElevenPoints(be.evaluate(review).scored, review.truth.ids).by(convention)
    assert matches[0][1] == f"{by.value.average:.4f}"
    assert "it is worked out in memory only" in text_of(pages[0])
    assert "worked out in memory" not in text_of(pages[1])


def test_documents_are_fetched_a_page_at_a_time_behind_their_number(review: Review) -> None:
    evaluation = be.evaluate(review).evaluation
    c = evaluation.classes.index("a")
    missed = evaluation.documents_in_cell(c, "fn")
    assert review.truth.documents is not None
    ids = sorted(review.truth.documents[evaluation.rows[missed]])
    app = of_table("documents", documents__where="missed:a")
    assert f"{len(ids)} of 200 documents" in text_of(app)
    assert list(table_with(app, "document")["document"]) == ids[:25]
    app = of_table("documents", documents__sort="high", **{"class": "c"})
    scores = list(table_with(app, "score")["score"])
    assert (
        scores == sorted(evaluation.scored.scores[evaluation.classes.index("c")], reverse=True)[:25]
    )
    healthy(app.button(key="later").click().run())
    assert "26 to 50 of 200 documents" in [caption.value for caption in app.caption]
    # a filter that has to be asked, and one that cannot be
    app = of_table("documents", documents__where="true:a called:c")
    both = int(np.sum((evaluation.truth[:, [c]].multiply(evaluation.assigned[:, [2]])).toarray()))
    assert f"{both} of 200 documents" in text_of(app)
    app = of_table("documents", documents__where="leaked:near")
    assert "Listed: every document" in text_of(app)
    assert html.escape(HOSTILE) in html_of(app)
    assert "<img src=x" not in html_of(app)


def cells_of(app: AppTest) -> dict[tuple[str, str], str]:
    """What the cells of the matrix say, by the true class and the predicted one."""
    (chart,) = app.get("plotly_chart")
    spec = json.loads(chart.proto.spec)
    rows, columns = (
        [bare(name) for name in spec["layout"][axis]["labelalias"].values()]
        for axis in ("yaxis", "xaxis")
    )
    return {(rows[r], columns[c]): text for (r, c), text in cell_numbers(spec).items()}


def test_what_gets_confused_is_what_it_is_in_memory(review: Review) -> None:
    evaluation = be.evaluate(review).evaluation
    cell = f"{evaluation.classes.index('a')}-{evaluation.classes.index('b <i>')}"
    choices = {"confusions__cell": cell}
    there, here = of_table("confusions", **choices), open_page("confusions", review, **choices)
    assert len(cells_of(here)) > 12
    assert cells_of(there) == cells_of(here)
    ours, theirs = (table_with(app, "share of true") for app in (there, here))
    pd.testing.assert_frame_equal(ours, theirs, rtol=1e-12)
    # the documents behind the cell: those that memory lists, a page of them
    wanted = evaluation.documents_with(*map(int, cell.split("-")))
    assert review.truth.documents is not None
    ids = sorted(review.truth.documents[evaluation.rows[wanted]])
    assert len(ids) > 1
    assert list(table_with(there, "document")["document"]) == ids[:25]
    for app in (there, here):
        assert re.search(rf"predicted b <i> ?: {len(ids)} documents", html.unescape(text_of(app)))
    choices = {"confusions__part": "classes"}
    ours, theirs = (
        table_with(app, "missed: nothing instead")
        for app in (of_table("confusions", **choices), open_page("confusions", review, **choices))
    )
    pd.testing.assert_frame_equal(ours, theirs, check_dtype=False)


def test_pairs_that_are_best_made_one_are_those_in_memory(review: Review) -> None:
    for choices in ({"cut": "threshold:0.35"}, {"where": "split:test -true:d", "beta": "2"}):
        choices |= {"confusions__part": "merge"}
        pages = of_table("confusions", **choices), open_page("confusions", review, **choices)
        ours, theirs = (table_with(app, "beyond_size") for app in pages)
        assert len(theirs) > 1
        pd.testing.assert_frame_equal(ours, theirs[list(ours)], rtol=1e-9)
        assert set(theirs) - set(ours) == {"bits_lost"}


def test_what_is_chosen_is_counted_anew() -> None:
    app = of_table("summary", split="all", cut="threshold:0.3", beta="2")
    assert "300 documents" in text_of(app)
    assert "score ≥ 0.3" in text_of(app)
    app = of_table("summary", split="nowhere", cut="f:split=dev", beta="many", undefined="two")
    assert "200 documents" in text_of(app)


def test_a_filter_in_the_head_counts_again_what_it_counts_in_memory(review: Review) -> None:
    head = "true:a -score(c)>0.5"
    there, here = of_table("summary", where=head), open_page("summary", review, where=head)
    documents = be.evaluate(review, where=head).documents
    assert 0 < documents < 200
    assert f"{documents} documents, of 200: {head}" in text_of(there)
    assert tiles_of(there) == tiles_of(here)
    assert tiles_of(there) != tiles_of(of_table("summary"))
    there, here = of_table("confusions", where=head), open_page("confusions", review, where=head)
    assert cells_of(there) == cells_of(here)
    cautions = [
        "the filter depends on the predictions of rows" in text_of(of_table("summary", where=where))
        for where in (head, "wrong")
    ]
    assert cautions == [False, True]
    # the list is of those, and a filter of its own keeps some of them
    app = of_table("documents", where=head, documents__where="hit:a")
    evaluation = be.evaluate(review, where=head).evaluation
    hits = len(evaluation.documents_in_cell(evaluation.classes.index("a"), "tp"))
    assert f"{hits} of {documents} documents" in text_of(app)
    app = of_table("documents", where=head, documents__where="hit:a called:c")
    both = be.evaluate(review, where=f"{head} hit:a called:c").documents
    assert f"{both} of {documents} documents" in text_of(app)


@pytest.mark.parametrize(
    ("where", "position", "why"),
    [
        ("true:a leaked:near", 7, "an engine cannot filter by this"),
        ("true:a (", 8, "a term is expected"),
        ("true:x", 5, "there is no class"),
    ],
)
def test_a_filter_that_cannot_be_asked_is_pointed_at(where: str, position: int, why: str) -> None:
    page = of_table("summary", where=where)
    assert "The filter cannot be used" in page.warning[0].value
    typed, mark, what = page.code[0].value.split("\n")
    assert (typed, mark) == (where, " " * position + "^")
    assert why in what
    assert "200 documents" in text_of(page)


def test_a_filter_that_keeps_nothing_says_so() -> None:
    page = of_table("curves", where="id=nobody")
    assert [info.value for info in page.info] == ["No document matches the filter."]


RULES = [
    "f:split=dev",
    "f:split=dev&beta=2",
    "f:split=dev&guard=0&between=0",
    "break_even:split=dev",
    "loss:split=dev&costs=0%2C1%2C4%2C0",
    "f:split=test",
    "threshold:0.35",
]
WISHES = ["recall:split=dev&least=0.7", "precision:split=dev&least=0.6&average=micro"]


@pytest.mark.parametrize("cut", WISHES)
def test_a_wish_gives_on_a_table_what_it_gives_in_memory(review: Review, cut: str) -> None:
    pages = of_table("thresholds", cut=cut), open_page("thresholds", review, cut=cut)
    texts = [text_of(app) for app in pages]
    # what is promised stands between the two, and is known in memory alone
    for pattern in (
        r"This finds .*? instead of [\d.]+",
        r"On test: .*?\.\d+\.",
        r"Found TP .*?FP \d+",
    ):
        here, there = (re.search(pattern, text) for text in texts)
        assert here
        assert there
        assert here[0] == there[0]
    # and the table says why the rest is not there
    missing = [wishes.NEEDS_MEMORY in [each.value for each in app.caption] for app in pages]
    assert missing == [True, False]


def test_a_promise_over_all_classes_of_a_table_is_refused_with_its_reason() -> None:
    promised = of_table("thresholds", cut="recall:split=dev&least=0.7&average=micro&promise=1")
    assert "its promise needs each document" in text_of(promised)


@pytest.mark.parametrize("cut", RULES)
def test_rules_give_on_a_table_what_they_give_in_memory(review: Review, cut: str) -> None:
    choices = {"cut": cut, "thresholds__part": "all"}
    pages = of_table("thresholds", **choices), open_page("thresholds", review, **choices)
    there, here = (table_with(app, "how") for app in pages)
    # documents are not drawn again for a table
    shared = [n for n in map(str, here) if "interval" not in n and "retuned" not in n]
    assert list(there) == shared
    assert {"threshold", "how", "F there", "F here", "tp here", "fn here"} <= {*shared}
    pd.testing.assert_frame_equal(there, here[shared], check_dtype=False)
    assert len(there) == 4
    choices = {"cut": cut}
    pages = of_table("thresholds", **choices), open_page("thresholds", review, **choices)
    matches = [re.search(r"This finds .*? TP .*?FP", text_of(app)) for app in pages]
    assert matches[0]
    assert matches[1]
    assert matches[0][0] == matches[1][0]
    assert ["Optimistic." in text_of(app) for app in pages] == [cut == "f:split=test"] * 2


def test_of_more_classes_than_are_listed_a_table_says_so_too(
    review: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in (class_choice, sections):
        monkeypatch.setattr(place, "MOST_LISTED", 3)
    choices = {"thresholds__part": "all"}
    for app in (of_table("thresholds", **choices), open_page("thresholds", review, **choices)):
        # d, one in a hundred, is the smallest
        assert sorted(table_with(app, "how")["class"]) == ["a", "b <i>", "c"]
        assert "The 3 largest of 4 classes." in [caption.value for caption in app.caption]


@pytest.mark.parametrize("cut", ["loss:split=dev&costs=0%2C1%2C4%2C0", "f:split=test"])
def test_a_rule_that_was_fitted_decides_every_page(review: Review, cut: str) -> None:
    there, here = of_table("summary", cut=cut), open_page("summary", review, cut=cut)
    assert tiles_of(there) == tiles_of(here)
    assert tiles_of(there) != tiles_of(of_table("summary"))
    rule = cut_from_text(cut)
    assert rule is not None
    evaluation = be.evaluate(review, cut=rule).evaluation
    assert choices_of(there)["settings"] == choices_of(here)["settings"]
    assert choices_of(there)["settings"][:20] == str(rule)[:20]
    tuned = [any("optimistic" in badge for badge in badges_of(app)) for app in (there, here)]
    assert tuned == [cut == "f:split=test"] * 2
    there, here = of_table("confusions", cut=cut), open_page("confusions", review, cut=cut)
    assert cells_of(there) == cells_of(here)
    assert review.truth.documents is not None
    missed = evaluation.rows[evaluation.documents_in_cell(evaluation.classes.index("a"), "fn")]
    app = of_table("documents", cut=cut, documents__where="missed:a")
    assert f"{len(missed)} of 200 documents" in text_of(app)
    where = "wrong true:a"
    there, here = (
        of_table("summary", cut=cut, where=where),
        open_page("summary", review, cut=cut, where=where),
    )
    assert tiles_of(there) == tiles_of(here)


def test_losses_of_a_rule_are_those_in_memory(review: Review) -> None:
    choices = {"cut": "loss:split=dev&costs=0%2C1%2C4%2C0", "thresholds__part": "costs"}
    said = [
        re.search(r"Mean cost (.*?More than the lowest, observed \S+)", text_of(app))
        for app in (of_table("thresholds", **choices), open_page("thresholds", review, **choices))
    ]
    assert said[0]
    assert said[1]
    assert said[0][1] == said[1][1]


def test_a_rule_that_no_table_is_decided_by_gives_way() -> None:
    others = cut_to_text(Cut("per_class", own=(("a", 0.9),), system="another"))
    for cut in ("top_k:k=2", "f:split=nowhere", others):
        assert tiles_of(of_table("summary", cut=cut)) == tiles_of(of_table("summary"))


@pytest.fixture
def fine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table with more distinct scores than come home here, named "fine"."""
    draw = np.random.default_rng(3)
    true = draw.random((90, 2)) < 0.4
    names = np.array(["a", "b"])
    table = {
        "id": [f"n{n:02}" for n in range(90)],
        "true": ["|".join(names[row]) for row in true],
        "split": ["test" if n % 3 else "dev" for n in range(90)],
    }
    scores = 0.4 * true + 0.6 * draw.random((90, 2))
    columns = {f"score:{name}": scores[:, c] for c, name in enumerate(names)}
    pq.write_table(pa.table({**table, **columns}), tmp_path / "rows.parquet")
    (tmp_path / "fine.toml").write_text('[tables.fine]\npath = "rows.parquet"\n')
    monkeypatch.setenv(TABLES, str(tmp_path / "fine.toml"))
    # of the last, how many rows come home: four million
    monkeypatch.setattr(count, "__defaults__", (None, 20))
    return tmp_path / "rows.parquet"


def test_thresholds_of_single_classes_stand_where_scores_are_too_many_to_come_home(
    fine: Path,
) -> None:
    review = be.read(fine)
    system = review.predictions[0].system
    own = cut_to_text(Cut("per_class", 0.5, own=(("a", 0.7),), system=system))
    choices = {"cut": own, "thresholds__part": "all"}
    there = open_page("thresholds", review="table:fine", **choices)
    assert any("too many distinct scores" in caption.value for caption in there.caption)
    here = open_page("thresholds", review, **choices)
    table_there, table_here = (table_with(app, "how").set_index("class") for app in (there, here))
    columns = ["threshold", "tp here", "fp here", "fn here", "F here", "F there"]
    pd.testing.assert_frame_equal(table_there[columns], table_here[columns], check_dtype=False)
    # the rule can be left, but nothing leads back to it: each of its moves would count the table
    rule = next(box for box in there.selectbox if box.label == "Rule")
    assert rule.value == "per_class"
    plain = open_page("thresholds", review="table:fine")
    offered = next(box for box in plain.selectbox if box.label == "Rule").options
    assert RULE_NAMES["per_class"] not in offered
    assert rule.options == [*offered, RULE_NAMES["per_class"]]
    # what those scores do not tell gives way to the present rule, and says so
    loss = open_page("thresholds", review="table:fine", cut="loss:split=dev&costs=0%2C1%2C4%2C0")
    rule = next(box for box in loss.selectbox if box.label == "Rule")
    assert (rule.value, rule.options) == ("threshold", offered)


def test_splits_say_what_leaks_and_lead_to_it(review: Review) -> None:
    app, result = of_table("splits"), be.evaluate(review)
    assert result.leaks is not None
    text = text_of(app)
    leaked = result.leaks.leaked
    assert f"{leaked} documents are also in an earlier split, by equal ids and texts" in text
    assert f"test 200 {leaked} {leaked / 200:.3f} 0 {leaked} 0" in text
    # ten texts stand twice: whether their labels are the same is said
    assert " with different labels" in text
    here = text_of(open_page("summary", review))
    both = re.findall(r"with(?:out them| the \d+ documents that leak) [\d., ]+", here)
    assert len(both) == 2
    for page in (text, text_of(of_table("summary"))):
        for side in both:
            assert side.strip() in page
    # the documents that leak are listed, and left out of every page
    assert f"{leaked} of 200 documents" in text_of(of_table("documents", documents__where="leaked"))
    without = of_table("summary", where="-leaked")
    assert tiles_of(without) == tiles_of(open_page("summary", review, where="-leaked"))


def test_load_offers_what_the_server_names_and_says_what_is_wrong_with_it(
    rows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = enter()
    assert "The &lt;b&gt;lake&lt;/b&gt;" in html_of(app)
    assert "rows.parquet" not in html_of(app)
    healthy(app.button(key="open_table_lake").click().run())
    (tmp_path / "tables.toml").write_text('[tables.x]\npath = "gone"\n', encoding="utf-8")
    monkeypatch.setenv(TABLES, str(tmp_path / "tables.toml"))
    assert any("gone cannot be found" in code.value for code in enter().code)


@pytest.mark.parametrize("name", ["sea", "../rows", "/etc/passwd", ""])
def test_an_address_opens_nothing_but_a_name(name: str, rows: Path) -> None:
    for asked in (name, str(rows / "rows.parquet")):
        app = go_to(enter(review=f"table:{asked}"), "summary")
        assert "no table of this name here" in app.warning[0].value


def test_pages_that_cannot_work_on_a_table_are_greyed_and_say_why() -> None:
    app = of_table("compare")
    assert app.info[0].value == PAGES["compare"].why_no_table
    greyed = {link.proto.label for link in app.get("page_link") if link.proto.disabled}
    assert greyed == {page.title for page in PAGES.values() if page.why_no_table}


def test_leaks_are_told_by_the_columns_that_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = {"id": ["n1", "n2", "N1"], "true": ["a", "b", "c"], "predicted": ["a", "b", "b"]}
    pq.write_table(pa.table(columns | {"split": ["dev", "dev", "test"]}), tmp_path / "r.parquet")
    (tmp_path / "tables.toml").write_text('[tables.ids]\npath = "r.parquet"\n', "utf-8")
    monkeypatch.setenv(TABLES, str(tmp_path / "tables.toml"))
    app = open_page("splits", review="table:ids")
    text = text_of(app)
    assert "1 document is also in an earlier split, by equal ids" in text
    assert "By id" in text
    assert "By text" not in text
    assert "test 1 1 1.000 1" in text
