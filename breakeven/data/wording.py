"""Numbers, counts and names as plain text."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the first page says words, and no number of an array
    from metrics.typing import Array


def quoted(name: object, longest: int = 60) -> str:
    """A name in a sentence, as written but for its length."""
    text = str(name)
    return f"“{text if len(text) <= longest else text[: longest - 1] + '…'}”"


def listed(names: Sequence[object] | Array, most: int = 5) -> str:
    """Names in a sentence: all of a few, else the first and how many more."""
    shown = [quoted(name) for name in names[:most]]
    more = len(names) - len(shown)
    if more:
        return f"{', '.join(shown)} and {more:,} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def examples(names: Iterable[str], most: int = 5) -> str:
    """The first few names as they are written, for a message."""
    listed = list(names)
    shown = ", ".join(repr(shorten(name)) for name in listed[:most])
    return f"{shown}, …" if len(listed) > most else shown


def shorten(text: str, most: int = 60) -> str:
    """At most so many characters, the last an ellipsis where some were cut."""
    return text if len(text) <= most else text[: most - 1] + "…"


def name_of(name: object) -> str:
    """A name as it is shown alone: one that cannot be seen is described.

    One that reads like such a description is in quotation marks.
    """
    text = str(name)
    if not text:
        return "(empty name)"
    if text.isspace():
        return "(space)" if len(text) == 1 else f"({len(text):,} spaces)"
    return f"“{text}”" if DESCRIBED.fullmatch(text) else text


# a name in a sentence, of which the end may be cut
QUOTED = re.compile("“[^”]*(?:”|$)")
# letters that read from right to left, and signs that turn what follows them
LEFTWARD = re.compile("[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]")


def isolate_name(name: object) -> str:
    """`name_of` before or after other words: where it reads from right to left it turns no others.

    For text without marks around it, as in a list to choose from.
    """
    text = name_of(name)
    return f"\u2068{text}\u2069" if LEFTWARD.search(text) else text


# a spreadsheet would run a cell that starts so, the full-width signs after Japanese input
FORMULA = "=+\\-@＝＋－＠"
# the apostrophe itself is guarded, so that it comes back
GUARDED = re.compile(rf"\s*[{FORMULA}]|[\t\r\n\0']")
# the same behind what parts the cells in countries that write a decimal comma, or at a line's
# start: there quotes around the cell do not hold, for it is no longer where a cell begins
INSIDE = re.compile(rf"([;\t\r\n]\s*)(?=[{FORMULA}'])")
INSIDE_GUARDED = re.compile(rf"([;\t\r\n]\s*)'(?=[{FORMULA}'])")

# with any other line end a lone \r inside a cell is written unquoted, and what follows it would
# start a row of its own, where no guard stands
LINE_END = "\r\n"


def guarded(text: str) -> str:
    """Text as a cell of a CSV that no spreadsheet runs as a formula: an apostrophe before it.

    Also before what would be a cell if semicolons parted them. Undone by `unguarded`. Source:
    OWASP ASVS 5, 1.2.10.
    """
    inside = INSIDE.sub(r"\1'", text)
    return f"'{inside}" if GUARDED.match(inside) else inside


def unguarded(text: str, expected: Collection[str] = ()) -> str:
    """The text of a guarded cell. One written by hand, without the guard, stays as it is.

    `expected`: texts that are expected; before one of them an apostrophe is always the guard.
    """
    bare = text[1:]
    if text.startswith("'") and (bare in expected or GUARDED.match(bare)):
        text = bare
    return INSIDE_GUARDED.sub(r"\1", text)


NOTHING = "—"
# what stands for no class at all beside names of classes
NO_CLASS = "(nothing)"
DESCRIBED = re.compile(r"\((nothing|empty name|space|[\d,]+ (spaces|more))\)")
# what 0/0 counts as in an average
UNDEFINED_WORDS = {
    "drop": "left out",
    "zero": "0",
    "one": "1",
    "partition": "partition",
}


def canonical(value: Any) -> str:
    """JSON that is the same text for the same value. ValueError for NaN and infinities."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
    )


