"""A version pinned as baseline: differences, badge, what changed, and links to its documents."""

from __future__ import annotations

import html
import re
from urllib.parse import urlsplit

import pytest

import breakeven as be
from breakeven.data.records import Review
from breakeven.data.wording import signed
from breakeven.store.actors import LOCAL
from breakeven.store.library import open_library
from breakeven.store.reviews import save_review
from breakeven.store.share_links import make_share_link
from breakeven.ui.app.store.memory import review_memory
from tests.pages.reading import badges_of, go_to, healthy, html_of, open_page, text_of
from tests.pages.test_links import LINK, parameters_of

# before: ids 0 to 39, all called a; now: ids 2 to 41, every other b is called b, and 40 is new
HEAD = "id,text,true,predicted:svm run 1,predicted:svm run 2\n"


def _rows(ids: range, now: bool) -> str:
    lines = []
    for i in ids:
        true = "new" if i == 41 else "ab"[i % 2]
        called = "b" if now and i % 4 == 1 else "a"
        again = "b" if i % 8 == 1 else called
        text = "another" if now and i == 5 else f"text {i}"
        lines.append(f"{i},{text},{true},{called},{again}")
    return HEAD + "\n".join(lines) + "\n"


BEFORE, NOW = _rows(range(40), now=False), _rows(range(2, 42), now=True)


def saved(content: str) -> Review:
    """A version of one review, which this process does not hold."""
    review = be.read(content.encode(), name="crops")
    save_review(open_library(), LOCAL, review, [("crops.csv", content.encode())], "{}")
    return review


def ours() -> str:
    """The review that they are versions of."""
    return next(one.id for one in open_library().reviews(LOCAL) if one.title == "crops")


@pytest.fixture
def versions() -> tuple[Review, Review]:
    """Two versions, the first pinned as baseline."""
    before, now = saved(BEFORE), saved(NOW)
    open_library().pin(LOCAL, ours(), 1)
    review_memory.clear()
    return before, now


def points(result: be.ChangesResult, measure: str, average: str) -> str:
    """A difference as pages show it, of what Python says."""
    difference = result.pairs[measure].averages[average]
    return f"{signed(difference.points)} ({signed(difference.low)} to {signed(difference.high)})"


def test_headline_numbers_carry_their_difference_to_the_baseline(
    versions: tuple[Review, Review],
) -> None:
    before, now = versions
    result = be.changes(before, be.evaluate(now, "svm run 1"))
    app = open_page("summary", review=now.fingerprint)
    assert "baseline: version 1" in badges_of(app)
    text = text_of(app)
    # of ids 2 to 39, 5, 9, ..., 37 are right now and were not: 9 of 38
    assert "9 right that were not in version 1, 0 no longer" in text
    assert f"{points(result, 'f', 'macro')} since version 1" in text
    app.segmented_control(key="w_summary.part").set_value("averages").run()
    text = text_of(app).replace("\xa0", " ")
    # of 40 each 20 are right in the first and 29 in the second
    assert "Version 1 Version 2 Accuracy 50.0 % 72.5 %" in text
    assert result.pairs["f"].averages["micro"].points == pytest.approx(9 / 38)
    assert points(result, "f", "micro") in text
    assert points(result, "recall", "macro") in text
    assert "on the 38 documents that both versions have; 2 documents are not in version 1" in text
    app = go_to(app, "compare")
    assert points(result, "f", "micro") in text_of(app)
    assert "svm run 1, version 1" in app.selectbox(key="w_compare.system").options
    app.selectbox(key="w_compare.system").set_value("svm run 1, version 1").run()
    assert "On the same 38 documents" in text_of(healthy(app))


def test_one_system_alone_is_offered_its_other_versions_to_compare_with() -> None:
    assert not offered(saved("id,true,predicted\n1,a,a\n2,b,a\n"))
    assert offered(saved("id,true,predicted\n1,a,a\n2,b,b\n"))


def offered(review: Review) -> bool:
    review_memory.clear()
    links = open_page("compare", review=review.fingerprint).get("page_link")
    return any("compare with an earlier version" in link.proto.label for link in links)


def test_an_earlier_version_says_that_there_is_a_later_one(
    versions: tuple[Review, Review],
) -> None:
    earlier, latest = (badges_of(open_page("classes", review=v.fingerprint)) for v in versions)
    assert "version 1; the latest is version 2" in " ".join(earlier)
    assert "the latest is" not in " ".join(latest)


