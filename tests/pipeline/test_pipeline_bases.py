"""A consumer's class that stands on the provider's and on another library's: what the one reads of the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from apidrift.model.finding import Verdict
from apidrift.pipeline import Overrides, open_session

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "from __future__ import annotations\nfrom typing import TYPE_CHECKING, ClassVar\n"
CHECKERS = "if TYPE_CHECKING:\n    import torch\n"
FIELD = "class Base:\n    kind: torch.dtype | None = None\n"
MODEL = "from prov import Base\nfrom pydantic import BaseModel\nclass Model(BaseModel): ...\n"
BOTH = "class Mine(Model, Base): ...\n"


def told(folder: Path, provider: str, app: str) -> list[tuple[int, str, str]]:
    (folder / "prov").mkdir()
    (folder / "prov" / "__init__.py").write_text(HEAD + provider)
    (folder / "app.py").write_text(app)
    with open_session(None, Overrides(provider="prov", consumer=str(folder / "app.py"))) as session:
        found = session.check(str(folder / "prov")).findings
    return [(each.line, each.exception, each.message) for each in found if each.verdict is Verdict.BREAKS]


@pytest.mark.parametrize("app", [MODEL + BOTH, MODEL + BOTH + "class More(Mine): ...\n"])
def test_annotations_for_type_checkers_alone_cannot_be_read(tmp_path: Path, app: str) -> None:
    broken = [(4, "PydanticUndefinedAnnotation", "name 'torch' is not defined")]
    assert told(tmp_path, CHECKERS + FIELD, app) == broken


@pytest.mark.parametrize(
    ("provider", "app"),
    [
        ("import torch\n" + FIELD, MODEL + BOTH),
        (CHECKERS + "class Base:\n    kind: ClassVar[torch.dtype | None] = None\n", MODEL + BOTH),
        (CHECKERS + "class Base:\n    def f(self, kind: torch.dtype): ...\n", MODEL + BOTH),
        (CHECKERS + FIELD, "from prov import Base\nclass Mine(Base): ...\n"),
        (CHECKERS + FIELD, "from abc import ABC\nfrom prov import Base\nclass Mine(ABC, Base): ...\n"),
    ],
)
def test_where_nobody_reads_them_or_they_can_be_read_it_is_fine(tmp_path: Path, provider: str, app: str) -> None:
    assert told(tmp_path, provider, app) == []
