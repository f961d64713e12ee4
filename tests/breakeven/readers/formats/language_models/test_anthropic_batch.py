"""The results of a batch of messages hand over texts and what tools were called with."""

from __future__ import annotations

from tests.breakeven.readers.formats.drafts import draft_of, example, rows_of


def test_messages_are_answers_and_what_did_not_succeed_says_why() -> None:
    draft = draft_of(example("anthropic/results.jsonl"))
    assert rows_of(draft, "id", "answer", "failed") == [
        ("t-2", "technical", None),
        ("t-1", "<class>billing</class>", None),
        ("t-3", "", "refusal"),
        ("t-4", '{"class": "other"}', None),
        ("t-5", None, "errored: max_tokens: Field required"),
        ("t-6", None, "expired"),
    ]
    # what failed was asked of the same model
    assert set(rows_of(draft, "model")) == {("claude-haiku-4-5-20251001",)}
