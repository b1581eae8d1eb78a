"""Why something cannot be mended; told to the user as a skip with its reason, never raised out of the room."""

from __future__ import annotations


class CannotMendError(Exception):
    """This mend has no edit, for the reason given."""
