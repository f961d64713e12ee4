"""Writes down what the product says, so that two versions of it can be laid side by side.

`python script/behaviour.py OUT [--only PATTERN] [--jobs 2]`, then `diff -r` of two such folders.
A text file for each of: what the command line prints and writes (`commands/`), what Python gives
(`python/`), what each page shows, and what it shows after each single choice (`pages/`, `steps/`).
PATTERN is of the parts, as `pages/*` or `*/wide_rows`.

Only doors are used that stay where they are when modules move: cli.py, app.py, pages/, the public
names of `breakeven`, and files of samples and tests. Not written down, since they differ from run
to run or from folder to folder: folders, the time and today's date, random ids and digests of
them, the places of modules in warnings and names, and Streamlit's hashes of the path of a page.
PDF is left out: it is the HTML report, set in pages.
"""

from __future__ import annotations

import argparse
import fnmatch
import io
import itertools
import json
import logging
import multiprocessing
import os
import re
import runpy
import shlex
import shutil
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, cast
from unittest import mock

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from script.behaviour_cases import Case, cases  # noqa: E402
from script.behaviour_pages import shown_of, steps_of  # noqa: E402
from script.behaviour_texts import WORK, as_text, content_of, save  # noqa: E402

FORMATS = ROOT / "tests" / "data" / "formats"
FIXED = {
    **{"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8", "COLUMNS": "100"},
    **{f"{of}_NUM_THREADS": "1" for of in ("OMP", "OPENBLAS", "MKL", "ARROW")},
}
UNSET = ("BREAKEVEN_", "GITHUB_", "STREAMLIT_", "NO_COLOR", "FORCE_COLOR", "PYTHONWARNINGS")

# a report is made once for all of its formats
IN_FILES = "--benchmark org/data topics micro_f " + " ".join(
    f"--out report.{ending}" for ending in ("html", "md", "tex", "json", "yaml", "mlflow.json")
)
# what is said to each command beside its files; the first of them of every file, all of `SHOWN`
RUNS: Mapping[str, tuple[str, ...]] = {
    "evaluate": ("", "--split all --label-noise 0.05 --beta 2", "--where true:{class}",
                 "--undefined zero --threshold 0.5", "--marks marks.csv --as-if both",
                 "--engine duckdb"),
    "compare": ("{two}", "{two} --metric macro_f --replicates 500", ""),
    "changes": ("--baseline {earlier} --replicates 500",),
    "report": (IN_FILES, f"--story --texts --title Crops {IN_FILES}", "--format html",
               "--format latex"),
    "documents": ("", "--facets --words", "--where true:{class} --words extra --about {class}"),
    "slices": ("", "--by length", "--by n_words --average macro", "--search"),
    "confusion": ("", "--all --order name"),
    "merge": ("", "--best 1 --out map.csv", "--divide {class}"),
    "hierarchy": ("--hierarchy {tree}", ""),
    "ranked": ("", "--at 1 2 --split all"),
    "thresholds": ("", "--rule break_even --out t.json", "--rule loss --out t.py", "--tune-on all"),
    "workload": ("", "--send 20 --miss 3 --out people.csv"),
    "check": ("", "--sort macro --split all", "--marks marks.csv"),
    "gate": ("--rules rules.toml --junit gate.xml --summary gate.md --ledger gate.jsonl",
             "--rules margin.toml --baseline {baseline}", ""),
    "label-errors": ("", "--calibrate", "--others"),
    "agree": ("", "--without anna"),
    "split": ("", "--parts train=0.6,test=0.4 --group thread"),
    "learning-curve": ("{trained}", ""),
    "pack": ("--out packed.breakeven",),
    "library": (),
    "serve": (),
}  # fmt: skip
LIBRARY = (
    *("list", "save {files} --title crops", "save {files} --title crops", "list"),
    *("export crops --out out.breakeven", "verify", "prune", "members --set https://a b --name c"),
    *("members", "delete crops", "delete crops --yes", "import out.breakeven", "list"),
)
OF_FORMATS = ("evaluate", "check", "answers", "documents", "agree", "expected", "test-size")
# whose pages are recorded, and what commands say when more is asked of them
SHOWN = ("reuters", "r8", "people", "answers", "wide_rows", "truth_and_systems", "unlabelled",
         "hostile_names")  # fmt: skip
STEPPED = ("system_column",)  # every single choice is tried out on these


# ---- the command line


