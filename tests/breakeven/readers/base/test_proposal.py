"""What is proposed can be changed, kept and given again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa

from breakeven.readers.base.proposal import FileProposal, FileRole, Proposal
from breakeven.readers.build import build_review, read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from tests.breakeven.readers.reading import classes_of, parquet


def test_a_proposal_survives_json_and_decides_the_fingerprint() -> None:
    files = [("f.csv", b"id,true,score_a,score_b\n1,a,0.5,0.25\n2,b,0,1\n")]
    proposal = propose(open_tables(files))
    assert Proposal.from_json(proposal.to_json()) == proposal
    first = read_review(files, proposal)
    again = build_review(open_tables(files), Proposal.from_json(proposal.to_json()), "other")
    assert first.fingerprint == again.fingerprint
    stated = Proposal((FileProposal(**{**vars(proposal.files[0]), "probabilities": True}),))
    changed = read_review(files, stated)
    assert changed.predictions[0].probabilities
    assert changed.fingerprint != first.fingerprint
    more = read_review([("f.csv", files[0][1] + b"3,a,1,1\n")], proposal)
    assert more.fingerprint != first.fingerprint


def test_the_user_changes_a_role() -> None:
    files = [("f.csv", b"id,first,second\n1,a,b\n2,b,b\n")]
    roles = {"id": "id", "first": "truth", "second": "predicted"}
    review = read_review(files, Proposal((FileProposal("f.csv", "both", "labels", roles),)))
    assert classes_of(review.truth.labels, "ab") == [{"a"}, {"b"}]
    assert review.predictions[0].system == "f"


def test_a_path_is_read_as_bytes_are(tmp_path: Path) -> None:
    table = pa.table({"id": [1, 2], "true": ["a", "b"], "predicted": ["b", "b"]})
    for name, data in (("f.parquet", parquet(table)), ("f.csv", b"id,true,predicted\n1,a,b\n")):
        (tmp_path / name).write_bytes(data)
        by_path, by_bytes = read_review([(name, tmp_path / name)]), read_review([(name, data)])
        assert by_path.fingerprint == by_bytes.fingerprint
        assert by_path.truth.classes == by_bytes.truth.classes


def file(name: str, role: FileRole, columns: dict[str, str], **more: Any) -> FileProposal:
    return FileProposal(name, role, "labels", columns, **more)


def test_a_column_is_named_alone_or_after_its_file() -> None:
    one = file("f.csv", "both", {"id": "id", "true": "truth", "f.csv:odd": "keep"})
    assert one.column_named("true") == "true"
    assert one.column_named("f.csv:true") == "true"
    assert one.column_named("f.csv:odd") == "f.csv:odd"
    for said in ("other", "g.csv:true", "f.csv:other", ""):
        assert one.column_named(said) is None


def test_files_of_documents_without_a_key_are_those_that_nothing_ties_to_the_others() -> None:
    keyed = file("a.csv", "truth", {"id": "id", "true": "truth"})
    bare = file("b.csv", "predictions", {"said": "predicted"})
    by_text = [
        file(name, "truth", {"text": "text", "true": "truth"}, joined_on="text")
        for name in ("c.csv", "d.csv")
    ]
    aside = file("e.csv", "left out", {"x": "ignore"})
    assert Proposal((keyed, bare, aside)).without_key == [bare]
    assert Proposal((bare, aside)).without_key == []
    assert Proposal((bare, *by_text)).without_key == [bare]
    assert Proposal((bare, by_text[0])).without_key == [bare, by_text[0]]
