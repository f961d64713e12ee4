"""Which of several people is right is chosen once, and every page goes by it."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.made import annotators, not_none, review_of
from tests.pages.reading import go_to, html_of, open_people, opened, text_of
from tests.pages.test_home import loaded, read

ROWS = (
    b"id,annotator,label,predicted\n"
    b"1,anna,x,x\n1,bob,x,x\n1,carl,y,x\n2,anna,y,x\n2,bob,x,x\n2,carl,y,x\n3,anna,y,x\n3,bob,x,x\n"
)


def test_pages_go_by_the_gold_that_is_chosen(load_page: AppTest) -> None:
    app = read(loaded(load_page, ("p.csv", ROWS)))
    assert "annotators tie on 1 document" in html_of(app)
    assert "“anna”, “bob” and “carl”" in html_of(app)
    assert app.selectbox(key="w_gold").options == [
        "as read",
        "the majority of 3 annotators",
        "the labels of “anna”",
        "the labels of “bob”",
        "the labels of “carl”",
    ]
    go_to(app, "summary")
    # of documents 1 and 2 the majority says x and y; on 3 it ties; all are called x
    assert "truth: the majority of 3 annotators" in text_of(app)
    assert "Accuracy 50 % 1 of 2 documents " in text_of(app)
    app.selectbox(key="w_gold").select("one:anna").run()
    assert not app.exception
    assert app.query_params["gold"] == "one:anna"
    # anna says x, y, y
    assert "truth: the labels of “anna”" in text_of(app)
    assert "Accuracy 33 % 1 document " in text_of(app)
    app.selectbox(key="w_gold").select("one:bob").run()
    assert "Accuracy 100 % 3 documents " in text_of(app)
    app.selectbox(key="w_gold").select("as-read").run()
    assert "Accuracy 50 % 1 of 2 documents " in text_of(app)


def test_a_gold_of_a_link_that_is_not_there_is_said(load_page: AppTest) -> None:
    app = read(loaded(load_page, ("p.csv", ROWS)))
    app.query_params["gold"] = "one:nobody"
    app.switch_page("pages/summary.py").run()
    assert not app.exception
    assert any("lack the truth of the link" in warning.value for warning in app.warning)
    assert "truth: the majority of 3 annotators" in text_of(app)


def test_the_agreement_page_shows_the_system_under_each_standard(load_page: AppTest) -> None:
    app = read(loaded(load_page, ("p.csv", ROWS)))
    app.query_params["labels.people"] = "standards"
    app.query_params["labels.part"] = "annotators"
    app.switch_page("pages/labels.py").run()
    assert not app.exception
    text = html_of(app)
    assert "By each standard" in [title.value for title in app.header]
    # all are called x: of the 3 documents anna gives x to one, bob to all, carl to none of his 2
    for name, documents, value in (("anna", 3, "0.333"), ("bob", 3, "1.000"), ("carl", 2, "0.000")):
        row = text.split(f"the labels of “{name}”")[1]
        assert row.split("<td>")[1].startswith(f"{documents}<")
        assert row.split("<b>")[1].startswith(value)


GRADED = b"id,class,relevance,predicted\n1,x,0,1\n1,y,2,1\n2,x,1,1\n2,y,3,0\n3,x,3,1\n3,y,0,0\n"


def test_grades_that_count_as_correct_are_chosen_on_pages(load_page: AppTest) -> None:
    app = loaded(load_page, ("p.csv", GRADED))
    assert "Grades in “relevance”" in html_of(app)
    app = read(app)
    app.query_params["labels.people"] = "standards"
    app.query_params["labels.part"] = "annotators"
    app.switch_page("pages/labels.py").run()
    assert not app.exception
    # called: 1x 1y 2x 3x; of them from 1 on 1y 2x 3x are right, from 2 on 1y 3x, at 3 only 3x
    for words, value in (
        ("“1”, “2” and “3”, not “0”", "0.750"),
        ("“2” and “3”, not “0” and “1”", "0.500"),
        ("“3”, not “0”, “1” and “2”", "0.250"),
    ):
        row = html_of(app).split(words)[-1]
        assert row.split("<b>")[1].startswith(value), words
    opened(app).selectbox(key="w_gold").select("grades:2|3").run()
    assert not app.exception
    assert "truth: the grades “2” and “3”" in text_of(app)


def test_grades_that_nobody_knows_are_named_before_reading(load_page: AppTest) -> None:
    data = b"id,grade:x,grade:y,predicted\n1,gut,schlecht,x\n2,gut,gut,y\n"
    app = read(loaded(load_page, ("p.csv", data)))
    assert "the grades that count as correct are not known" in html_of(app)
    field = next(one for one in app.text_input if "Grades that count" in one.label)
    field.set_value("gut").run()
    assert "Open:" in html_of(read(app))


@pytest.mark.parametrize("systems", [1, 2])
def test_every_system_stands_under_each_standard_where_there_are_several(systems: int) -> None:
    truth = annotators(40)
    labels = not_none(truth.labels).toarray()
    said = {f"model {i}": labels for i in range(systems)}
    app = open_people(review_of(truth, **said), labels__people="standards")
    shown = [one.value["system"].tolist() for one in app.dataframe if "system" in one.value]
    assert shown == [[*said]] * (systems > 1)
