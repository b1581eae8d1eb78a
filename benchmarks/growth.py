"""How the time of a check grows with the consumer's lines and with the provider's: `make growth`.

Both are made on the spot: a consumer of modules of one shape that use a provider, and a provider of modules of which
the consumer imports a few. Timed is everything but reading the network: extracting the contract and judging it on a
fresh surface. Writes benchmarks/growth.svg and prints the figures.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from apidrift.contracts import extract
from apidrift.impact import judge
from apidrift.model.surface import Release
from apidrift.sources import SourceOptions, open_tree, parse_ref
from apidrift.surfaces import static_surface

TARGET = Path(__file__).with_name("growth.svg")
STEPS = (1, 2, 4, 8)
MODULES = 10
"""Modules of the smallest provider and of the smallest consumer."""
ROUNDS = 3


def provider(folder: Path, modules: int) -> Path:
    """A package of modules of the same shape, each with a class, its base in another module, and functions."""
    (folder / "prov").mkdir(parents=True)
    (folder / "prov" / "__init__.py").write_text("")
    for number in range(modules):
        base = f"from prov.m{number - 1} import Layer{number - 1} as Base\n" if number % 5 else "class Base: ...\n"
        body = "".join(
            f"    def go{i}(self, a: int, b: str = 'x', *, c: bool = True) -> int:\n        return a\n"
            for i in range(30)
        )
        loose = "".join(f"def run{i}(x: int, y: int = {i}) -> list[int]:\n    return [x, y]\n\n\n" for i in range(30))
        (folder / "prov" / f"m{number}.py").write_text(f"{base}\n\nclass Layer{number}(Base):\n{body}\n\n{loose}")
    return folder


def consumer(folder: Path, modules: int) -> Path:
    """A package of modules that use the provider's first modules in the same ways."""
    (folder / "cons").mkdir(parents=True)
    (folder / "cons" / "__init__.py").write_text("")
    for number in range(modules):
        layer = number % MODULES
        uses = "".join(
            f"    def step{i}(self, value):\n        total = self.layer.go{i}(value, c=True)\n"
            f"        for one in run{i}(total):\n            value += one\n        return value\n\n"
            for i in range(30)
        )
        names = ", ".join(f"run{i}" for i in range(30))
        head = f"from prov.m{layer} import Layer{layer}, {names}\n\n\nclass Work:\n    def __init__(self):\n"
        (folder / "cons" / f"w{number}.py").write_text(f"{head}        self.layer = Layer{layer}()\n\n{uses}")
    return folder


def lines(folder: Path) -> int:
    """Lines of Python under a folder."""
    return sum(file.read_bytes().count(b"\n") for file in folder.rglob("*.py"))


def seconds(consumer_folder: Path, provider_folder: Path) -> float:
    """Median processor seconds of a check of one on the other."""
    took = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        contract = extract(open_tree(parse_ref(str(consumer_folder), ""), SourceOptions()), ("prov",))
        tree = open_tree(parse_ref(str(provider_folder), ""), SourceOptions(), import_name="prov")
        outcomes = judge(contract, static_surface(tree, "prov", Release("prov", "1.0")))
        took.append(time.process_time() - begun)
        assert all(outcome.verdict == "ok" for outcome in outcomes)
    return statistics.median(took)


def measure() -> dict[str, list[tuple[int, float]]]:
    """Lines and seconds, with the consumer growing and with the provider growing."""
    found: dict[str, list[tuple[int, float]]] = {"consumer": [], "provider": []}
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        small = consumer(root / "c", MODULES), provider(root / "p", MODULES)
        for step in STEPS:
            grown = consumer(root / f"c{step}", MODULES * step)
            found["consumer"].append((lines(grown), seconds(grown, small[1])))
            grown = provider(root / f"p{step}", MODULES * step)
            found["provider"].append((lines(grown), seconds(small[0], grown)))
    return found


def drawn(found: dict[str, list[tuple[int, float]]]) -> str:
    """Both curves in one picture: lines of code to the right, seconds upwards."""
    width, height, left, bottom = 640, 360, 60, 50
    most = max(n for points in found.values() for n, _ in points)
    top = max(s for points in found.values() for _, s in points) * 1.1

    def place(lines_: float, seconds_: float) -> tuple[float, float]:
        x = left + (width - left - 20) * lines_ / most
        return round(x, 1), round(height - bottom - (height - bottom - 30) * seconds_ / top, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        "<style>text { font: 12px sans-serif }</style>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
        '<text x="60" y="18" font-weight="bold">Processor seconds of a check, by the lines that grow</text>',
        f'<path d="M{left} 30V{height - bottom}H{width - 20}" fill="none" stroke="#888"/>',
    ]
    for share in (0.25, 0.5, 0.75, 1.0):
        x, y = place(most * share, top / 1.1 * share)
        below = height - bottom + 18
        parts.append(f'<text x="{x}" y="{below}" text-anchor="middle">{most * share / 1000:.1f}k lines</text>')
        parts.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{top / 1.1 * share:.2f} s</text>')
    for (name, points), colour in zip(found.items(), ("#c0392b", "#2471a3"), strict=True):
        spots = [place(*point) for point in points]
        path = " ".join(f"{x},{y}" for x, y in spots)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in spots]
        x, y = spots[-1]
        parts.append(f'<text x="{x - 6}" y="{y - 8}" text-anchor="end" fill="{colour}">the {name} grows</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> int:
    """Measure, print, draw. Returns 1 where the provider's growth costs more than a tenth of the consumer's."""
    found = measure()
    for name, points in found.items():
        print(f"the {name} grows:", ", ".join(f"{n:,} lines {s:.2f} s" for n, s in points))
    TARGET.write_text(drawn(found), "utf-8")
    rises = {name: points[-1][1] - points[0][1] for name, points in found.items()}
    spans = {name: points[-1][0] - points[0][0] for name, points in found.items()}
    per_line = {name: rises[name] / spans[name] for name in found}
    print(f"a line of the provider's costs {per_line['provider'] / per_line['consumer']:.1%} of one of the consumer's")
    return int(per_line["provider"] > per_line["consumer"] / 10)


if __name__ == "__main__":
    sys.exit(main())