def output_of(arguments: list[str]) -> tuple[str, str]:
    """What cli.py answers to arguments, and its result alone; files that it writes are removed."""
    before = {path: path.stat().st_mtime_ns for path in Path().rglob("*") if path.is_file()}
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    status: Any = None
    with redirect_stdout(out), redirect_stderr(err), warnings.catch_warnings():
        warnings.simplefilter("default")
        warnings.showwarning = cast("Any", _warned)
        with mock.patch.object(sys, "argv", ["cli.py", *arguments]):
            try:
                runpy.run_path(str(ROOT / "cli.py"), run_name="__main__")
            except SystemExit as left:
                status = left.code
            except Exception as error:  # what breaks is also what is said
                status = f"{type(error).__name__}: {error}"
    printed, errors_printed = (_taken_from(stream) for stream in (out, err))
    parts = [
        f"#### {shlex.join(arguments)}",
        f"status {status}",
        printed,
        "--- stderr",
        errors_printed,
    ]
    for path in sorted(path for path in Path().rglob("*") if path.is_file()):
        if before.get(path) != path.stat().st_mtime_ns and path.parts[0] != "library":
            parts += [f"--- {path}", content_of(path.name, path.read_bytes())]
            if path.name != "out.breakeven":
                path.unlink()
    return "\n".join([*parts, ""]), printed


def _warned(message: Any, category: Any, *_: Any) -> None:
    print(f"{category.__name__}: {message}", file=sys.stderr)


