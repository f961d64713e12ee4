"""Texts as an engine folds them: what is equal but for case and spacing, exactly as in memory.

Engines make letters small by rules of their own, each of another age of Unicode. So every letter
that `str.casefold` changes is replaced here by name, a block of them only where a text has some.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, cast

import ibis
from ibis.expr import types as ir

from breakeven.texts.texts import SPACELESS_WORD
from breakeven.texts.words import LETTERS, SPACELESS

# what parts words, as `str.split` has it
BLANKS = (
    r"\x{9}-\x{d}\x{1c}-\x{20}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}"
    r"\x{205f}\x{3000}"
)
OTHER_BLANKS = BLANKS.replace(r"\x{20}", r"\x{1f}")
BEYOND_ASCII = r"[^\x{0}-\x{7f}]"
# where blocks of letters begin that texts have together, by code point
BLOCKS = (0x80, 0x250, 0x370, 0x400, 0x530, 0x1E00, 0x1F00, 0x2000, 0x110000)
# where signs stand that are written for others of scripts without spaces
ALIKE = ((0xF900, 0xFB00), (0x2F800, 0x2FA20))
# voicing marks that make one sign with the kana before them
VOICED = ("\u3099", "\u309a")


def folded(text: ir.StringValue) -> ir.StringValue:
    """As `breakeven.texts.equal` compares texts; "" for blank ones."""
    narrow = text.re_replace(rf"\x{{20}}[{BLANKS}]+|[{OTHER_BLANKS}][{BLANKS}]*", " ")
    spaced = cast(ir.StringValue, narrow.strip())
    several = _several()
    longer: ir.StringValue = spaced
    for sign, letters in several.items():
        longer = longer.replace(sign, letters)
    small = _if(text.re_search(f"[{_class(several)}]"), longer, spaced)
    for signs, letters in _blocks():
        # a map that is empty costs nothing, and the text stands there once
        has = text.re_search(f"[{_class(signs)}]")
        small = cast(Any, small).translate(_if(has, signs, ""), _if(has, letters, ""))
    return _if(text.re_search(BEYOND_ASCII), small, spaced.lower())


def word_number(text: ir.StringValue) -> ir.IntegerValue:
    """How many words texts have, as `breakeven.texts.words` counts them."""
    kana = "|".join(f"[{_class(before)}]{_class(mark)}" for before, mark in _voiced())
    parted = text.re_replace(kana, "\u304b").re_replace(f"[^{LETTERS}]+", " ")
    alone = parted.re_replace(f"[{SPACELESS[1:-1]}{_class(_like_spaceless())}]", " a ")
    return alone.re_replace("[^ ]+", "a").re_replace(" +", "").length()


def _if(condition: ir.BooleanValue, one: Any, other: Any) -> Any:
    return ibis.ifelse(condition, one, other)


@cache
def _changed() -> dict[str, str]:
    """Every sign beyond ASCII that folding changes, and what it becomes."""
    every = (chr(point) for point in range(0x80, 0x110000) if not 0xD800 <= point < 0xE000)
    return {sign: small for sign in every if (small := sign.casefold()) != sign}


def _several() -> dict[str, str]:
    return {sign: small for sign, small in _changed().items() if len(small) > 1}


def _blocks() -> Sequence[tuple[str, str]]:
    """The signs of each block that become one letter, and these; with them the letters of ASCII."""
    single = {sign: small for sign, small in _changed().items() if len(small) == 1}
    latin = [chr(point) for point in range(ord("A"), ord("Z") + 1)]
    blocks = [latin]
    for first, end in pairwise(BLOCKS):
        blocks.append([sign for sign in single if first <= ord(sign) < end])
    return [("".join(b), "".join(sign.casefold() for sign in b)) for b in blocks if b]


@cache
def _like_spaceless() -> tuple[str, ...]:
    """Signs that composed (NFC) are one of a script without spaces, and are none before."""
    every = (chr(point) for ends in ALIKE for point in range(*ends))
    composed = ((sign, unicodedata.normalize("NFC", sign)) for sign in every)
    return tuple(sign for sign, one in composed if SPACELESS_WORD.fullmatch(one))


@cache
def _voiced() -> tuple[tuple[tuple[str, ...], tuple[str]], ...]:
    """Kana that make one sign with a mark behind them, and the mark."""
    kana = [chr(point) for point in range(0x3041, 0x30FF)]
    return tuple(
        (tuple(one for one in kana if len(unicodedata.normalize("NFC", one + mark)) == 1), (mark,))
        for mark in VOICED
    )


def _class(signs: Iterable[str]) -> str:
    """Signs as they stand in brackets of a pattern."""
    return "".join(rf"\x{{{ord(sign):x}}}" for sign in signs)
