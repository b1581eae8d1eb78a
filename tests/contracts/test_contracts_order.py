"""In which order a run would meet the uses."""

from __future__ import annotations

from contracts_support import contract_of

from apidrift.model.contract import Import
from apidrift.model.describe import describe_use


def met(source: str | dict[str, str], *, imports: bool = False) -> list[str]:
    """The uses in run order."""
    uses = sorted(contract_of(source).uses, key=lambda use: use.order)
    return [describe_use(use) for use in uses if imports or not isinstance(use.operation, Import)]


def test_a_call_comes_after_its_arguments() -> None:
    assert met("import prov\nprov.outer(prov.first(), key=prov.second())[0]\n") == [
        "prov.first()",
        "prov.second()",
        "prov.outer(…, key=…)",
        "outer(…)[0]",
    ]


def test_what_the_constructor_calls_is_met_in_the_constructor() -> None:
    source = """
import prov

class Worker:
    def run(self):
        prov.in_run()
        self._helper()

    def _helper(self):
        prov.in_helper()

    def _config(self):
        prov.in_config()

    def __init__(self):
        prov.before()
        self._config()
        prov.after()

    def __del__(self):
        prov.at_the_end()
"""
    assert met(source) == [
        "prov.before()",
        "prov.in_config()",
        "prov.after()",
        "prov.in_run()",
        "prov.in_helper()",
        "prov.at_the_end()",
    ]


def test_imports_come_first_those_of_imported_modules_before_what_follows() -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/a.py": "import prov\nfrom pkg import z\nfrom prov import after\n\ndef use():\n    after()\n",
        "pkg/z.py": "from prov import inner\n",
    }
    assert met(files, imports=True) == [
        "import prov",
        "from prov import inner",
        "from prov import after",
        "after()",
    ]


def test_a_main_block_runs_after_all_imports_and_before_what_nobody_calls() -> None:
    files = {
        "a.py": "import prov\ndef idle():\n    prov.idle()\ndef main():\n    prov.main()\n"
        "if __name__ == '__main__':\n    main()\n",
        "b.py": "import prov\nprov.at_import()\n",
    }
    assert met(files) == ["prov.at_import()", "prov.main()", "prov.idle()"]


def test_what_is_handed_to_the_provider_runs_when_the_entry_point_is_over() -> None:
    source = """
import prov

def replacement(self):
    prov.in_replacement()

class Session:
    def __init__(self):
        prov.Model.forward = replacement
        prov.last_of_constructor()

    def generate(self):
        prov.in_generate()
"""
    assert met(source) == [
        "prov.Model",
        "prov.Model.forward = <replacement>",
        "prov.last_of_constructor()",
        "prov.in_replacement()",
        "prov.in_generate()",
    ]


def test_a_method_named_in_a_call_of_the_provider_runs_there() -> None:
    source = """
import prov

class Extension:
    def setup(self, layers):
        prov.in_the_worker()

def main():
    engine = prov.Engine()
    engine.collective_rpc("setup", args=([1],))
    engine.step()
"""
    assert met(source) == [
        "prov.Engine()",
        "Engine(…).collective_rpc('setup', args=…)",
        "prov.in_the_worker()",
        "Engine(…).step()",
    ]


def test_call_chains_may_be_long_and_run_in_circles() -> None:
    source = "import prov\n" + "".join(f"def f{n}():\n    f{n + 1}()\n    prov.at_{n}()\n" for n in range(300))
    source += "def f300():\n    f0()\n    prov.deepest()\n"
    order = met(source)
    assert order[0] == "prov.deepest()"
    assert order[-1] == "prov.at_0()"


def test_a_comprehension_is_evaluated_from_its_source() -> None:
    assert met("import prov\nx = [prov.each(i) for i in prov.source()]\n")[0] == "prov.source()"


def test_expressions_may_be_deep() -> None:
    deep = " + ".join(["1"] * 900)
    assert met(f"import prov\nprov.f({deep})\n") == ["prov.f(…)"]
