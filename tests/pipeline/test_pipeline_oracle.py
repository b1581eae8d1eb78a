"""The generated patch of speculators 0.3.0 beside what the project's own release 0.4.0 does, point by point."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from apidrift.contracts import extract
from apidrift.model.contract import Call, Contract, Subscript
from apidrift.model.finding import Status, Verdict
from apidrift.pipeline import Overrides, open_session
from apidrift.pipeline._cases import patched
from apidrift.pipeline._overlay import OverlayTree
from apidrift.remedies import names_of

if TYPE_CHECKING:
    from apidrift.model.contract import Use
    from apidrift.pipeline import Session

pytestmark = pytest.mark.online
ROOT = Path(__file__).parents[2]


DECLARED = ("0.12.0", "0.13.0", "0.14.1", "0.15.1", "0.16.0")
"""One release of each minor that 0.4.0 says it works with."""


@pytest.fixture(scope="module", params=DECLARED)
def contracts(request: pytest.FixtureRequest) -> tuple[Contract, Contract]:
    """What 0.3.0 relies on once it is patched for a version, and what 0.4.0 relies on."""
    with open_session(ROOT / "apidrift.toml", Overrides()) as session:
        done = session.remedy(request.param)
        assert done.left == ()
        tree = OverlayTree(done.tree, patched(done.remedy, done.tree))
        return extract(tree, ("vllm",)), session.contract("speculators==0.4.0")


def calls(contract: Contract, name: str) -> list[Use]:
    return [
        use
        for use in contract.uses
        if isinstance(use.operation, Call) and any(path.endswith(f".{name}") for path in names_of(use))
    ]


def keywords(contract: Contract, name: str) -> set[str]:
    return {
        word
        for use in calls(contract, name)
        if isinstance(use.operation, Call)
        for word in use.operation.shape.keywords
    }


def literal(contract: Contract, name: str, word: str) -> set[str]:
    return {
        use.operation.shape.keywords[word].literal
        for use in calls(contract, name)
        if isinstance(use.operation, Call) and word in use.operation.shape.keywords
    }


def test_both_say_that_the_model_has_no_encoder(contracts: tuple[Contract, Contract]) -> None:
    assert [literal(each, "SchedulerConfig", "is_encoder_decoder") for each in contracts] == [{"False"}] * 2


def test_both_no_longer_pass_the_specs(contracts: tuple[Contract, Contract]) -> None:
    assert all("kv_cache_specs" not in keywords(each, "get_kv_cache_config_from_groups") for each in contracts)


def test_both_pass_the_block_size(contracts: tuple[Contract, Contract]) -> None:
    assert all("block_size" in keywords(each, "Scheduler") for each in contracts)


def test_both_switch_prefix_caching_off(contracts: tuple[Contract, Contract]) -> None:
    assert [literal(each, "CacheConfig", "enable_prefix_caching") for each in contracts] == [{"False"}] * 2


def test_both_sample_after_the_model_ran(contracts: tuple[Contract, Contract]) -> None:
    assert all(calls(each, "execute_model") and calls(each, "sample_tokens") for each in contracts)


def test_both_take_the_single_reply_as_it_is(contracts: tuple[Contract, Contract]) -> None:
    for contract in contracts:
        replies = [use for use in contract.uses if isinstance(use.operation, Subscript) and use.operation.key == "0"]
        assert all("unique_reply_rank" not in str(use.receivers[0].steps[-1]) for use in replies)


def test_the_chunks_are_told_apart_by_0_4_0_and_switched_off_by_the_patch(contracts: tuple[Contract, Contract]) -> None:
    ours, theirs = contracts
    assert literal(ours, "SchedulerConfig", "enable_chunked_prefill") == {"False"}
    assert "enable_chunked_prefill" not in keywords(theirs, "SchedulerConfig")


def breaks(session: Session, version: str) -> set[int]:
    return {
        finding.line
        for finding in session.check(version).findings
        if finding.verdict is Verdict.BREAKS and finding.status is not Status.FIXED
    }


@pytest.mark.parametrize(("version", "holds"), [(version, True) for version in DECLARED] + [("0.17.1", False)])
def test_0_4_0_breaks_outside_what_it_declares_alone(version: str, *, holds: bool) -> None:
    with open_session(ROOT / "apidrift.toml", Overrides(consumer="speculators==0.4.0")) as session:
        assert (breaks(session, version) == set()) is holds


@pytest.mark.parametrize("version", DECLARED)
def test_unpatched_0_3_0_breaks_where_0_4_0_does_not(version: str) -> None:
    with open_session(ROOT / "apidrift.toml", Overrides()) as session:
        assert breaks(session, version)


@pytest.mark.parametrize(
    "version", ["0.12", "0.13", "0.14", "0.15", "0.17", "0.18", "0.19", "0.22", "0.27", "0.32", "0.33"]
)
def test_patched_for_a_version_nothing_breaks_on_it(version: str) -> None:
    with open_session(ROOT / "apidrift.toml", Overrides()) as session:
        assert session.remedy(version).left == ()
