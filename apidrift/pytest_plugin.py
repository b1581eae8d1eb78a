"""The pytest plugin: does this project's contract hold with what is installed here?

`pytest --apidrift` adds one test that fails when a use of the provider breaks on the installed version; the fixture
`apidrift_report` gives the report to tests that want to look closer. Provider and consumer are those of `apidrift.toml`
(or `[tool.apidrift]`), unless `apidrift_provider` and `apidrift_consumer` in pytest's configuration say otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from apidrift.model.report import Report


class ContractBrokenError(Exception):
    """A use of the provider does not work on what is installed."""

    def __init__(self, report: Report) -> None:
        super().__init__(report.funnel.breaking)
        self.report = report


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--apidrift` and the two settings."""
    group = parser.getgroup("apidrift")
    group.addoption("--apidrift", action="store_true", help="Also test that the contract with the provider holds.")
    parser.addini("apidrift_provider", "Import name of the library that moves; default: what apidrift.toml says.")
    parser.addini(
        "apidrift_consumer", "The code that relies on it; default: what apidrift.toml says, else this project."
    )


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the test, where it is asked for."""
    if config.getoption("--apidrift"):
        items.append(ContractItem.from_parent(session, name="apidrift"))


@pytest.fixture(scope="session")
def apidrift_report(pytestconfig: pytest.Config) -> Report:
    """What apidrift says of this project on the provider that is installed."""
    return installed_report(pytestconfig)


def installed_report(config: pytest.Config) -> Report:
    """Check the project on the provider that this interpreter would import.

    Raises:
        ApidriftError: there is no provider named or installed, or the project uses nothing of it.
    """
    from apidrift.config import find_settings, load_settings  # noqa: PLC0415 -- every pytest run imports this file
    from apidrift.pipeline import check  # noqa: PLC0415

    root: Path = config.rootpath
    found = find_settings(root)
    settings = load_settings(found)
    consumer = str(config.getini("apidrift_consumer") or "")
    if not consumer and not settings.consumer:
        consumer = str(root)
    elif consumer and (root / consumer).exists():
        consumer = str(root / consumer)
    return check("env:", provider=str(config.getini("apidrift_provider") or ""), consumer=consumer, config=found)


class ContractItem(pytest.Item):
    """The test that `--apidrift` adds."""

    def runtest(self) -> None:
        """Fail where a use breaks."""
        report = installed_report(self.config)
        if report.funnel.breaking:
            raise ContractBrokenError(report)

    def repr_failure(
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: str | None = None,  # noqa: ARG002 -- pytest's signature
    ) -> str:
        """The report, or the one line that says why there is none."""
        from apidrift.errors import ApidriftError  # noqa: PLC0415 -- as above
        from apidrift.reports import RenderOptions, render  # noqa: PLC0415

        error = excinfo.value
        if isinstance(error, ContractBrokenError):
            return render(error.report, "text", RenderOptions())
        if isinstance(error, ApidriftError):
            return f"apidrift: {error}"
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the test stands: it is the project's."""
        return self.config.rootpath, None, "apidrift"
