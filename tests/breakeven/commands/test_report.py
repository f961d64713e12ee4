"""`report` writes what Python writes, in the format of each file's name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

import breakeven as be
from tests.breakeven.commands.running import run

ROWS = """id,true,svm,knn,split,text,score
1,a,a,b,test,one apple,0.9
2,b,b,b,test,two bears,0.8
3,a,b,b,test,three apples,0.7
4,b,b,a,test,four bears,0.6
5,a,a,a,train,five apples,0.9
6,b,b,b,train,six bears,0.8
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "p.csv"
    path.write_text(ROWS, encoding="utf-8")
    return path


def test_each_file_is_written_in_the_format_of_its_ending(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".eval_results").mkdir()
    names = ("r.md", "r.tex", "r.json", "mlflow.json", "card.yaml", ".eval_results/x.yaml")
    out = [f"--out={tmp_path / name}" for name in names]
    benchmark = ("--benchmark", "org/data", "default", "macro_f")
    status, printed, _ = run(capsys, "report", str(file), "--system=svm", *out, *benchmark)
    assert (status, printed) == (0, "")
    result = be.report(be.read(file), "svm")
    assert (tmp_path / "r.md").read_text("utf-8") == result.to_markdown()
    assert (tmp_path / "r.tex").read_text("utf-8") == result.to_latex()
    assert json.loads((tmp_path / "r.json").read_text("utf-8")) == result.to_dict()
    assert json.loads((tmp_path / "mlflow.json").read_text("utf-8")) == result.to_mlflow()
    assert (tmp_path / "card.yaml").read_text("utf-8") == result.to_model_card()
    (entry,) = yaml.safe_load((tmp_path / ".eval_results/x.yaml").read_text("utf-8"))
    # a: 1 hit, 1 missed; b: 2 hits, 1 wrong
    assert entry["value"] == pytest.approx((2 / 3 + 4 / 5) / 2)
    # and Python writes the same files
    for name in names[:-1]:
        path = result.save(tmp_path / f"again-{name}")
        assert path.read_bytes() == (tmp_path / name).read_bytes()
    path = result.save(
        tmp_path / "x.yaml", "eval-results", benchmark=("org/data", "default", "macro_f")
    )
    assert path.read_bytes() == (tmp_path / names[-1]).read_bytes()


def test_without_a_file_the_report_is_printed(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, printed, said = run(capsys, "report", str(file), "--system=svm", "--split=train")
    assert status == 0
    assert printed == be.report(be.read(file), "svm", "train").to_markdown()
    # reasons not to take the numbers as they stand are also said where no file is looked at
    assert "warning: These are the documents of train" in said
    _, printed, _ = run(capsys, "report", str(file), "--format=mlflow", "--where=true:a")
    assert json.loads(printed)["documents"] == 2


def test_texts_leave_the_house_only_where_that_is_asked_for(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("r.html", "r.md", "r.tex", "r.json", "mlflow.json", "card.yaml")
    given = (
        "report",
        str(file),
        "--system=svm",
        "--appendix",
        *(f"--out={tmp_path / name}" for name in names),
    )
    for options, with_texts in (((), ()), (("--texts",), ("r.html", "r.md", "r.json"))):
        assert run(capsys, *given, *options)[0] == 0
        for name in names:
            text = (tmp_path / name).read_text("utf-8")
            assert ("three apples" in text) == (name in with_texts), name
            assert ("apples" in text) == (name in with_texts), name


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--out=r.odt"], "the name 'r.odt' has no known ending: end it in"),
        (["--out=none/r.md"], "none/r.md cannot be written: No such file or directory: check"),
        (["--format=eval-results"], "a result of a benchmark needs its dataset"),
        (["--format=eval-results", "--benchmark", "a/b", "c", "f1"], "there is no number 'f1'"),
        (["--where=true:a -true:a"], "there is no document to report on"),
    ],
)
def test_what_cannot_be_written_is_refused_in_a_sentence(
    options: list[str], message: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, printed, err = run(capsys, "report", str(file), "--system=svm", *options)
    assert (status, printed) == (2, "")
    assert message in err.replace("; ", ": ")


def test_nothing_is_written_where_one_of_several_files_cannot_be_made(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = [f"--out={tmp_path / name}" for name in ("r.md", ".eval_results/x.yaml")]
    status, _, err = run(capsys, "report", str(file), "--system=svm", *out)
    assert (status, "needs its dataset" in err) == (2, True)
    assert not (tmp_path / "r.md").exists()


def test_without_truth_there_is_nothing_to_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "p.csv"
    path.write_text("id,predicted\n1,a\n2,b\n", encoding="utf-8")
    status, _, err = run(capsys, "report", str(path))
    assert status == 2
    assert "nobody has labelled these documents" in err
    with pytest.raises(ValueError, match="nobody has labelled"):
        be.report(be.read(path))
