"""What may be typed to show only some documents, beside the box it is typed in."""

from __future__ import annotations

WHERE_HELP = "\n\n".join(
    (
        "**A class:** `true:grain` `called:grain` `hit:grain` `missed:grain` `extra:grain` "
        "`rejected:grain` `unjudged:grain` `score(grain):0.3..0.5`",
        "**Any class:** `wrong` `right` `missed` `extra` `labels=0` true, `calls:2..` assigned",
        "**Classes in a tree:** folded `level(1):missed:grain`, `hierarchy:inconsistent` "
        "`hierarchy:full-path`",
        "**Another system:** `system(B):wrong` `differs:B`",
        "**A document:** `split:test` `leaked` `id=7` `source=a` `source in (a, b)` `n_words>200` "
        "`date:2024-01-01..2024-01-31` `weekday(date):Monday`",
        'Words of its **text**, `word:oil` a whole one, `matches:"oi?l"` a pattern, `length>500` '
        "characters, `like:7` nearly the text of 7, `alike` of any other",
        "**Marks:** `mark:unclear` `tag:later` `seen` `noted`",
        "**Labels:** `doubtful` `doubtful:grain` likely wrong, `disputed` `disputed:grain` "
        "annotators differ",
        "**Answers** of language models: `outcome:refused` `outcome:unusable`",
        "Several terms: all of them. `OR` and brackets for others, `-` before a term for not. "
        "Names of several words in quotation marks. What a rule was fitted on stays as it is.",
    )
)

# of a table that stays in its engine
TABLE_WHERE_HELP = (
    "What an engine can ask: `true:grain` `called:grain` `hit:grain` `missed:grain` `extra:grain` "
    "`rejected:grain` · `wrong` `right` `missed` `extra` · `labels=0` `calls:2..` · "
    "`score(grain):0.3..0.5` · `split:test` · `leaked` · `id=7` · a column, `source=a` "
    "`n_words>200` · `OR`, brackets, and `-` before a term for not."
)
