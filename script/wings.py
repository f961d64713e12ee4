"""Draws the rooms of the house with their imports, read from the code, into docs/wings.svg.

`python script/wings.py` writes the picture; a test holds that the committed one is what the code
gives. An arrow is drawn only where no longer way leads to the same wing; the list in each box
names every wing it imports.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "wings.svg"
PAGES = "One short script a question: opens, chooses, fetches, shows."
WIDTH, MARGIN, GAP, LINE = 1120, 24, 16, 16
BETWEEN = 46  # height of the space between two floors
WIDEST = 520
A_CHARACTER = 6.8  # width of a character of the small print, generously
STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #24292f }
  .name { font-size: 15px; font-weight: 600 }
  .quiet { fill: #57606a }
  .ground { fill: #ffffff }
  .box { fill: #f3f6fa; stroke: #8c959f }
  .arrow { fill: none; stroke: #8c959f; stroke-width: 1.2 }
  .head { fill: #8c959f }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .quiet { fill: #a8b3bf }
    .ground { fill: #0d1117 }
    .box { fill: #1b222c; stroke: #6e7681 }
    .arrow { stroke: #7d8590 }
    .head { fill: #7d8590 }
  }
"""
# a wing, or the way of an arrow past a floor: where it comes from and where it goes
Item = str | tuple[str, str]
Stop = tuple[int, Item]  # an item on its floor
Place = tuple[float, float, float, float]  # left, top, width, height


def files() -> list[Path]:
    """Every module that belongs to a wing; the face of the package belongs to none."""
    found = [
        file
        for place in ("metrics", "breakeven", "pages")
        for file in sorted((ROOT / place).rglob("*.py"))
        if file != ROOT / "breakeven" / "__init__.py"
    ]
    return [*found, ROOT / "app.py", ROOT / "cli.py"]


def wing_of(file: Path) -> str:
    """`breakeven/<wing>/...` and `breakeven/<wing>.py` are wings; so is what lies beside it."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return parts[1] if parts[0] == "breakeven" else parts[0]


@cache
def modules_imported(file: Path) -> frozenset[str]:
    """Dotted names of all modules a file imports, wherever in it the import stands."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise ValueError(f"{file}: relative imports hide where a name comes from")
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(names)


def imports() -> dict[str, set[str]]:
    """Each wing and the other wings that any of its modules imports."""
    wings = {wing_of(file) for file in files()}
    arrows: dict[str, set[str]] = {wing: set() for wing in sorted(wings)}
    for file in files():
        wing = wing_of(file)
        for name in modules_imported(file):
            first, *rest = name.split(".")
            other = rest[0] if first == "breakeven" and rest else first
            if other in wings and other != wing:
                arrows[wing].add(other)
    return arrows


def floors_of(graph: dict[str, set[str]]) -> dict[str, int]:
    """The floor of each wing, 0 at the bottom: above all that it imports, as low as can be.

    What imports nothing stands right below the lowest wing that uses it.
    """
    floors: dict[str, int] = {}
    while len(floors) < len(graph):
        ready = [w for w in graph if w not in floors and graph[w] <= set(floors)]
        if not ready:
            raise ValueError(f"these import one another: {sorted(set(graph) - set(floors))}")
        floors |= {w: max((floors[o] + 1 for o in graph[w]), default=0) for w in ready}
    for wing, others in graph.items():
        users = [floors[user] for user in graph if wing in graph[user]]
        if users and not others:
            floors[wing] = min(users) - 1
    return floors


