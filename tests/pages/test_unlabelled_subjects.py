"""Subjects of the page of estimates: any measure, and documents one by one."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.reading import figures_of, html_of, read_here
from tests.pages.test_unlabelled_data import NEW, SUBJECTS, shown, uploaded


def test_any_measure_is_expected(load_page: AppTest) -> None:
    app = shown(uploaded(load_page, NEW), "measures")
    app.selectbox(key="w_class").select("b").run()
    assert not app.exception
    rows = [row for row in html_of(app).split("<tr>") if row.startswith("<td")]
    accuracy = next(row for row in rows if "Accuracy" in row)
    # b, all but the last assigned: (.9 + .9 + .6) / 3; a: (.6 + .6 + .8) / 3; c: 1 - .96 / 3
    assert f"<b>{2.4 / 3:.3f}</b>" in accuracy
    assert f"<b>{(2.4 + 2.0 + 2.04) / 9:.3f}</b>" in accuracy
    assert any("E₁" in row for row in rows)
    # Lewis (1995), figure 3: the two of .9, and .8532
    assert "the 2 most probable documents would give" in html_of(app)
    assert "0.853; it is now predicted for 2" in html_of(app)
    assert len(figures_of(app)) == 1


def test_documents_are_decided_as_they_arrive(load_page: AppTest) -> None:
    app = shown(uploaded(load_page, NEW), "stream")
    app.number_input(key="w_unlabelled_data.window").set_value(2).run()
    app.selectbox(key="w_class").select("a").run()
    assert not app.exception
    # a single .4: assigning is worth .4, leaving .6. Beside another .4: both are worth
    # .16 + .48 * 2/3 = .48, none .36. The .2 beside .4: none is worth .48, both .08 + .44 * 2/3
    said = "for <b>1</b> of 3 documents; now it is predicted for 0, and both agree on 2"
    assert said in html_of(app)


ONE = "id,score:spam\n1,0.9\n2,0.4\n3,0.2\n"
ONE_LABELLED = "id,true,score:spam\n" + "".join(f"{i},{'spam' * (i % 2)},0.5\n" for i in range(40))


@pytest.mark.parametrize("data", [ONE, ONE_LABELLED])
def test_a_single_class_has_no_averages(load_page: AppTest, data: str) -> None:
    app = load_page
    app.file_uploader(key="files").set_value([("new.csv", data.encode(), "text/csv")]).run()
    app.checkbox[0].set_value(True).run()
    read_here(app)
    assert not app.exception
    app.switch_page("pages/unlabelled_data.py").run()
    for subject in SUBJECTS:
        text = html_of(shown(app, subject))
        assert ("documents in the class (95 %" in text) or subject != "overall"
        assert "Macro</b>" not in text
        assert "Micro</b>" not in text
        assert "exactly one class" not in text
    if data == ONE:
        # .1 and .4 and .2 wrong of three
        assert f"<b>{2.3 / 3:.3f}</b>" in html_of(shown(app, "measures"))


@pytest.mark.parametrize(
    ("data", "several"), [(ONE, False), ("id,p_a,p_b\n1,.9,.1\n2,.4,.2\n", True)]
)
def test_averages_stand_beside_one_class_where_there_are_several(
    data: str, several: bool, load_page: AppTest
) -> None:
    load_page.file_uploader(key="files").set_value([("new.csv", data.encode(), "text/csv")]).run()
    for box in load_page.checkbox:
        box.set_value(True).run()
    read_here(load_page)
    load_page.switch_page("pages/unlabelled_data.py").run()
    text = html_of(shown(load_page, "measures"))
    for average in ("All pairs (micro)", "Average of classes (macro)"):
        assert (average in text) == several
