"""What the rest of the room needs to know of the network without loading an HTTP client."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from apidrift.errors import SourceError

if TYPE_CHECKING:
    from apidrift.sources._http import Http
    from apidrift.sources._options import SourceOptions
    from apidrift.sources._pipconf import PipConfig


class NoRangesError(Exception):
    """The server does not answer byte ranges."""


class NotFoundError(Exception):
    """The server knows no such page or file."""


def shown(url: str) -> str:
    """A URL as it may be printed: without credentials."""
    return re.sub(r"(?<=://)[^/@]*@", "***@", url)


def pip_of(options: SourceOptions) -> PipConfig:
    """The configuration of pip, read once per session.

    Raises:
        SourceError: one of its files cannot be parsed.
    """
    if options.session.pip is None:
        from apidrift.sources._pipconf import pip_config  # noqa: PLC0415 -- start-up time

        options.session.pip = pip_config()
    return options.session.pip


def http_of(options: SourceOptions, what: str, index_url: str = "") -> Http:
    """The one client of these options.

    Args:
        options: whose client.
        what: what is wanted, for the error.
        index_url: an index whose credentials its files may need too.

    Raises:
        SourceError: `offline` is asked for, or pip's configuration cannot be used.
    """
    if options.offline:
        raise SourceError(f"{what} is not in the cache, and --offline forbids the network", hint="run once without it")
    if options.session.http is None:
        from apidrift.sources._http import Http  # noqa: PLC0415 -- the client alone takes 0.1 s to load

        config = pip_of(options)
        options.session.http = Http(config, options.timeout_s or config.timeout_s, options.stats)
    if index_url:
        options.session.http.add_index(index_url)
    return options.session.http
