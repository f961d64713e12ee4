"""Class names that a careless page would run, fetch, merge or lose; and how files go in."""

from __future__ import annotations

PAYLOADS = [
    "<img src=x onerror=window.__pwn=1>",
    "<script>window.__pwn=2</script>",
    "<b>bold</b>",
    '<a href="javascript:window.__pwn=3">x</a>',
    '<a href="http://127.0.0.1:9/x">x</a>',
    "![i](http://127.0.0.1:9/i.png)",
    "[l](http://127.0.0.1:9/l)",
    "http://127.0.0.1:9/a www.example.com a@b.co",
    ":red[x] :material/delete:",
    "$x^2$",
    "# x",
    "a->b <- >= --",
    "%{z}",
    "&lt;x&gt;",
    "a<br>b",
    "`tick",
    "back\\slash",
    "1",
    "01",
    "NA",
    "None",
    "True",
    " x ",
    "x",
    "=1+1",
    "\u202etxt",
    "\U0001f600",
    "a" * 3000,
]


def hostile_csv() -> bytes:
    rows = ["id,true,predicted,split,<i>note</i>"]
    for i, name in enumerate(PAYLOADS):
        other = PAYLOADS[(i + 1) % len(PAYLOADS)]
        for j, (true, called) in enumerate([(name, name), (name, other)]):
            cells = [f"{i}-{j}", true, called, "test", name]
            rows.append(",".join('"' + c.replace('"', '""') + '"' for c in cells))
    return "\n".join(rows).encode()
