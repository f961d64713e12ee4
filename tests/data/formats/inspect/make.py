"""Logs of Inspect of tickets that its mock model classified: `python make.py FOLDER`."""

import sys
from pathlib import Path

from inspect_ai import Task, eval, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import match
from inspect_ai.solver import generate, system_message

PROMPT = "Answer with one of: billing, technical, other."
# document: text, truth, what the model answers the first and the second time
TICKETS = {
    "t-1": ("I was charged twice.", "billing", ("billing", "billing")),
    "t-2": ("The app crashes at start.", "technical", ("technical", "other")),
    "t-3": ("My invoice is missing, and I am ill.", "billing", ("REFUSED", "billing")),
    "t-4": ("Thank you!", "other", ("praise", "Other.")),
    "t-5": ("Cannot log in: error 500.", "technical", ("technical", "ERROR")),
}


def mock() -> Model:
    turns = dict.fromkeys(TICKETS, 0)

    def answer(messages: list, *_: object) -> ModelOutput:
        key = next(key for key, ticket in TICKETS.items() if ticket[0] == messages[-1].text)
        reply = TICKETS[key][2][turns[key]]
        turns[key] += 1
        if reply == "REFUSED":
            words = "I cannot help with that."
            output = ModelOutput.from_content(
                "mockllm/tickets", words, stop_reason="content_filter"
            )
        elif reply == "ERROR":
            output = ModelOutput.from_content("mockllm/tickets", "", error="400: <b>blocked</b>")
        else:
            output = ModelOutput.from_content("mockllm/tickets", reply)
        output.usage = ModelUsage(input_tokens=21, output_tokens=1, total_tokens=22)
        return output

    return get_model("mockllm/tickets", custom_outputs=answer, memoize=False)


@task
def tickets(epochs: int) -> Task:
    samples = [
        Sample(id=key, input=text, target=truth, metadata={"channel": "mail"})
        for key, (text, truth, _) in TICKETS.items()
    ]
    return Task(
        dataset=MemoryDataset(samples, name="tickets"),
        solver=[system_message(PROMPT), generate()],
        scorer=match(location="exact"),
        epochs=epochs,
    )


for log_format, epochs in (("eval", 2), ("json", 1)):
    (log,) = eval(
        tickets(epochs),
        model=mock(),
        log_dir=str(Path(sys.argv[1]) / log_format),
        log_format=log_format,
        max_samples=1,
        temperature=0.5,
        display="none",
    )
    print(log_format, {n: m.value for n, m in log.results.scores[0].metrics.items()})
