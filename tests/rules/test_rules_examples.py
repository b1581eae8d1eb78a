"""Every page's example, run: with the old version the consumer works, with the new one the page's outcome comes."""

from __future__ import annotations

import ast
import gc
import importlib
import re
import sys
import warnings

import pytest
from rules_fixtures import ROOT, consumer

from apidrift.rules import RULES
from apidrift.rules._registry import TABLE

BLOCK = re.compile(r"^```python\n# (prov, old|prov, new|consumer)\n(.*?)^```", re.MULTILINE | re.DOTALL)
OUTCOME = re.compile(r"^Outcome: (?:`(\w+)(?:: (.+))?`|(silent)|not executed, because .+)$", re.MULTILINE)
FILE = re.compile(r"^# file: (\S+)\n", re.MULTILINE)


def page(rule):
    return importlib.import_module(f"apidrift.rules.{TABLE[rule.code]}").__doc__


def blocks(rule):
    return dict(BLOCK.findall(page(rule)))


def files(text):
    first, *rest = FILE.split(text)
    found = {"prov/__init__.py": first, **dict(zip(rest[::2], rest[1::2], strict=True))}
    return {name: content.strip("\n") for name, content in found.items()}


def run(folder, provider, consumer):
    for name, content in files(provider).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    for name in [name for name in sys.modules if name.partition(".")[0] == "prov"]:
        del sys.modules[name]
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(consumer, "consumer.py", "exec"), {"__name__": "consumer"})
            gc.collect()
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.partition(".")[0] == "prov"]:
            del sys.modules[name]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
class TestExample:
    def test_blocks_parse(self, rule):
        assert set(blocks(rule)) == {"prov, old", "prov, new", "consumer"}
        for text in blocks(rule).values():
            ast.parse(text)

    def test_old_version_works(self, rule, tmp_path):
        found = blocks(rule)
        run(tmp_path, found["prov, old"], found["consumer"])

    def test_new_version_does_what_the_page_says(self, rule, tmp_path):
        outcome = OUTCOME.search(page(rule))
        assert outcome is not None
        exception, message, silent = outcome.groups()
        found = blocks(rule)
        if exception is None:
            if silent:
                run(tmp_path, found["prov, new"], found["consumer"])
            return
        with pytest.raises(Exception) as caught:
            run(tmp_path, found["prov, new"], found["consumer"])
        assert type(caught.value).__name__ == exception
        if sys.version_info[:2] == (3, 11):  # the page's texts are those of the oldest supported Python
            assert (message or "") in str(caught.value)

    def test_fixture_holds_the_example(self, rule):
        folder, found = ROOT / TABLE[rule.code], blocks(rule)
        for side in ("old", "new"):
            for name, content in files(found[f"prov, {side}"]).items():
                assert content in (folder / side / name).read_text()
        bare = re.sub(r"  # reported: AD\d+$", "", consumer(TABLE[rule.code]), flags=re.MULTILINE)
        assert found["consumer"].strip() in bare