def test_an_unpinned_review_has_none_of_it(versions: tuple[Review, Review]) -> None:
    open_library().pin(LOCAL, ours(), None)
    app = open_page("summary", review=versions[1].fingerprint)
    assert not [badge for badge in badges_of(app) if "baseline" in badge]
    assert "version 1" not in text_of(app)


def test_whoever_came_by_a_link_sees_one_version_alone(versions: tuple[Review, Review]) -> None:
    token = make_share_link(
        open_library(),
        LOCAL,
        versions[1].fingerprint,
        choices={"beside": "1"},
        numbers=None,
        days=1,
        anybody=True,
    )
    app = open_page("summary", share=token)
    assert "40 documents" in text_of(app)
    assert not [badge for badge in badges_of(app) if "baseline" in badge]
    assert "version 1" not in text_of(app)


def test_a_baseline_of_other_documents_says_why_it_cannot_be_one() -> None:
    saved(re.sub(r"^(\d)", r"x\1", BEFORE, flags=re.M))
    now = saved(NOW)
    open_library().pin(LOCAL, ours(), 1)
    app = open_page("summary", review=now.fingerprint)
    assert app.warning[0].value == (
        "Version 1 cannot be compared with this one: no document of version 1 is in this one; "
        "compare versions of the same documents."
    )
    # 20 of a, and 5, 9, ..., 37 of b
    assert "Accuracy 73 % 29 documents" in text_of(app)
    app = go_to(app, "history")
    assert "They cannot be compared: no document of version 1 is in this one" in text_of(app)


def test_only_what_changed_is_shown_where_that_is_asked_for(
    versions: tuple[Review, Review],
) -> None:
    now = versions[1]
    app = open_page("documents", review=now.fingerprint)
    app.checkbox(key="w_documents.changed").check().run()
    assert app.text_input(key="w_documents.where").value == 'differs:"svm run 1, version 1"'
    assert "9 of 40 documents" in text_of(app)
    app.checkbox(key="w_documents.changed").uncheck().run()
    assert app.text_input(key="w_documents.where").value == ""
    app = open_page("classes", review=now.fingerprint, **{"class": "b", "classes.changed": "on"})
    # b was given 9 documents that are in it, and taken from none; a lost these
    assert "9 predictions changed: 9 became right, 0 became wrong" in text_of(app)
    app.segmented_control(key="w_classes.part").set_value("all").run()
    changed = app.toggle(key="w_classes.changed")
    assert "the 2 classes with predictions that changed since version 1" in changed.label
    table = next(f.value for f in app.dataframe if "Reading" in f.value or "reading" in f.value)
    assert set(table["class"]) == {"a", "b"}


def test_history_says_what_changed_and_pins(versions: tuple[Review, Review]) -> None:
    before, now = versions
    app = open_page("history", review=now.fingerprint)
    text = text_of(app)
    assert "Documents: 38 in both, 2 added, 2 gone; 1 with another text." in text
    assert "Classes: 2 in both; 1 added: “new”; 0 gone." in text
    assert "18 yes/no predictions changed, 18 became right and 0 became wrong, on 9 of 38" in text
    # every document has one class and gets one: accuracy, and weighted recall, which is the same
    assert text.count(points(be.changes(before, now), "f", "micro")) == 2
    assert "weighted recall" in text
    assert "per document" not in text
    assert "accuracy" in text
    assert "micro F₁" not in text
    # the runs differ on none of 2 to 39 but where the first is wrong
    result = be.changes(before, be.evaluate(now, "svm run 1"))
    assert result.noise is not None
    assert f"9 documents changed; {result.noise.between} change" in text
    next(s for s in app.selectbox if s.label == "Baseline").set_value("none")
    healthy(app.run())
    saved_review = open_library().review(LOCAL, ours())
    assert saved_review is not None
    assert saved_review.baseline is None
    assert next(s for s in app.selectbox if s.label == "Baseline").value == "none"


@pytest.mark.parametrize("page", ["history", "classes"])
def test_every_count_leads_to_as_many_documents(versions: tuple[Review, Review], page: str) -> None:
    app = open_page(page, review=versions[1].fingerprint, **{"class": "b"})
    links = 0
    for url, words in LINK.findall(html_of(app)):
        parts = urlsplit(html.unescape(url))
        asks = parameters_of(parts.query)
        if parts.path == "documents" and "version" in asks["documents.where"]:
            shown = text_of(open_page("documents", **asks))
            assert f" {words} of " in f" {shown}", asks
            links += 1
    # added, gone, changed, fixed, and both classes' decisions; of the class, those toward right
    assert links == (6 if page == "history" else 1)
