"""The extraction as fixtures."""

from __future__ import annotations

import pytest
from contracts_support import contract_of, lines_of


@pytest.fixture
def contract():
    return contract_of


@pytest.fixture
def lines():
    return lines_of
