"""Numbers as a reader wants them: counts are whole, shares have as many digits as they bear."""

from __future__ import annotations

import re

import pytest

from breakeven.ui.pages import PAGES
from tests.pages.reading import open_page, text_of

# what is counted one by one; parts of one are for tables and hints
COUNTED = (
    r"documents?|labels?|class(?:es)?|errors?|confusions|pairs?|predictions?|mistakes|findings?|"
    r"people|times|words?|hours? of"
)
ANSWERING = [key for key in PAGES if key not in ("home", "history")]


@pytest.mark.parametrize("page", ANSWERING)
def test_what_is_counted_is_whole_and_no_number_has_more_digits_than_it_bears(page: str) -> None:
    text = text_of(open_page(page, review="reuters", system="logreg"))
    assert text
    # what reviewing a document may cost is a price, in mistakes
    of_parts = re.findall(rf"(?<!costs less than )\b\d[\d,]*\.\d+ (?:{COUNTED})\b", text)
    assert not of_parts
    # a score as a threshold has the digits that tell it from the next one
    free = re.sub(r"(?:≥|from|threshold|threshold here,) −?\d+\.\d+", "", text)
    digits = [n.replace(".", "").lstrip("0") for n in re.findall(r"\d+\.\d+", free)]
    assert max(map(len, digits), default=0) <= 4
    shares = re.findall(r"(\d[\d,]*(?:\.\d+)?) %", text)
    assert max((float(n.replace(",", "")) for n in shares), default=0) <= 100