def _taken_from(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return content_of("", stream.buffer.getvalue())


@cache
def formats_of(command: str) -> tuple[str, ...]:
    """The formats that the help of a command offers."""
    found = re.search(r"--format \{([\w,-]+)\}", output_of([*shlex.split(command), "--help"])[1])
    return () if found is None else tuple(name for name in found[1].split(",") if name != "pdf")


@cache
def commands() -> tuple[str, ...]:
    """All commands, as the help names them."""
    return tuple(re.findall(r"^    ([a-z][a-z-]*)\b", output_of(["--help"])[1], re.M))


def each_format(command: str, arguments: list[str]) -> Iterator[str]:
    """What a command says in each of its formats; an error only once."""
    offered = [["--format", name] for name in formats_of(command)]
    if not offered or (command == "report" and {"--out", "--format"} & set(arguments)):
        offered = [[]]
    for words in offered:
        text = output_of([*shlex.split(command), *arguments, *words])[0]
        yield text
        if "\nstatus 2\n" in text:
            return


def record_commands(out: Path, case: Case) -> None:
    """Every command on the files of a case."""
    fields = case.fields()
    for command in commands():
        texts: list[str] = []
        runs = RUNS.get(command, ("",))
        for run in runs if case.name in SHOWN else runs[:1]:
            words = shlex.split(run.format_map(fields))
            texts += each_format(command, [*case.line(), *words])
        if texts:
            save(out, f"commands/{case.name}/{command}", "\n".join(texts))


def record_library(out: Path, case: Case) -> None:
    """What is saved, and everything that is done with it."""
    texts = []
    for run, form in itertools.product(LIBRARY, ("markdown", "json")):
        if form == "markdown" or run.startswith(("list", "verify", "prune", "members", "save")):
            said = ["library", *shlex.split(run.format_map(case.fields())), "--format", form]
            texts.append(output_of(said)[0])
    save(out, f"library/{case.name}", "\n".join(texts))


def record_help(out: Path) -> None:
    """The help of every command, and what is said of arguments that there are not."""
    of_library = [f"library {run.split()[0]}" for run in LIBRARY]
    for command in ("", *commands(), *dict.fromkeys(of_library)):
        # what serve does not know it hands on to the server that it starts
        ends = ("--help",) if command == "serve" else ("--help", "--nonsense")
        texts = [output_of([*shlex.split(command), end])[0] for end in ends]
        save(out, f"help/{command or 'all'}", "\n".join(texts))


def record_formats(out: Path, folder: Path) -> None:
    """Files of another tool, alone and one as the truth of another."""
    files = [path for path in sorted(folder.iterdir()) if path.suffix != ".py" and path.is_file()]
    for path in files:
        shutil.copy(path, path.name)
    for path in files:
        texts = [text for command in OF_FORMATS for text in each_format(command, [path.name])]
        save(out, f"formats/{folder.name}/{path.name}", "\n".join(texts))
    true = re.compile("gold|label|test|qrels|truth|index|anna")
    pairs = [(a, b) for a in files if true.search(a.name) for b in files if a != b]
    texts = [output_of(["evaluate", "--truth", a.name, b.name])[0] for a, b in pairs]
    save(out, f"formats/{folder.name}/pairs", "\n".join(texts))


# ---- Python


def questions_of(review: Any) -> dict[str, Callable[[], Any]]:
    """What Python is asked about a review, by a name."""
    import breakeven as be

    done = cache(lambda: be.evaluate(review))
    names = [predictions.system for predictions in review.predictions]
    usual = (be.check, be.agree, be.ceiling, be.count, be.expected, be.find, be.fit_thresholds,
             be.label_errors, be.learning_curve, be.plan_test_size, be.propose_split,
             be.report)  # fmt: skip
    methods = ("micro", "macro", "per_document", "verdict", "numbers", "frame", "numbers_digest",
               "leaks", "groups", "slices", "test_size", "weak_slices", "ranked_labels", "workload",
               "confusion_part", "best_merges", "_repr_html_")  # fmt: skip
    return {
        "review": lambda: repr(review),
        "notes": lambda: review.notes,
        "evaluate": done,
        **{f"evaluate {name}": partial(be.evaluate, review, name) for name in names},
        **{f"evaluate.{item}": partial(_method_of, done, item) for item in methods},
        "divided": lambda: done().divided(review.truth.classes[0]),
        "merged": lambda: done().merged(best=1),
        "as if": lambda: be.evaluate(be.as_if(be.read_marks(review, "marks.csv"), "both")),
        "noise": lambda: done().with_label_noise(0.05),
        **{item.__name__: partial(item, review) for item in usual},
        "curve": lambda: be.pr_curve(done()).frame(),
        "plot": lambda: json.loads(be.pr_curve(done()).plot().to_json()),
        "compare": lambda: be.compare(be.evaluate(review, names[0]), be.evaluate(review, names[1])),
        "changes": lambda: be.changes(review, review, replicates=500),
        "gate": lambda: be.gate(review, "rules.toml"),
    }


def _method_of(done: Callable[[], Any], name: str) -> Any:
    return _value(done(), name)


def _value(result: Any, name: str) -> Any:
    value = getattr(result, name)
    return value() if callable(value) else value


def record_python(out: Path, case: Case) -> None:
    """Everything that Python says of a case: as a dictionary, as Markdown, as a table, as HTML."""
    texts = []
    for name, ask in questions_of(case.review()).items():
        texts.append(f"#### {name}")
        try:
            answer = ask()
            texts.append(as_text(answer))
            for way in ("to_markdown", "frame", "_repr_html_", "to_junit"):
                if hasattr(answer, way) and not hasattr(answer, "iloc"):
                    texts += [f"--- {way}", as_text(_value(answer, way))]
        except Exception as error:  # a refusal is an answer
            texts.append(f"{type(error).__name__}: {error}")
    save(out, f"python/{case.name}", "\n".join(texts))


# ---- pages, and all of it


def record_pages(out: Path, case: Case, kind: str) -> None:
    """What every page shows of a case, or what each choice on it changes."""
    review = case.review()
    told = shown_of if kind == "pages" else steps_of
    for name, text in told(review, case.name if case.sample else review.fingerprint):
        save(out, f"{kind}/{case.name}/{name}", text)


def parts() -> dict[str, Callable[[Path], None]]:
    """Everything that is recorded, by name: each in a process and a folder of its own."""
    parts_by_name: dict[str, Callable[[Path], None]] = {}
    for name in STEPPED:  # first, since they take longest
        parts_by_name[f"steps/{name}"] = partial(record_pages, case=cases()[name], kind="steps")
        parts_by_name[f"library/{name}"] = partial(record_library, case=cases()[name])
    for name in SHOWN:
        parts_by_name[f"pages/{name}"] = partial(record_pages, case=cases()[name], kind="pages")
    for name, case in cases().items():
        parts_by_name[f"commands/{name}"] = partial(record_commands, case=case)
        parts_by_name[f"python/{name}"] = partial(record_python, case=case)
    parts_by_name["help/all"] = record_help
    for folder in sorted(path for path in FORMATS.iterdir() if path.is_dir()):
        parts_by_name[f"formats/{folder.name}"] = partial(record_formats, folder=folder)
    return parts_by_name


def record(name: str, out: Path) -> str:
    """One part, in a folder of its own."""
    folder, before = WORK / name, time.process_time()
    folder.mkdir(parents=True)
    os.chdir(folder)
    os.environ["BREAKEVEN_HOME"] = str(folder / "library")
    kind, _, of = name.partition("/")
    if kind not in ("help", "formats"):
        cases()[of].write()
    parts()[name](out)
    return f"{name}: {time.process_time() - before:.1f} s"


def ready() -> None:
    """Import once for all processes what takes long; no warnings that no server runs the pages."""
    for name in ("pandas", "plotly.graph_objects", "pyarrow.parquet", "scipy.stats", "sqlalchemy"):
        import_module(name)
    from streamlit.components.v2 import manifest_scanner

    manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
    logging.getLogger("streamlit").setLevel(logging.ERROR)
    logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context").disabled = True


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", default="*", metavar="PATTERN")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    environment = {name: value for name, value in os.environ.items() if not name.startswith(UNSET)}
    if FIXED.items() - environment.items():  # what hashes depend on is read when Python starts
        os.execve(sys.executable, [sys.executable, *sys.argv], environment | FIXED)  # noqa: S606
    shutil.rmtree(WORK, ignore_errors=True)
    out = args.out.resolve()
    ready()
    chosen = [name for name in parts() if fnmatch.fnmatch(name, args.only)]
    with multiprocessing.get_context("fork").Pool(args.jobs, maxtasksperchild=1) as pool:
        for done in pool.imap_unordered(partial(record, out=out), chosen, chunksize=1):
            print(done, flush=True)
    shutil.rmtree(WORK)
    files = [path for path in out.rglob("*.txt") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    print(f"{len(files)} files of {size / 1e6:.1f} MB in {out}")


if __name__ == "__main__":
    main()
