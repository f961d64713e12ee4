"""Signing what is shown, notes, and share links, as visitors see them on the pages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.api.files import read_files
from breakeven.data.records import Review
from breakeven.results.signed_numbers import digest_of
from breakeven.store.actors import LOCAL, Actor
from breakeven.store.event_kinds import MARKED
from breakeven.store.events import Event
from breakeven.store.exchange import packed_review, take_in
from breakeven.store.library import Library, open_library
from breakeven.store.notes import notes_of
from breakeven.store.reviews import save_review
from breakeven.store.share_links import make_share_link
from breakeven.store.signatures import SignedContent, sign, signatures_of
from breakeven.ui.app.store.memory import review_memory
from tests.adversarial_files import ADVERSARIAL
from tests.pages.claims import Seen, unexplained
from tests.pages.facts import read
from tests.pages.prose import blocks_of
from tests.pages.reading import (
    badges_of,
    enter,
    go_to,
    healthy,
    home_page,
    html_of,
    open_page,
    opened,
    text_of,
)
from tests.pages.said.history import CLAIMS

# at 0.4 every document gets its class, and 2 wheat too; at 0.5 document 4 gets none
FILE = b"""id,true,wheat,corn,split
1,wheat,0.9,0.2,test
2,corn,0.8,0.7,test
3,corn,0.1,0.6,test
4,wheat,0.45,0.3,test
"""


def saved(content: bytes = FILE, name: str = "crops") -> Review:
    """A review of the library, which this process does not hold."""
    done = read_files([content], {"name": name})
    save_review(open_library(), LOCAL, done.review, done.files, done.options)
    review_memory.keep(done.review)
    return done.review


def events() -> list[Event]:
    library = open_library()
    return library.events(LOCAL, library.reviews(LOCAL)[0].id)


def key_of(elements: Iterable[Any], start: str) -> str:
    """The key of the first that starts so."""
    return next(str(one.key) for one in elements if str(one.key).startswith(start))


def press(app: AppTest, key: str) -> AppTest:
    return healthy(app.button(key=key).click().run())


def test_what_is_signed_is_what_python_says_and_a_change_of_it_shows() -> None:
    review = saved()
    app = open_page("history", review=review.fingerprint, cut="threshold:0.4")
    assert "Nobody has signed this version." in text_of(app)
    # 4 right, 1 extra, 0 missed
    assert "4 documents, micro F 0.889, macro F" in text_of(app)
    app.text_area(key="sign_statement").set_value("Fine <b>for me</b>.\nSo it is.")
    press(app, "sign")
    (signature,) = signatures_of(events())
    mine = be.evaluate(review, cut=0.4)
    bound = signature.bound
    assert (bound.numbers, bound.digest) == (mine.numbers, mine.numbers_digest)
    assert bound.numbers["counts"] == {"corn": [2, 0, 0, 2], "wheat": [2, 1, 0, 1]}
    assert (bound.fingerprint, bound.choices["cut"]) == (review.fingerprint, "threshold:0.4")
    assert bound.decisions == "score ≥ 0.4"
    assert signature.statement == "Fine <b>for me</b>.\nSo it is."
    signed = f"signed for version 1 on {signature.time[:10]} by the local user"
    assert badges_of(app)[0] == signed
    assert "Fine &lt;b&gt;for me&lt;/b&gt;.\nSo it is." in html_of(app)

    app = go_to(app, "summary")
    assert badges_of(app)[0] == signed
    healthy(app.number_input(key="w_threshold").set_value(0.5).run())
    assert badges_of(app)[0] == "signed with other predictions (threshold 0.4); here 0.5"
    healthy(app.selectbox(key="w_undefined").set_value("zero").run())
    assert badges_of(app)[0] == "signed with other predictions and another rule for 0/0"

    second = saved(FILE.replace(b"4,wheat,0.45", b"4,wheat,0.55"))
    app = open_page("summary", review=second.fingerprint, cut="threshold:0.4")
    assert badges_of(app)[0] == "signed for version 1; this is version 2"
    assert "This is version 2, which nobody has signed" in text_of(go_to(app, "history"))


def test_every_number_in_its_sentences_is_what_counting_gives() -> None:
    content = ADVERSARIAL["two classes"]
    app = open_page("history", review=saved(content).fingerprint)
    press(opened(press(app, "sign"), "share"), "share")
    (facts,) = read(content).values()
    left = [unexplained(block, CLAIMS, Seen(facts, {}, "")) for block in blocks_of(app)]
    assert not [text for text in left if text]


def test_a_sign_off_is_withdrawn_and_stays_to_be_read() -> None:
    app = open_page("history", review=saved().fingerprint)
    press(app, "sign")
    (signature,) = signatures_of(events())
    press(app, f"withdraw_{signature.n}")
    assert not [words for words in badges_of(app) if "signed" in words]
    assert "signed, and withdrawn on " in text_of(app)
    app.text_area(key="sign_statement").set_value(" ")
    press(app, "sign")
    assert "The text is empty" in app.warning[0].value


def bound_to(review: Review, **numbers: Any) -> SignedContent:
    """As if what is shown had been signed with other numbers than it has."""
    mine = be.evaluate(review)
    measures = {**mine.numbers["measures"], **numbers}
    other = mine.numbers | {"measures": measures}
    choices = {"system": "file 1", "split": "test", "cut": "largest"}
    return SignedContent(
        fingerprint=review.fingerprint,
        choices=choices | {"beta": "1", "undefined": "drop"},
        decisions="highest score",
        numbers=other,
        digest=digest_of(other),
        code_version="0.0.9",
    )


def test_numbers_that_are_not_the_same_any_more_are_named() -> None:
    review = saved()
    sign(open_library(), LOCAL, bound_to(review), "As they are.")
    app = open_page("history", review=review.fingerprint)
    assert badges_of(app)[0].startswith("signed for version 1")
    sign(open_library(), LOCAL, bound_to(review, **{"micro f": 0.7}), "As they were.")
    app = open_page("history", review=review.fingerprint)
    assert badges_of(app)[0] == "signed; the numbers have changed since"
    # 3 of 4 documents get their class by the largest score
    assert "Number Signed Now micro f 0.7 0.75" in text_of(app)


def test_names_of_signers_are_shown_as_they_are_written() -> None:
    review = saved()
    name = "](https://x.example) :material/home: `a`"
    sign(open_library(), Actor("https://login.example", "7", name), bound_to(review), "Fine.")
    app = open_page("history", review=review.fingerprint)
    label = next(
        link.proto.label for link in app.get("page_link") if "verified" in link.proto.label
    )
    # behind the badge, as code: nothing in it is marked up
    assert re.fullmatch(r":green-badge\[:material/verified: [^\]]*\] by `` .* ``", label)
    assert f"by {name}" in text_of(app)


def test_notes_are_written_where_their_subject_is_shown() -> None:
    review = saved()
    app = open_page("classes", review=review.fingerprint, **{"class": "corn"})
    key = key_of(app.text_area, "note_new")
    app.text_area(key=key).set_value("weak <i>on</i>\nshort texts")
    press(app, "note_add")
    assert "weak &lt;i&gt;on&lt;/i&gt;\nshort texts" in html_of(app)
    assert app.text_area(key=key).value == ""
    # another class has notes of its own
    healthy(app.selectbox(key="w_class").set_value("wheat").run())
    assert "short texts" not in text_of(app)
    app = go_to(app, "confusions")
    key = key_of(app.text_area, "note_new")
    app.text_area(key=key).set_value("look at 2")
    press(app, "note_add")
    assert "look at 2" in text_of(app)

    app = go_to(app, "history")
    text = text_of(app)
    assert "Class corn weak <i>on</i> short texts" in text
    assert "True corn, predicted wheat look at 2" in text
    first, second = notes_of(events())
    press(app, f"edit_{first.n}")
    app.text_area(key=f"note_text_{first.n}").set_value("strong by now")
    press(app, f"keep_{first.n}")
    press(app, f"take_back_{second.n}")
    text = text_of(app)
    assert "Class corn strong by now" in text
    assert "edited 2" in text
    assert "assigned wheat" not in text

    # they belong to the review: a version without the class says so
    other = saved(FILE.replace(b"corn", b"maize"))
    text = text_of(open_page("history", review=other.fingerprint))
    assert "Class corn This version has no class corn. strong by now" in text
    assert "with version 1" in text


def parameter_of(app: AppTest, key: str) -> str:
    """What the address says."""
    found = app.query_params[key]
    return found if isinstance(found, str) else found[0]


def link_of(app: AppTest) -> str:
    """The token of the link that was just made."""
    found = re.fullmatch(r".*summary\?share=([\w-]{22})", app.code[0].value)
    assert found
    return found[1]


def test_a_share_link_shows_one_version_to_look_at_only() -> None:
    other = saved(FILE.replace(b"0.45", b"0.46"), name="others")
    review = saved()
    app = open_page("history", review=review.fingerprint, cut="threshold:0.4")
    press(app, "sign")
    press(opened(app, "share"), "share")
    token = link_of(app)
    review_memory.clear()

    app = open_page("summary", share=token)
    assert parameter_of(app, "share") == token
    assert parameter_of(app, "cut") == "threshold:0.4"
    assert re.fullmatch(r"shared on .*; the numbers are as they were", badges_of(app)[0])
    elsewhere = badges_of(
        open_page("summary", share=token, review=review.fingerprint, cut="threshold:0.5")
    )[0]
    assert re.fullmatch(r"shared on \S* with other predictions", elsewhere)
    names = [link.proto.label for link in app.get("page_link")]
    assert "Summary" in names
    assert not {"Home", "Reviews"} & set(names)
    # every way onward stays behind the link
    onward = [link.proto.query_string for link in app.get("page_link") if link.proto.query_string]
    assert onward
    assert all(f"share={token}" in query for query in onward)
    for page in ("classes", "confusions", "documents", "history"):
        app = go_to(app, page)
        offered = [str(button.key) for button in app.button]
        assert not [k for k in offered if k.startswith(("note_", "sign", "share", "mark"))]
    assert "every number is the same as when the link was made" in text_of(app)
    assert "crops" in text_of(app)
    assert "others" not in text_of(app)
    ways = re.findall(r'href="(summary[^"]*)"', html_of(app))
    assert ways
    assert all(f"share={token}" in way for way in ways)
    app = home_page(app)
    assert "to look at only" in app.info[0].value
    assert "others" not in text_of(app)

    # another review is not opened by it, whether saved or a sample
    for key in (other.fingerprint, "reuters"):
        app = open_page("summary", share=token, review=key)
        assert parameter_of(app, "review") == review.fingerprint
        assert "crops" in text_of(app)
    app = enter(share=token, review="reuters")
    assert "to look at only" in app.info[0].value


def test_a_sign_off_that_came_with_a_file_says_so_first() -> None:
    review = saved()
    press(open_page("history", review=review.fingerprint), "sign")
    library = open_library()
    key = library.reviews(LOCAL)[0].id
    packed = packed_review(library, LOCAL, key)
    library.delete(LOCAL, key)
    take_in(library, LOCAL, packed)
    start = "an imported file says: signed "
    app = open_page("summary", review=review.fingerprint)
    assert badges_of(app)[0].startswith(start)
    other = open_page("summary", review=review.fingerprint, cut="threshold:0.3")
    assert badges_of(other)[0].startswith(f"{start}with other predictions")
    # anybody can write such a file
    labels = [link.proto.label for link in other.get("page_link")]
    labels += [link.proto.label for link in app.get("page_link")]
    assert any(start in label for label in labels)
    assert not any("green-badge" in label for label in labels)


def test_a_link_that_is_taken_back_opens_nothing() -> None:
    app = open_page("history", review=saved().fingerprint)
    press(opened(app, "share"), "share")
    token = link_of(app)
    visitor = open_page("summary", share=token)
    press(app, key_of(app.button, "revoke_"))
    assert "revoked on 2" in text_of(app)
    healthy(visitor.run())
    assert visitor.title[0].value == "A shared review"
    assert visitor.warning[0].value.startswith("This link was revoked.")
    assert "crops" not in text_of(visitor)
    app = open_page("summary", share="x" * 22)
    assert app.warning[0].value.startswith("This link is not known here.")
    assert not app.get("page_link")


@pytest.mark.parametrize("changed", [False, True])
def test_numbers_that_were_shared_are_worked_out_again(changed: bool) -> None:
    review = saved()
    bound = bound_to(review, **({"micro f": 0.7, "documents": 5} if changed else {}))
    library: Library = open_library()
    token = make_share_link(
        library,
        LOCAL,
        review.fingerprint,
        choices=bound.choices,
        numbers={"numbers": bound.numbers, "digest": bound.digest, "code_version": "0.0.9"},
        days=1,
        anybody=False,
    )
    # what the visitor chooses since is not what was shared
    app = open_page("summary", share=token)
    healthy(app.selectbox(key="w_undefined").set_value("zero").run())
    app = go_to(app, "history")
    if changed:
        assert badges_of(app)[0].endswith("; the numbers have changed")
        assert "made with Breakeven 0.0.9" in text_of(app)
        assert "2 numbers differ from what was shared" in text_of(app)
        assert "Number Shared Now documents 5 4 micro f 0.7 0.75" in text_of(app)
    else:
        assert badges_of(app)[0].endswith(" with another rule for 0/0")
        assert "every number is the same as when the link was made" in text_of(app)


def marked(row: int, right: str) -> None:
    """Say that the label of a document is wrong, and what is right."""
    library = open_library()
    (review,) = library.reviews(LOCAL)
    said = {"marks": [{"kind": "label wrong", "rows": [row], "right": [right]}]}
    library.say(LOCAL, "mark", review.id, MARKED, said, version=1)


def test_labels_as_if_marks_were_carried_out_are_shared_and_signed_as_such() -> None:
    review = saved()
    marked(1, "wheat")
    app = open_page("history", review=review.fingerprint, as_if="corrected")
    press(opened(press(app, "sign"), "share"), "share")
    token = link_of(app)
    (signature,) = signatures_of(events())
    assert signature.bound.choices["as_if"] == "corrected"
    # of four documents with their class by the largest score 2 was the wrong one
    assert signature.bound.numbers["measures"]["exact match"] == 1.0
    visitor = open_page("summary", share=token)
    assert badges_of(visitor)[0].endswith("; the numbers are as they were")
    assert "as if the labels of 1 document" in badges_of(visitor)[2]
    marked(2, "wheat")
    visitor = open_page("summary", share=token)
    assert badges_of(visitor)[:2] == [
        f"shared on {signature.time[:10]}; the numbers have changed",
        "signed; the numbers have changed since",
    ]
    # the labels as they were loaded nobody signed
    app = open_page("summary", review=review.fingerprint)
    assert badges_of(app)[0] == "signed with other labels"
