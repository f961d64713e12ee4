"""Expected counts as a document."""

from __future__ import annotations

from typing import Any

from breakeven.reports.estimates import ESTIMATES
from breakeven.reports.tables import in_markdown, markdown_table, noticed
from breakeven.text import cell_of, count_of


def as_markdown(result: dict[str, Any], name: str) -> str:
    """The counts as a document to paste."""
    split = result["split"] or "all documents"
    per_class = result["per_class"]
    labelled = any("true" in of for of in per_class.values())
    head = ["class", "expected", "95 % from", "to", "assigned"]
    head += ["true", "squared error, expected", "squared error, assigned"] if labelled else []
    total = result["all_classes"]
    first = [
        "*all classes*",
        *(cell_of(total[key], 1) for key in ("expected", "low_95", "high_95")),
        cell_of(total["assigned"]),
        *([cell_of(total["true"]), "", ""] if labelled else []),
    ]
    rows = [
        [
            in_markdown(c),
            *(cell_of(of[key], 1) for key in ("expected", "low_95", "high_95")),
            cell_of(of["assigned"]),
            *(
                [
                    cell_of(of["true"]),
                    cell_of(of["squared_error_of_expected"], 1),
                    cell_of(of["squared_error_of_assigned"]),
                ]
                if labelled
                else []
            ),
        ]
        for c, of in per_class.items()
    ]
    out = [
        f"# {in_markdown(name)}: {in_markdown(result['system'])} on {in_markdown(split)}, counted",
        "",
        ESTIMATES,
        "",
        f"{count_of(result['documents'], 'document')}. Assigned: "
        f"{in_markdown(result['decisions'])}. The intervals are for the number "
        "that will turn out, and are not cut to what is possible.",
        "",
        markdown_table(head, [first, *rows] if len(rows) > 1 else rows),
    ]
    return "\n".join(out + noticed(result["notes"]))
