"""Options that several commands share, and what they add up to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from apidrift.cli._notes import keep_notes
from apidrift.model.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable

    from apidrift.pipeline import Overrides, Session

F = TypeVar("F", bound="Callable[..., Any]")


class Common(Value, frozen=True):
    """The values of the shared options."""

    config: Path | None = None
    provider: str = ""
    consumer: str = ""
    baseline: str = ""
    index_url: str = ""
    offline: bool = False
    refresh: bool = False
    pre: bool = False
    quiet: bool = False
    verbose: int = 0
    no_color: bool = False

    def overrides(self) -> Overrides:
        """What these options say over the settings."""
        from apidrift.pipeline import Overrides  # noqa: PLC0415 -- start-up time

        return Overrides(
            provider=self.provider,
            consumer=self.consumer,
            baseline=self.baseline,
            index_url=self.index_url,
            offline=self.offline,
            refresh=self.refresh,
            pre=self.pre,
        )

    def session(self, *, any_provider: bool = False) -> Session:
        """Open a session with these options over the settings found; with `any_provider`, it may name none."""
        from apidrift.cli._progress import progress_bar  # noqa: PLC0415 -- start-up time
        from apidrift.pipeline import open_session  # noqa: PLC0415

        session = open_session(self.config, self.overrides(), progress_bar(quiet=self.quiet), any_provider=any_provider)
        context = click.get_current_context()
        context.call_on_close(session.close)
        if not self.quiet:
            keep_notes(context, session.options.stats.notes)
        return session


_OPTIONS = {
    "config": click.option(
        "--config",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Settings file [default: apidrift.toml or [tool.apidrift], here or above].",
    ),
    "provider": click.option("--provider", default="", metavar="NAME", help="Import name of the library that moves."),
    "consumer": click.option(
        "--consumer",
        default="",
        metavar="REF",
        help="The code that relies on it: NAME==VERSION, a folder, a file.",
    ),
    "baseline": click.option(
        "--baseline",
        default="",
        metavar="VERSION",
        help="The version the consumer was written for [default: what its metadata requires].",
    ),
    "index_url": click.option(
        "--index-url", default="", metavar="URL", help="Package index [default: pip's configuration]."
    ),
    "offline": click.option("--offline", is_flag=True, help="Use snapshots and the cache alone."),
    "refresh": click.option("--refresh", is_flag=True, help="Ask the index again, even where an answer is at hand."),
    "pre": click.option("--pre", is_flag=True, help="Let pre-releases count as releases."),
    "quiet": click.option("-q", "--quiet", is_flag=True, help="Only what matters: no progress, a line of result."),
    "verbose": click.option("-v", "--verbose", count=True, help="More: handled and unknown uses, reasons."),
    "no_color": click.option("--no-color", is_flag=True, help="No colour [default: colour on a terminal]."),
}


def common_options(function: F) -> F:
    """Add the shared options; the command receives them as one `Common`."""

    def wrapper(**values: Any) -> Any:
        shared = {name: values.pop(name) for name in _OPTIONS}
        return function(common=Common(**shared), **values)

    wrapper.__doc__ = function.__doc__
    wrapper.__name__ = function.__name__
    wrapper.__click_params__ = getattr(function, "__click_params__", [])  # type: ignore[attr-defined]
    for option in reversed(_OPTIONS.values()):
        wrapper = option(wrapper)
    return wrapper  # type: ignore[return-value]


remedies_option = click.option(
    "--remedies", is_flag=True, help="Say beside each finding what mends it and where its value comes from."
)


def output_options(function: F) -> F:
    """Add `--format` and `-o`."""
    for option in (
        click.option(
            "-o",
            "--output",
            "outputs",
            multiple=True,
            type=click.Path(dir_okay=False, path_type=Path),
            help="Write to a file, in the format of its suffix; may be repeated.",
        ),
        click.option(
            "--format", "format_name", default="", metavar="FORMAT", help="Format on standard output [default: text]."
        ),
    ):
        function = option(function)
    return function
