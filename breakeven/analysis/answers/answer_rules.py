"""The rules by which answers are read: plain data, which goes into what a review was read as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

# another default of any rule is another version
RULES_VERSION = 1


@dataclass(frozen=True, kw_only=True)
class AnswerRules:
    """What is looked for in an answer; upper and lower case make no difference.

    `fields`: keys of JSON, and tags, that hold the class. `prefixes`: words before a colon.
    `none`: answers that say no class on purpose. `refusals`: how prose begins, or what it says,
    where nothing was answered. `yes`, `no`: answers where there is a single class, in it or not.
    `negations`: a class after one of these is not named. `classes`: further names of classes,
    beside those that are true. `several`: whether an answer may name more than one class; None:
    as the truth does. `prose`: whether a class is looked for in sentences. `longest_name`: an
    answer of at most so many words that is no class is a name outside the class list.
    """

    version: int = RULES_VERSION
    fields: tuple[str, ...] = (
        *("label", "labels", "class", "classes", "category", "categories", "classification"),
        *("prediction", "predicted", "answer", "final answer", "topic", "topics", "intent"),
        *("sentiment", "output", "result", "verdict", "choice"),
    )
    prefixes: tuple[str, ...] = (
        *("label", "labels", "class", "classes", "category", "categories", "classification"),
        *("prediction", "answer", "final answer", "topic", "topics", "intent", "sentiment"),
        *("output", "result", "verdict", "final label", "predicted label", "predicted class"),
        *("the label is", "the class is", "the category is", "the answer is"),
        *("the correct label is", "my answer is", "the final answer is", "classified as"),
    )
    none: tuple[str, ...] = (
        *("none", "n/a", "na", "null", "nil", "no class", "no label", "no category", "no topic"),
        *("none of the above", "none of these", "none of them", "no match", "not applicable"),
        *("nothing", "[]", "{}", "no class applies", "no label applies", "keine", "aucune"),
    )
    refusals: tuple[str, ...] = (
        *("i cannot", "i can't", "i can not", "i am unable", "i'm unable", "i am not able"),
        *("i'm not able", "i won't", "i will not", "i am sorry", "i'm sorry", "sorry, ", "sorry "),
        *("as an ai", "as a language model", "as a large language model", "i apologize"),
        *("i must decline", "i don't feel comfortable", "cannot assist", "can't assist"),
        *("cannot help with", "can't help with", "cannot comply", "violates", "content policy"),
        *("content_filter", "rate limit", "internal server error", "error:", "timed out"),
    )
    yes: tuple[str, ...] = ("yes", "true", "1")
    no: tuple[str, ...] = ("no", "false", "0")
    negations: tuple[str, ...] = (
        *("not", "no", "nor", "neither", "never", "without", "isn't", "aren't", "wasn't"),
        *("doesn't", "don't", "cannot", "can't", "nicht", "kein", "keine", "pas"),
    )
    classes: tuple[str, ...] = ()
    several: bool | None = None
    prose: bool = True
    longest_name: int = 6

    def as_data(self) -> dict[str, Any]:
        """Plain values, every rule by its name."""
        return {k: list(v) if isinstance(v, tuple) else v for k, v in asdict(self).items()}


def answer_rules(data: Mapping[str, Any]) -> AnswerRules:
    """The rules that plain values stand for; those that are not named are the usual ones.

    ValueError, in words, for a rule that there is not, or that is of another kind.
    """
    defaults = {field.name: field.default for field in fields(AnswerRules)}
    given: dict[str, Any] = {}
    for name, value in data.items():
        if name not in defaults:
            raise ValueError(f"there is no rule {name!r}; choose one of {', '.join(defaults)}")
        given[name] = _of_its_kind(name, value, defaults[name])
    return AnswerRules(**given)


def _of_its_kind(name: str, value: Any, usual: Any) -> Any:
    if isinstance(usual, tuple):
        if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
            raise ValueError(f'the rule {name!r} is not a list of texts; write it as ["a", "b"]')
        return tuple(dict.fromkeys(value))
    if name in ("version", "longest_name"):
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise ValueError(f"the rule {name!r} is {value!r}; give a whole number from 0 on")
        if name == "version" and value != RULES_VERSION:
            raise ValueError(
                f"rules of version {value} are not known; give version {RULES_VERSION}"
            )
        return value
    if not isinstance(value, bool) and not (name == "several" and value is None):
        raise ValueError(f"the rule {name!r} is {value!r}; give true or false")
    return value
