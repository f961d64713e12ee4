"""Systems and files at the ends of what there can be: every page opens and says nothing wrong."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.reading import read_here

PAGES = ("thresholds", "compare", "splits", "next_steps", "unlabelled_data")
DOCUMENTS = 36


def file_of(
    truth: Callable[[int], str], assigned: Callable[[int, str], str], documents: int = DOCUMENTS
) -> str:
    """A CSV of two systems, the second without decisions, over three splits."""
    rows = ["id,true,predicted,split,system,score:a,score:b"]
    for system in ("one", "silent"):
        for i in range(documents):
            t = truth(i)
            said = assigned(i, t) if system == "one" else ""
            split = ("train", "dev", "test")[i % 3]
            rows.append(f"{i},{t},{said},{split},{system},{(i * 7 % 10) / 10},{(i * 3 % 10) / 10}")
    return "\n".join(rows) + "\n"


def mixed(i: int) -> str:
    return ("a", "b", "a|b", "")[i // 3 % 4]


FILES = {
    "perfect": file_of(mixed, lambda i, t: t),
    "assigns nothing": file_of(mixed, lambda i, t: ""),
    "assigns everything": file_of(mixed, lambda i, t: "a|b"),
    "no class is true": file_of(lambda i: "", lambda i, t: mixed(i)),
    "no class is true on test": file_of(lambda i: "" if i % 3 == 2 else mixed(i), lambda i, t: t),
    "one class never true": file_of(lambda i: "a" if i % 2 else "", lambda i, t: mixed(i)),
    "one class always true": file_of(lambda i: "a", lambda i, t: "a"),
    "one document": file_of(lambda i: "a", lambda i, t: "a|b", documents=1),
}


def read(app: AppTest, data: str) -> AppTest:
    app.file_uploader(key="files").set_value([("it.csv", data.encode(), "text/csv")]).run()
    for box in app.checkbox:
        if "probabilities" in box.label:
            box.set_value(True)
    read_here(app)
    assert not app.exception
    assert not app.error
    return app


def shown(app: AppTest, page: str) -> str:
    app.switch_page(f"pages/{page}.py").run()
    assert not app.exception
    said = [e.value for kind in (app.caption, app.info, app.warning, app.success) for e in kind]
    return " ".join([e.proto.body for e in app.get("html")] + said)


@pytest.mark.parametrize("name", FILES)
def test_every_page_opens(name: str, load_page: AppTest) -> None:
    app = read(load_page, FILES[name])
    for page in PAGES:
        assert "nan" not in shown(app, page).lower().split()


def test_without_any_true_class_no_mix_is_drawn_and_no_share_of_nothing_is_said(
    load_page: AppTest,
) -> None:
    app = read(load_page, FILES["no class is true"])
    app.query_params["splits.part"] = "mix"
    assert "there is no class mix to compare" in shown(app, "splits")
    said = shown(app, "unlabelled_data")
    assert "and there are 0;" in said
    assert "(—)" not in said


def test_one_document_is_not_called_too_many_scores(load_page: AppTest) -> None:
    said = shown(read(load_page, FILES["one document"]), "compare")
    assert "Nothing was tested: one document cannot show how much is chance" in said
    assert "too many scores" not in said


def test_where_nothing_differs_no_class_is_said_to_be_other(load_page: AppTest) -> None:
    # both systems assign nothing
    said = shown(read(load_page, FILES["assigns nothing"]), "compare")
    assert "No clear difference on any of the" in said
    assert "on the other" not in said


def test_no_red_line_is_spoken_of_where_none_is_drawn(load_page: AppTest) -> None:
    app = read(load_page, FILES["perfect"])
    shown(app, "thresholds")
    app.segmented_control(key="w_thresholds.part").set_value("class").run()
    assert "red line" not in " ".join(e.value for e in app.caption).lower()
    app.selectbox(key="w_rule").set_value("threshold").run()
    assert "Red line: the threshold in use." in " ".join(e.value for e in app.caption)


def test_the_legend_of_expected_f_has_room_above_three_rows(load_page: AppTest) -> None:
    app = read(load_page, FILES["perfect"])
    shown(app, "unlabelled_data")
    figure = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert figure["layout"]["margin"]["t"] >= 3 * 20


def test_a_perfect_system_is_not_said_to_be_certain(load_page: AppTest) -> None:
    # four documents of each kind, all right: drawn again, all right again
    app = read(load_page, FILES["perfect"])
    for page in ("summary", "compare"):
        said = shown(app, page)
        assert "1.000 to 1.000" not in said
        assert "0.000 to 0.000" not in said
