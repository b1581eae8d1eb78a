"""Values whose declared type says too little, extension classes and functions put over methods, told by a profile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apidrift.pipeline import Overrides, open_session

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from apidrift.model.finding import Finding

PROFILE = """
schema = 1
import-name = "prov"

[[hints.mix-ins]]
parameter = "extension"
host = "prov.worker.Worker"

[[hints.families]]
at = ["prov.worker.Runner.model"]
scope = "prov.models"
needs = ["load"]

[hints.outside]
"outside.Net" = ["forward"]
"""
INTERFACES = """
from typing import ClassVar, Literal, Protocol, runtime_checkable
from typing_extensions import TypeIs

@runtime_checkable
class SupportsTap(Protocol):
    taps: ClassVar[Literal[True]] = True

def supports_tap(model: object) -> TypeIs[SupportsTap]:
    return isinstance(model, SupportsTap)
"""
WORKER = """
from outside import Net
class Runner:
    def __init__(self):
        self.model: Net = None
class Worker:
    def __init__(self, config):
        self.runner = Runner()
        self.rank = 0
class Config:
    def __init__(self, extension=""): ...
"""
MODEL = """
from outside import Net
from prov.interfaces import SupportsTap
class {name}Model(Net):
    def {embed}(self, ids): return ids
    def forward(self, ids): return self.{embed}(ids)
class {name}ForText(Net, SupportsTap):
    def __init__(self):
        self.model = {name}Model()
    def load(self): ...
class {name}Draft(Net):
    def load(self): ...
"""
PICTURES = """
from outside import Net
from prov.interfaces import SupportsTap
class PicturesForText(Net, SupportsTap):
    def __init__(self):
        self.language_model = object()
    def load(self): ...
"""
CONSUMER = """
import types
from prov.interfaces import supports_tap
from prov.worker import Config

def forward(self, ids):
    self.ours.note(ids)
    return self.embed(ids)

class Extension:
    def note(self, ids): ...
    def set_up(self):
        model = self.runner.model
        if not supports_tap(model):
            raise ValueError(model)
        inner = model.model
        inner.ours = self
        inner.forward = types.MethodType(forward, inner)
        return self.rank

Config(extension="app.Extension")
"""


@pytest.fixture
def compare(tmp_path: Path) -> Callable[..., list[Finding]]:
    """Compare two versions of a provider for a consumer, both given as text by path."""

    def run(old: dict[str, str], new: dict[str, str], consumer: str = CONSUMER) -> list[Finding]:
        (tmp_path / "apidrift.toml").write_text('profiles = "profiles"\n')
        (tmp_path / "profiles").mkdir()
        (tmp_path / "profiles" / "prov.toml").write_text(PROFILE)
        (tmp_path / "app.py").write_text(consumer)
        for side, files in (("old", old), ("new", new)):
            for path, text in ({"prov/__init__.py": "", "prov/models/__init__.py": ""} | files).items():
                (tmp_path / side / path).parent.mkdir(parents=True, exist_ok=True)
                (tmp_path / side / path).write_text(text)
        overrides = Overrides(provider="prov", consumer=str(tmp_path / "app.py"), offline=True)
        with open_session(tmp_path / "apidrift.toml", overrides) as session:
            return list(session.compare(str(tmp_path / "old"), str(tmp_path / "new")).findings)

    return run


def provider(embed: str = "embed", **more: str) -> dict[str, str]:
    """Two models, and whatever else there is in the folder of models."""
    files = {"prov/interfaces.py": INTERFACES, "prov/worker.py": WORKER}
    files |= {f"prov/models/{name.lower()}.py": MODEL.format(name=name, embed=embed) for name in ("Tall", "Wide")}
    return files | {f"prov/models/{name}.py": text for name, text in more.items()}


def line_of(text: str) -> int:
    """The consumer's line with a text."""
    return next(number for number, line in enumerate(CONSUMER.splitlines(), 1) if text in line)


def test_what_a_bound_function_reads_of_itself_has_to_be_on_the_classes_it_is_bound_to(compare) -> None:
    (finding,) = [each for each in compare(provider(), provider("embed_ids")) if each.verdict == "breaks"]
    assert finding.line == line_of("self.embed(ids)")
    assert finding.message == "'TallModel' object has no attribute 'embed'"
    assert finding.reason == "none of the 2 classes of prov.models that it may be has it"
    assert (finding.confidence, finding.moved_to) == ("likely", "prov.models.tall.TallModel.embed_ids")


def test_nothing_changes_nothing_is_told(compare) -> None:
    assert compare(provider(), provider()) == []


def test_a_class_that_the_consumers_test_lets_through_since_and_that_lacks_the_name_is_a_risk(compare) -> None:
    (finding,) = compare(provider(pictures=PICTURES.replace(", SupportsTap", "")), provider(pictures=PICTURES))
    assert (finding.verdict, finding.line) == ("risk", line_of("inner = model.model"))
    assert finding.reason == (
        "1 of 3 classes of prov.models that pass the consumer's own test lack it: PicturesForText"
    )


def test_a_class_that_is_new_as_a_whole_is_no_news_to_who_was_written_before_it(compare) -> None:
    assert compare(provider(), provider(pictures=PICTURES)) == []


def test_most_classes_losing_the_name_is_a_break(compare) -> None:
    many = {f"m{number}": MODEL.format(name=f"M{number}", embed="embed") for number in range(8)}
    fewer = {name: text.replace("embed(", "embed_ids(") for name, text in many.items() if name != "m0"}
    found = compare(provider(**many), provider("embed_ids", **(many | fewer)))
    (finding,) = [each for each in found if each.verdict == "breaks"]
    assert finding.reason == "9 of the 10 classes of prov.models that it may be lack it"


def test_a_class_that_was_let_through_before_is_no_news(compare) -> None:
    assert compare(provider(pictures=PICTURES), provider(pictures=PICTURES)) == []


def test_a_class_that_the_consumers_test_keeps_out_is_none_of_its_business(compare) -> None:
    assert compare(provider(), provider(drafts=PICTURES.replace(", SupportsTap", ""))) == []


def test_one_class_alone_losing_the_name_is_a_risk(compare) -> None:
    new = provider() | {"prov/models/wide.py": MODEL.format(name="Wide", embed="embed_ids")}
    (finding,) = compare(provider(), new)
    assert finding.verdict == "risk"
    assert "1 of 2 classes" in finding.reason


def test_an_extension_relies_on_what_its_host_has(compare) -> None:
    new = provider() | {"prov/worker.py": WORKER.replace("self.rank", "self.place")}
    (finding,) = compare(provider(), new)
    assert (finding.verdict, finding.line) == ("breaks", line_of("return self.rank"))


def test_what_the_consumer_puts_there_itself_is_not_missed(compare) -> None:
    consumer = CONSUMER.replace("self.ours.note(ids)", "self.count += 1").replace(
        "inner.ours = self", "inner.count = 0"
    )
    assert compare(provider(), provider(), consumer) == []


def test_without_the_consumers_own_test_nothing_is_guessed(compare) -> None:
    consumer = CONSUMER.replace("not supports_tap(model)", "model is None")
    assert compare(provider(), provider("embed_ids"), consumer) == []
