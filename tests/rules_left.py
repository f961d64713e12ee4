"""What does not keep the rules of `test_rules.py` yet, by name: nothing is added, done ones go."""

from __future__ import annotations

# modules under 60 lines, or over 600
SIZE: dict[str, int] = {}
# folders of more than 20 modules
FOLDERS: dict[str, int] = {}
# modules that import each other, with how many stand in the circle
IN_A_CIRCLE_OF_MODULES: dict[str, int] = {}
# folders that import each other, with how many stand in the circle
IN_A_CIRCLE_OF_FOLDERS: dict[str, int] = {}
# imports of our own in functions, without a comment that says why
IMPORTS_WITHOUT_REASON: dict[str, int] = {}
# names that several classes have
CLASS_NAMES: dict[str, int] = {}
# public names with a word that stands for nothing
WORDS: dict[str, int] = {
    "breakeven/engine/counting.py: whole_numbers": 1,  # stays: that is what they are called
}
# what is defined elsewhere than by its owner
DEFINED: dict[str, int] = {}
# rows of averages and cells that could be `AVERAGES` and `CELLS`
SPELLED_OUT: dict[str, int] = {}
# parameters and fields `beta` whose default is a number
BETA: dict[str, int] = {}
# functions of results that return a dictionary of anything
OPEN_DICTIONARIES: dict[str, int] = {}
# modules over 150 lines without a test of their name
UNTESTED: dict[str, int] = {}