def direct(graph: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Imports to which no longer way leads, from importer to imported."""

    def reached(wing: str) -> set[str]:
        return graph[wing].union(*(reached(other) for other in graph[wing]))

    return [
        (wing, other)
        for wing in sorted(graph)
        for other in sorted(graph[wing])
        if not any(other in reached(third) for third in graph[wing])
    ]


def ways_of(arrows: list[tuple[str, str]], floors: dict[str, int]) -> list[list[Item]]:
    """Each arrow as the items it passes, floor by floor from importer down to imported."""
    return [
        [top, *[(top, bottom)] * (floors[top] - floors[bottom] - 1), bottom]
        for top, bottom in arrows
    ]


def rows_of(floors: dict[str, int], ways: list[list[Item]]) -> list[list[Item]]:
    """The items of each floor from left to right, ordered so that few arrows cross."""
    rows: list[list[Item]] = [[] for _ in range(max(floors.values()) + 1)]
    for wing in sorted(floors):
        rows[floors[wing]].append(wing)
    near: dict[Stop, list[Stop]] = {}
    for way in ways:
        top = floors[str(way[0])]
        places = [(top - step, item) for step, item in enumerate(way)]
        for place, item in places[1:-1]:
            rows[place].append(item)
        for upper, lower in pairwise(places):
            near.setdefault(upper, []).append(lower)
            near.setdefault(lower, []).append(upper)
    best, fewest = rows, crossings(rows, ways, floors)
    for sweep in range(24):
        upwards = range(1, len(rows))
        for floor in upwards if sweep % 2 else reversed(range(len(rows) - 1)):
            side = floor - 1 if sweep % 2 else floor + 1
            place_of = {item: (i + 0.5) / len(rows[side]) for i, item in enumerate(rows[side])}
            middle = {}
            for i, item in enumerate(rows[floor]):
                neighbours = [place_of[o] for f, o in near.get((floor, item), []) if f == side]
                own = (i + 0.5) / len(rows[floor])
                middle[item] = sum(neighbours) / len(neighbours) if neighbours else own
            ordered = sorted(rows[floor], key=lambda item: (middle[item], str(item)))
            rows = [*rows[:floor], ordered, *rows[floor + 1 :]]
        if (now := crossings(rows, ways, floors)) < fewest:
            best, fewest = rows, now
    return swapped(best, ways, floors)


def swapped(
    rows: list[list[Item]], ways: list[list[Item]], floors: dict[str, int]
) -> list[list[Item]]:
    """Neighbours change places as long as fewer arrows cross by it."""
    fewest, before = crossings(rows, ways, floors), -1
    while fewest != before:
        before = fewest
        for floor, row in enumerate(rows):
            for i, j in pairwise(range(len(row))):
                other = [*row[:i], row[j], row[i], *row[j + 1 :]]
                changed = [*rows[:floor], other, *rows[floor + 1 :]]
                if (now := crossings(changed, ways, floors)) < fewest:
                    rows, row, fewest = changed, other, now  # noqa: PLW2901 - it goes on from here
    return rows


def crossings(rows: list[list[Item]], ways: list[list[Item]], floors: dict[str, int]) -> int:
    """How many pairs of arrows cross between neighbouring floors."""
    steps: dict[int, list[tuple[int, int]]] = {}
    for way in ways:
        top = floors[str(way[0])]
        for i, (upper, lower) in enumerate(pairwise(way)):
            floor = top - i
            step = (rows[floor].index(upper), rows[floor - 1].index(lower))
            steps.setdefault(floor, []).append(step)
    return sum(
        (a - c) * (b - d) < 0
        for pairs in steps.values()
        for n, (a, b) in enumerate(pairs)
        for c, d in pairs[:n]
    )


def first_sentence(wing: str) -> str:
    """The first sentence of the wing's docstring."""
    for file in (
        ROOT / wing / "__init__.py",
        ROOT / "breakeven" / wing / "__init__.py",
        ROOT / "breakeven" / f"{wing}.py",
        ROOT / f"{wing}.py",
    ):
        if file.exists():
            docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
            return docstring.split("\n\n")[0].replace("\n", " ").replace("`", "")
    return PAGES


def lines_of(wing: str, others: list[str], width: float) -> list[tuple[str, str]]:
    """The small print of a box: class of the text, and the text."""
    most = int((width - 20) / A_CHARACTER)
    said = [("", line) for line in textwrap.wrap(first_sentence(wing), most)]
    if others:
        names = textwrap.wrap("imports " + ", ".join(others), most)
        said += [("quiet", line) for line in names]
    return said


def drawn() -> str:
    """The picture as SVG text."""
    graph = imports()
    floors = floors_of(graph)
    ways = ways_of(direct(graph), floors)
    rows = rows_of(floors, ways)
    modules = [wing_of(file) for file in files()]
    spot: dict[Stop, Place] = {}
    boxes: list[str] = []
    y = float(MARGIN)
    for floor in reversed(range(len(rows))):
        row = rows[floor]
        wings = [item for item in row if isinstance(item, str)]
        free = WIDTH - 2 * MARGIN - GAP * (len(row) - 1)
        width = min(WIDEST, free // len(wings))
        small = {
            wing: lines_of(wing, sorted(graph[wing], key=lambda o: (-floors[o], o)), width)
            for wing in wings
        }
        height = 32 + LINE * max(map(len, small.values()))
        x = (WIDTH - width * len(wings) - GAP * (len(row) - 1)) / 2
        for item in row:
            wide = width if isinstance(item, str) else 0
            spot[floor, item] = (x, y, wide, height)
            if isinstance(item, str):
                boxes += box(item, spot[floor, item], modules.count(item), small[item])
            x += wide + GAP
        y += height + BETWEEN
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="0 0 {WIDTH} {y - BETWEEN + MARGIN:g}" role="img" '
            'aria-label="The rooms of the house and what each imports">',
            f"<style>{STYLE}</style>",
            '<marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" '
            'markerHeight="7" orient="auto"><path class="head" d="M0 0 8 4 0 8z"/></marker>',
            '<rect class="ground" width="100%" height="100%"/>',
            *arrows_of(ways, floors, spot),
            *boxes,
            "</svg>\n",
        ]
    )


