"""Help finds, explains and lists measures, keys and misprints; it needs nothing loaded."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from breakeven.ui.app.session.shortcuts import SHORTCUTS
from breakeven.ui.components.markdown import help_of
from metrics.catalogue import CATALOGUE, GROUPS
from metrics.catalogue.misprints import MISPRINTS
from tests.pages.reading import SECONDS, enter, healthy, text_of
from tests.published import PUBLISHED


def drawn() -> None:
    """What stands in Help; a dialog itself is closed by whatever runs the whole page."""
    from breakeven.ui.app.header.help_drawer import show_help

    show_help()


def opened(measure: str = "measures", **choices: str) -> AppTest:
    app = AppTest.from_function(drawn, default_timeout=SECONDS)
    app.session_state["help_on"] = measure
    app.session_state["choices"] = choices
    return healthy(app.run())


def names(app: AppTest) -> list[str]:
    return [heading.value for heading in app.header]


def written(app: AppTest) -> str:
    return "\n".join(block.value for block in app.markdown)


def offered(app: AppTest) -> list[str]:
    """The measures that can be chosen."""
    return list(app.pills(key="measures_entry").options)


def test_it_opens_on_the_first_of_the_measures_of_decisions() -> None:
    app = opened()
    assert offered(app) == [e.name for e in CATALOGUE.values() if e.group == GROUPS[0]]
    assert names(app) == ["Contingency table"]
    healthy(app.pills(key="measures_entry").set_value("precision").run())
    assert names(app) == ["Precision"]


@pytest.mark.parametrize("group", GROUPS)
def test_each_group_offers_its_entries(group: str) -> None:
    app = opened()
    healthy(app.selectbox(key="measures_group").set_value(group).run())
    entries = [e for e in CATALOGUE.values() if e.group == group]
    assert offered(app) == [e.name for e in entries]
    text, e = written(app), entries[0]
    for part in (e.meaning, e.formula, e.range_text, e.undefined, e.source_text, e.note):
        assert part in text


def test_all_groups_at_once() -> None:
    app = opened()
    healthy(app.selectbox(key="measures_group").set_value("All groups").run())
    assert offered(app) == [e.name for e in CATALOGUE.values()]


def test_a_measure_is_told_in_the_numbers_of_the_review() -> None:
    tp, fp, _ = PUBLISHED["svm"]["tp_fp_fn_test"]
    said = text_of(opened("precision", review="reuters", system="svm"))
    share = f"{tp / (tp + fp):.3f}"
    assert f"of {tp + fp:,} predicted, {tp:,} are right: {share}." in said


@pytest.mark.parametrize(
    ("search", "key"),
    [
        ("yang PIVOT", "eleven_point_document"),  # name, any case
        ("how often it turned out true", "reliability"),  # meaning
        ("wilson 1927", "wilson_interval"),  # source
        ("lambda_{11} mathrm{tp}", "loss"),  # formula
    ],
)
def test_search_looks_into_name_meaning_source_and_formula(search: str, key: str) -> None:
    app = opened()
    healthy(app.text_input(key="measures_search").set_value(search).run())
    assert CATALOGUE[key].name in offered(app)
    assert len(offered(app)) < 8


def test_a_search_without_result_says_so() -> None:
    app = opened()
    healthy(app.text_input(key="measures_search").set_value("<b>zzz</b>").run())
    assert names(app) == []
    assert app.caption[-1].value == "0 measures in all groups."


def test_it_opens_on_the_measure_asked_for_and_a_choice_leaves_it() -> None:
    app = opened("break_even")
    assert names(app)[0] == "Break-even point"
    assert app.selectbox(key="measures_group").value == CATALOGUE["break_even"].group
    healthy(app.selectbox(key="measures_group").set_value("Loss").run())
    assert names(app)[0] == "Loss"


def test_an_unknown_measure_in_the_link_is_said() -> None:
    app = opened("<img src=x>")
    assert names(app)[0] == "Contingency table"
    assert any("&lt;img src=x&gt;" in element.proto.body for element in app.get("html"))


def test_every_misprint_is_listed_with_its_numbers() -> None:
    app = opened()
    healthy(app.segmented_control(key="help_view").set_value("misprints").run())
    sources = app.selectbox(key="measures_source").options
    assert len(sources) == 5
    for source in sources:
        text = written(healthy(app.selectbox(key="measures_source").set_value(source).run()))
        for m in MISPRINTS.values():
            for part in (m.id, m.printed, m.correct, m.evidence):
                assert (part in text) or m.source != source
    healthy(app.text_input(key="measures_search").set_value("comedy").run())
    assert names(app) == ["Microsoft"]


def test_the_choices_of_other_pages_survive() -> None:
    app = opened(review="r8", beta="2")
    healthy(app.selectbox(key="measures_group").set_value("Prediction rules").run())
    assert app.session_state["choices"] == {"review": "r8", "beta": "2"}


def test_tooltips_name_meaning_formula_and_source() -> None:
    text = help_of("precision")
    for part in (
        "Precision",
        "the share that is right",
        r"\frac",
        "nothing was predicted",
        "Lewis",
    ):
        assert part in text
    with pytest.raises(KeyError):
        help_of("percision")


def test_all_keys_are_listed_by_where_they_do_something() -> None:
    said = text_of(opened("keys"))
    for shortcut in SHORTCUTS.values():
        assert shortcut.does in said
        assert shortcut.where in said


@pytest.mark.parametrize("address", [{"help": "keys"}, {"measure": "recall"}])
def test_an_address_opens_it_once_beside_the_page(address: dict[str, str]) -> None:
    app = enter(**address)
    said = text_of(app)
    assert ("The next class" in said) == ("help" in address)
    assert ("Recall" in names(app)) == ("measure" in address)
    # another look at the page is one at the page alone
    assert "help_view" not in [one.key for one in healthy(app.run()).get("button_group")]
    assert not {"help", "measure"} & {*app.session_state["choices"]}


def test_help_leads_to_the_documents_where_they_are_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("breakeven.data.installation.SHIPPED", tmp_path)
    assert not opened().get("link_button")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("")
    (link,) = opened().get("link_button")
    # beside the page, below whatever the app is served at
    assert link.proto.url == "docs/"