def figure_of(value: float, digits: int = 3) -> str:
    """A measure as shown: fixed digits, or a dash where it is undefined.

    On screen a minus is −; what other programs read, CSV, JSON and Markdown, has numbers or
    `cell_of`, with a plain hyphen.
    """
    if value is None or math.isnan(value):
        return NOTHING
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return f"{value:z,.{digits}f}".replace("-", "−")


def signed(change: float, digits: int = 3) -> str:
    """A change as shown: `+0.025`, `−0.118`, none as 0 without a sign, a dash where undefined."""
    shown = figure_of(change, digits)
    return f"+{shown}" if change > 0 and any(digit in shown for digit in "123456789∞") else shown


def change_of(before: float, after: float, digits: int = 3) -> str:
    """A change beside both values: the difference of what is shown of them, as `signed`.

    Who takes one from the other on the screen finds the same. A difference that stands without
    its values, as with an interval of its own, is `signed`.
    """
    if not (math.isfinite(before) and math.isfinite(after)):
        return signed(after - before, digits)
    return signed(round(after, digits) - round(before, digits), digits)


def exact_of(value: float) -> str:
    """A number to type in again, each digit that tells it from others, a plain hyphen as minus.

    A dash where it is undefined, and ∞.
    """
    if math.isnan(value):
        return NOTHING
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return repr(float(value)).removesuffix(".0")


def about(value: float, digits: int = 4) -> str:
    """A number of any size to so many digits, for what is not typed in again."""
    return figure_of(value) if not math.isfinite(value) else f"{value:.{digits}g}".replace("-", "−")


def in_full(value: float) -> str:
    """A printf format of as many digits, six at least, as a number has."""
    for digits in range(6, 17):
        if float(f"{value:.{digits}g}") == value:
            return f"%.{digits}g"
    return "%.17g"


def threshold_of(value: float) -> str:
    """A threshold as shown: typed in again it makes the same decisions, so nothing is rounded.

    Long ones are first made `ScoreTally.short`.
    """
    return exact_of(value).replace("-", "−")


def interval_text(low: float, high: float, digits: int = 3) -> str:
    """An interval as shown."""
    if math.isnan(low) or math.isnan(high):
        return NOTHING
    return f"{figure_of(low, digits)} to {figure_of(high, digits)}"


def range_text(low: float, high: float, digits: int = 3) -> str:
    """An interval behind its value in a sentence, of values that are never negative."""
    if math.isnan(low) or math.isnan(high):
        return NOTHING
    return f"{figure_of(low, digits)}–{figure_of(high, digits)}"


def amount_of(n: float) -> str:
    """A count: large numbers grouped, fractions to two digits, a dash where it is undefined."""
    if math.isnan(n):
        return NOTHING
    return f"{int(n):,}" if float(n).is_integer() else f"{n:,.2f}"


def count_of(n: float, singular: str, plural: str | None = None) -> str:
    """`1 document`, `2 documents`: a count with its noun."""
    return f"{amount_of(n)} {singular if n == 1 else plural or singular + 's'}"


def cell_of(value: float | None, digits: int = 3) -> str:
    """A value in a table that other programs read too, with a plain hyphen as minus.

    Whole numbers are grouped, None and NaN are a dash.
    """
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return NOTHING
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:,}" if isinstance(value, int) else f"{value:.{digits}f}"


def p_of(p: float | None) -> str:
    """A p-value: three digits, `< 0.001` below them, a dash where there is none."""
    if p is None or math.isnan(p):
        return NOTHING
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def band_of(low: int, high: int | None) -> str:
    """The whole numbers from `low` on and below `high`, without end for None."""
    if high is None:
        return f"{low:,} and more"
    return f"{low:,}" if high == low + 1 else f"{low:,} to {high - 1:,}"


# a share that is nearer to none or all is that, but for how computers reckon
NEARLY = 1e-9


