"""Every page of a review with weights and clusters: named in the header, and nothing left out."""

from __future__ import annotations

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.reading import html_of, plain, read_here
from tests.paths import ROOT

PAGES = sorted(page.stem for page in (ROOT / "pages").glob("*.py"))


def files() -> list[tuple[str, bytes, str]]:
    """120 documents in threads of four, their weights, and two systems' probabilities."""
    rng = np.random.default_rng(0)
    names, lines = ["grain", "corn", "oil"], ["id,split,true,weight,cluster"]
    scores = {s: [",".join(["id", *names])] for s in "ab"}
    for i in range(120):
        true = [name for name, p in zip(names, (0.4, 0.3, 0.1), strict=True) if rng.random() < p]
        weight = (0.5, 1, 2.25)[i % 3]
        lines.append(f"{i},{'test' if i % 8 > 3 else 'dev'},{'|'.join(true)},{weight},t{i // 4}")
        for s, strength in (("a", 3), ("b", 2)):
            z = [strength * ((name in true) - 0.5) + rng.normal() for name in names]
            scores[s].append(",".join([str(i), *(f"{1 / (1 + np.exp(-v)):.3f}" for v in z)]))
    tables = {"truth.csv": lines, "a.csv": scores["a"], "b.csv": scores["b"]}
    return [(name, "\n".join(rows).encode(), "text/csv") for name, rows in tables.items()]


@pytest.fixture
def weighted(load_page: AppTest) -> AppTest:
    """The files loaded, their columns taken as their names say."""
    load_page.file_uploader(key="files").set_value(files()).run()
    read_here(load_page)
    assert not load_page.exception
    return load_page


def test_every_page_opens_and_names_the_columns(weighted: AppTest) -> None:
    for page in PAGES:
        if page == "summary":
            weighted.query_params["summary.part"] = "averages"
        weighted.switch_page(f"pages/{page}.py").run(timeout=60)
        assert not weighted.exception, page
        if page != "reviews":
            text = html_of(weighted)
            assert "weights: column “weight” · clusters: column “cluster”" in text, page
            # on these nothing is evaluated
            apart = page in ("unlabelled_data", "documents", "history")
            assert ("independent ones" in text) == (not apart), page
        if page == "compare":
            assert "Tests that count predictions or documents one by one" in html_of(weighted)
        if page == "summary":
            captions = " ".join(caption.value for caption in weighted.caption)
            assert "intervals made this way hold the value of all such documents" in captions


def test_what_has_no_weighted_form_says_so(weighted: AppTest) -> None:
    app = weighted.switch_page("pages/unlabelled_data.py").run()
    next(button for button in app.button if "Fit" in button.label).click().run()
    for subject in ("overall", "time", "measures", "stream", "sets"):
        app.query_params["unlabelled_data.subject"] = subject
        app.run(timeout=60)
        assert not app.exception, subject
        said = " ".join(element.value for element in [*app.caption, *app.info])
        assert "cannot be weighted" in said + html_of(app), subject
        assert "each class’s best cut" not in html_of(app)
        assert "nan" not in plain(html_of(app)).split()
