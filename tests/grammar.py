"""Sentences about one thing, or about nothing, that are written for several."""

from __future__ import annotations

import re

# small enough that all that can be said is about one of something, or none
TINY = {
    "one document, right": "id,true,predicted\n1,a,a\n",
    "one document, wrong": "id,true,predicted\n1,a,b\n",
    "one document, no class": "id,true,score:a\n1,,0.1\n",
    "one class, one missed": "id,true,score:a\n1,a,0.9\n2,,0.2\n3,a,0.3\n",
    "one class, one alarm": "id,true,score:a\n1,a,0.9\n2,,0.8\n3,,0.3\n",
    "one wrong": "id,true,predicted\n1,a,a\n2,b,a\n3,b,b\n",
    "a document a split": "id,split,true,score:a,score:b,text\n1,train,a,0.9,0.1,one two three\n"
    "2,test,b,0.3,0.8,one two four\n3,dev,a,0.7,0.2,five\n",
    "a class without documents": "id,true,score:a,score:b,score:c\n1,a,0.9,0.1,0.1\n"
    "2,a,0.8,0.1,0.1\n3,b,0.2,0.9,0.1\n",
    "two systems": "id,system,true,predicted\n1,x,a,a\n2,x,b,a\n1,y,a,b\n2,y,b,b\n",
}
BEFORE = r"(?<![\d.,:/+−\-–])"
VERBS = "this|is|was|has|class|less|its|as|plus|minus|gets|goes|says|stands|needs|takes|differs"
WRONG = [
    re.compile(pattern)
    for pattern in (
        rf"{BEFORE}1 (?:(?:true|wrong|other|test|training|right) )?(?!(?:{VERBS})\b)[a-z]+s\b",
        rf"{BEFORE}1 (?:are|have|were|do|go|get|classes)\b",
        rf"{BEFORE}1 [a-z]+ (?:that )?(?:are|have|go|do|were|get|lack|differ|stand|need|fall)\b",
        r"\ball 1\b|\b1 of (?!1\b)[\d,]+ (?:class|document|system|label)\b",
        r"(?<![\d.,])(?:0|[2-9]|\d\d+) (?:document|class|system|label|decision|error|pair|other)\b"
        r"(?![-/])",
        r"0 of the 0|\b0 of 0 (?!classes)|\(precision —|\bnan\b|0\.0 points (?:above|below)",
    )
]


def wrong_in(text: str) -> list[str]:
    """The lines of a text that speak of one as of several, or of several as of one."""
    # “1 true class” is one
    plain = [re.sub(r"\b1 (true|wrong) class\b", "1 class", line) for line in text.splitlines()]
    return [line for line in plain if any(pattern.search(line) for pattern in WRONG)]