def box(wing: str, corner: Place, modules: int, small: list[tuple[str, str]]) -> Iterator[str]:
    """A wing with its name, its number of modules and its small print."""
    x, y, width, height = corner
    yield f'<rect class="box" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6"/>'
    yield f'<text class="name" x="{x + 10:g}" y="{y + 20:g}">{wing}</text>'
    count = "1 module" if modules == 1 else f"{modules} modules"
    right = f'x="{x + width - 10:g}" y="{y + 20:g}" text-anchor="end"'
    yield f'<text class="quiet" {right}>{count}</text>'
    for i, (kind, line) in enumerate(small, start=1):
        position = f'x="{x + 10:g}" y="{y + 22 + LINE * i:g}"'
        yield f'<text class="{kind}" {position}>{escape(line)}</text>'


def arrows_of(
    ways: list[list[Item]],
    floors: dict[str, int],
    spot: dict[Stop, Place],
) -> Iterator[str]:
    """Arrows from importer down to imported; those at one box are spread over its edge."""
    steps = [
        ((floors[str(way[0])] - i, upper), (floors[str(way[0])] - i - 1, lower))
        for way in ways
        for i, (upper, lower) in enumerate(pairwise(way))
    ]

    def port(end: Stop, others: list[Stop], lower: Stop) -> float:
        x, _, width, _ = spot[end]
        ordered = sorted(others, key=lambda o: (spot[o][0] + spot[o][2] / 2, str(o)))
        return x + width * (ordered.index(lower) + 1) / (len(ordered) + 1)

    for way in ways:
        top = floors[str(way[0])]
        line = ""
        for i, (upper, lower) in enumerate(pairwise(way)):
            above, below = (top - i, upper), (top - i - 1, lower)
            x = port(above, [b for a, b in steps if a == above], below)
            to = port(below, [a for a, b in steps if b == below], above)
            start = spot[above][1] + spot[above][3]
            end = spot[below][1]
            half = (start + end) / 2
            line += f"{'L' if line else 'M'}{x:.1f} {start:g}"
            line += f"C{x:.1f} {half:g} {to:.1f} {half:g} {to:.1f} {end:g}"
        yield f'<path class="arrow" d="{line}" marker-end="url(#head)"/>'


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