def hundredths(share: float, digits: int = 0) -> str:
    """How many of 100 a share is, with more digits where none, or all, would not be true.

    Half a unit is rounded up.
    """
    if not NEARLY < share < 1 - NEARLY:
        return f"{100 * share:.{digits}f}"
    while True:
        scale = 10**digits
        units = math.floor(round(100 * share * scale, 7) + 0.5)
        if 0 < units < 100 * scale:
            return f"{units / scale:.{digits}f}"
        digits += 1


def percent(share: float, digits: int = 0) -> str:
    """A share as "71 %", never 0 or 100 % of what is not none or all; a dash where undefined."""
    return NOTHING if math.isnan(share) else f"{hundredths(share, digits)} %"


def sentence_of(clause: str) -> str:
    """A clause as a sentence: it begins with a capital and ends with a full stop."""
    return f"{clause[0].upper()}{clause[1:]}."


def f_name(beta: float) -> str:
    """`F₁`, `F₀.₅`, `F∞`: F with its beta."""
    if math.isinf(beta):
        return "F∞"
    return "F" + f"{beta:g}".translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


# of two classes that say no and yes, the one that says yes; whatever their case
YES_OF = {
    "0": "1", "-1": "1", "0.0": "1.0", "-1.0": "1.0", "false": "true", "f": "t", "no": "yes",
    "n": "y", "negative": "positive", "neg": "pos", "none": "any", "nein": "ja", "non": "oui",
    "ham": "spam", "irrelevant": "relevant",
}  # fmt: skip
NOT = re.compile(r"(not|non|no)[ _-]?", re.I)


def positive_of(classes: Collection[str]) -> str | None:
    """The positive class of a binary task: 1 of 0 and 1, yes of no and yes, x of not x and x.

    One class alone is its own; None where there are more than two, or neither says no.
    """
    names = list(classes)
    if len(names) != 2:
        return names[0] if len(names) == 1 else None
    plain = [name.strip().casefold() for name in names]
    for no, yes in ((0, 1), (1, 0)):
        without = NOT.sub("", plain[no], count=1) if NOT.match(plain[no]) else None
        if YES_OF.get(plain[no]) == plain[yes] or without == plain[yes]:
            return names[yes]
    return None


def moment_of(moment: str) -> str:
    """A moment as it is stored, for people: `2024-01-31 12:00:00 UTC`."""
    return moment.replace("T", " ").replace("Z", " UTC")


def time_ago(moment: str, now: datetime) -> str:
    """How long ago a moment as it is stored was: `12 min ago`; its day after a month."""
    seconds = int((now - datetime.fromisoformat(moment)).total_seconds())
    for unit, size, most in (("min", 60, 3600), ("h", 3600, 86_400), ("day", 86_400, 2_592_000)):
        if seconds < 60:
            return "just now"
        if seconds < most:
            number = seconds // size
            return f"{count_of(number, unit) if unit == 'day' else f'{number} {unit}'} ago"
    return moment[:10]


# what would turn or hide the text around it, what cannot be seen, and halves of signs that no file
# can hold, by the name they are shown as
SIGNS = {
    "\u061c": "ALM", "\u200b": "ZWSP", "\u200e": "LRM", "\u200f": "RLM", "\u202a": "LRE",
    "\u202b": "RLE", "\u202c": "PDF", "\u202d": "LRO", "\u202e": "RLO", "\u2060": "WJ",
    "\u2066": "LRI", "\u2067": "RLI", "\u2068": "FSI", "\u2069": "PDI", "\ufeff": "BOM",
    "\x7f": "DEL",
}  # fmt: skip
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e"
                    "\u2060\u2066-\u2069\ud800-\udfff\ufeff]")  # fmt: skip


def visible(text: str) -> str:
    """A foreign text for tables, labels and figures: what cannot be seen in it is a sign."""
    return UNSEEN.sub(lambda match: f"⟨{sign_of(match[0])}⟩", text)


def sign_of(unseen: str) -> str:
    """A name, the picture of one of the first 32, or the number."""
    code = ord(unseen)
    return SIGNS.get(unseen) or (chr(0x2400 + code) if code < 32 else f"{code:02X}")
