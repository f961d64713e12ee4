"""First visits of every page after a large file was read, beside sorting once and an empty page.

`python benchmarks/first_visits.py [documents classes] [page ...]` writes the seeded export of
`evaluate.py` (781,265 x 103), or of more than 10,000 classes that of `long_lists.py`, and reads it.
It opens each page as the first one that a visitor goes to: whatever pages keep is forgotten before
it, but for what was imported. Then each opens again. Printed are the seconds by the clock and of
processors, and how many times those of one single-threaded sort of all scores that is; the empty
page stands above. Aim: 1.5 s for the first visit of Overview, Classes, Curves and Confusion, some
2 s for that of Guidance, Slices, Story and Labels, and no second visit beyond a few empty pages. A
part beyond the aim shows what it does while it is worked out.
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
PAGES = (
    "overview classes curves confusion thresholds compare documents splits unlabelled measures "
    "guidance slices story labels"
)
SIZE = 781_265, 103
# of more classes each document lists a few
MOST_COLUMNS = 10_000
PATIENCE = 600  # seconds for one run of a page


def spent() -> tuple[float, float]:
    """By the clock, and of processors."""
    return time.perf_counter(), time.process_time()


def since(before: tuple[float, float]) -> str:
    wall, cpu = (now - then for now, then in zip(spent(), before, strict=True))
    return f"{wall:6.2f} s, of processors {cpu:6.2f} s"


def main(documents: int, classes: int, *, pages: list[str]) -> None:
    import streamlit as st
    from streamlit.testing.v1 import AppTest

    from benchmarks import evaluate, long_lists
    from benchmarks.measures import sort_each
    from benchmarks.visiting import EMPTY
    from breakeven.readers.build import read_review
    from tests.pages import reading

    reading.SECONDS = PATIENCE
    logging.disable(logging.WARNING)  # of a page that no browser asks for
    with tempfile.TemporaryDirectory() as folder:
        # what visitors save is theirs alone
        os.environ["BREAKEVEN_HOME"] = folder
        if classes > MOST_COLUMNS:
            path, _ = long_lists.write(Path(folder), documents, classes)
        else:
            path = Path(folder) / "export.parquet"
            evaluate.write(path, documents, classes)
        review = read_review([(path.name, path)])
        scores = review.predictions[0].scores
        before = spent()
        sort_each(scores.data[None] if classes > MOST_COLUMNS else scores)
        sorting = spent()[1] - before[1]
        print(f"{documents:,} documents x {classes} classes; sorted once: {since(before)}")
        alone = AppTest.from_string(EMPTY).run()
        before = spent()
        alone.run()
        print(f"an empty page {since(before)}", flush=True)
        for page in pages:
            st.cache_resource.clear()
            app = reading.enter(review)
            before = spent()
            reading.healthy(app.switch_page(f"pages/{page}.py").run())
            first, cpu = since(before), spent()[1] - before[1]
            before = spent()
            reading.healthy(app.run())
            print(
                f"{page:11} first {first}, {cpu / sorting:5.2f} sorts; again {since(before)}",
                flush=True,
            )


if __name__ == "__main__":
    sizes = [int(said) for said in sys.argv[1:3]]
    main(*(sizes or SIZE), pages=sys.argv[3:] or PAGES.split())
