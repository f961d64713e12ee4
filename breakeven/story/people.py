"""What people still have to do, and what mistakes cost."""

from __future__ import annotations

from breakeven.comparison.paired_tests import right_documents
from breakeven.evaluation.evaluation import Evaluation
from breakeven.selection.expression import Judged
from breakeven.story.pictures import Hundred, of_hundred, so_many, whole_of
from breakeven.story.screen import At, Counted, Screen, Sentence, sentence
from breakeven.text import amount_of, count_of, figure_of, percent
from breakeven.workload.costs import mistakes_of_a_month
from breakeven.workload.prices import Prices, money
from breakeven.workload.workload import Step, Workload

WORKLOAD = "pages/workload.py"
COSTS = (("workload.part", "costs"),)


def people(evaluation: Evaluation, work: Workload | None, prices: Prices, send: float) -> Screen:
    """The screen on the work of people. `send`: the share of the documents that they look at."""
    if work is None or not work.evaluation.documents:
        wrong = int((~right_documents(evaluation)).sum())
        number = Counted(amount_of(wrong), wrong, Judged("wrong"))
        are = "is" if wrong == 1 else "are"
        return Screen(
            key="people",
            number=number,
            said=sentence(
                "People would have to look at every document to find the ",
                number,
                f" that {are} wrong: how sure it is of each is not known.",
            ),
            more=(_cost_of_mistakes(evaluation, prices),),
            pictures=(_without_people_shown(evaluation),) if whole_of(evaluation) == 100 else (),
        )
    before, step = work.nothing_sent(), work.sending(send)
    of = whole_of(work.evaluation)
    now, then = so_many(before.wrong, of), so_many(step.wrong, of)
    become = At(f"{now} become {then}", WORKLOAD)
    return Screen(
        key="people",
        number=become,
        said=sentence(
            f"If people look at the {percent(step.share)} of documents that it is least sure of, "
            f"{now} wrong ones of {of} become ",
            At(then, WORKLOAD),
            ".",
        ),
        more=(
            _month_of_people(step, prices),
            sentence("What people look at is taken to be right then."),
            _cost_of_mistakes(work.evaluation, prices),
            *_with_people(work, step, prices),
        ),
        pictures=(_with_people_shown(work, step),) if of == 100 else (),
    )


def _without_people_shown(evaluation: Evaluation) -> Hundred:
    right = of_hundred(evaluation.exact_match)
    return Hundred(
        name="Without people",
        right=right,
        low=right,
        high=right,
        yes="right",
        no="wrong somewhere",
        wrong="wrong",
        counted=_counted(evaluation, evaluation.exact_match),
    )


def _with_people_shown(work: Workload, step: Step) -> Hundred:
    return Hundred(
        name="With people",
        right=100 - of_hundred(step.wrong),
        low=100 - of_hundred(float(step.wrong_interval.high)),
        high=100 - of_hundred(float(step.wrong_interval.low)),
        yes="right or looked at",
        no="still wrong",
        wrong="wrong",
        counted=_counted(work.evaluation, 1 - step.wrong),
    )


def _counted(evaluation: Evaluation, share: float) -> str:
    """This share of the documents as it was counted, in words."""
    if evaluation.weights is not None:
        return "by their weights"
    n = evaluation.documents
    return f"{round(share * n):,} of {count_of(n, 'document')}"


def _month_of_people(step: Step, prices: Prices) -> Sentence:
    documents = step.share * prices.volume
    hours = At(f"{documents * prices.minutes / 60:,.1f} hours", WORKLOAD)
    return sentence(
        f"Of {count_of(prices.volume, 'document')} a month that is "
        f"{amount_of(round(documents))} to look at: ",
        hours,
        f", at {count_of(prices.minutes, 'minute')} each.",
    )


def _cost_of_mistakes(evaluation: Evaluation, prices: Prices) -> Sentence:
    """What the mistakes of a month cost, in the user's own unit."""
    of = mistakes_of_a_month(evaluation, prices)
    return sentence(of.before, At(of.amount, WORKLOAD, COSTS), ".")


def _with_people(work: Workload, step: Step, prices: Prices) -> list[Sentence]:
    if not step.documents:
        return []
    left = At(money(step.cost * prices.volume), WORKLOAD, COSTS)
    price = At(figure_of(work.price_of_review(step)), WORKLOAD, COSTS)
    with_looks = " with their looks" if prices.review else ""
    return [
        sentence("If people look at these, it is ", left, f"{with_looks}."),
        sentence("A look at one of them pays off up to a price of ", price, "."),
    ]
