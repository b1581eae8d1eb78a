"""What an import under the shim gives: mended code, true tracebacks, clean caches."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile

import pytest
from shim_support import (
    MORE,
    PACKAGE,
    WORK,
    child,
    edited,
    environment,
    installed,
    packages,
    pythons,
    remedy,
    shim,
    site,
    stub,
)

PYTHONS = pythons()
LOOK = """
    import inspect, traceback, linecache, pdb
    from cons import work, sub
    assert work.go() == (1, True) and work.Box().run() == (2, False) and sub.more() == "mended"
    assert "must=True" in inspect.getsource(work.go), inspect.getsource(work.go)
    assert inspect.getsource(work.Box).startswith("class Box") and "must=False" in inspect.getsource(work.Box)
    assert "in two lines" in inspect.getsource(work) and "must=True" in work.__loader__.get_source("cons.work")
    assert work.__file__.endswith("work.py") and open(work.__file__).read() == ORIGINAL
    for clear in (lambda: None, linecache.clearcache):
        clear()
        try:
            work.fail()
        except ValueError:
            frame = traceback.extract_tb(__import__("sys").exc_info()[2])[-1]
            assert (frame.lineno, frame.line) == (20, 'raise ValueError("here")'), frame
    assert pdb.Pdb().checkline(work.fail.__code__.co_filename, 20) == 20
    print("seen")
    work.fail()
"""


@pytest.fixture
def place(tmp_path):
    return site(tmp_path / "site"), shim(tmp_path / "shim")


@pytest.mark.parametrize("version", PYTHONS)
def test_a_mended_module_looks_mended_to_everyone(place, tmp_path, version):
    here, folder = place
    code = LOOK.replace("ORIGINAL", repr(WORK))
    done = child(code, folder / "run", here, python=PYTHONS[version], XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert "seen" in done.stdout, done.stderr
    log = [line for line in done.stderr.splitlines() if line.startswith("apidrift:")]
    assert log == [
        "apidrift: cons 1.0 on prov 2.0: 3 edits in 2 files [apidrift-shim-cons-prov 1.0+prov.2.0]",
    ]
    assert "line 20, in fail" in done.stderr
    assert done.stderr.splitlines()[-2].strip() in {'raise ValueError("here")', "~~~~~~~~~^^^^^^^^"}, done.stderr


def test_where_no_copy_can_be_written_the_text_comes_from_the_loader(place, tmp_path):
    here, folder = place
    (tmp_path / "file").write_text("")
    done = child(
        """
        import inspect, linecache, traceback
        from cons import work
        linecache.clearcache()
        assert "must=True" in inspect.getsource(work.go)
        try:
            work.fail()
        except ValueError as error:
            print(traceback.extract_tb(error.__traceback__)[-1].line, error.__traceback__.tb_next.tb_frame.f_code.co_filename)
        """,
        folder / "run",
        here,
        XDG_CACHE_HOME=str(tmp_path / "file"),
    )
    assert done.stdout.startswith('raise ValueError("here") '), done.stderr
    assert done.stdout.rstrip().endswith("work.py (as apidrift-shim-cons-prov mends it)")


def test_caches_of_byte_code_hold_what_is_on_disk(place):
    here, folder = place
    mended = child("from cons import work; print(work.go())", folder / "run", here)
    assert mended.stdout == "(1, True)\n"
    assert not list(here.glob("cons/__pycache__/work*.pyc"))
    plain = "from cons import sub; print(sub.more())"
    assert child(plain, here).stdout == "plain\n"
    assert list(here.glob("cons/sub/__pycache__/*.pyc"))
    assert child(plain, folder / "run", here).stdout == "mended\n"
    assert child(plain, here).stdout == "plain\n"


def test_a_consumer_in_an_archive_is_mended(place, tmp_path):
    here, folder = place
    archive = tmp_path / "cons.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in sorted(here.glob("cons/**/*.py")):
            file.write(path, path.relative_to(here).as_posix())
    bare = tmp_path / "bare"
    site(bare)
    for path in sorted(bare.glob("cons/**/*.py")):
        path.unlink()
    code = "import inspect; from cons import work; print(work.__file__, work.go(), 'must=True' in inspect.getsource(work.go))"
    for version, python in PYTHONS.items():
        done = child(code, folder / "run", archive, bare, python=python)
        assert done.stdout == f"{archive}/cons/work.py (1, True) True\n", (version, done.stderr)


def test_a_consumer_found_by_a_hook_of_its_own_is_mended(place, tmp_path):
    here, folder = place
    (here / "cons").rename(tmp_path / "elsewhere")
    code = f"""
        import sys, importlib.util
        class Editable:
            @staticmethod
            def find_spec(name, path=None, target=None):
                if name == "cons":
                    root = {str(tmp_path / "cons")!r}
                    return importlib.util.spec_from_file_location(name, root + "/__init__.py", submodule_search_locations=[root])
        sys.meta_path.append(Editable)
        from cons import work
        print(work.go())
    """
    (tmp_path / "elsewhere").rename(tmp_path / "cons")
    assert child(code, folder / "run", here).stdout == "(1, True)\n"


def test_an_editable_consumer_is_mended(place, tmp_path):
    """As pip installs it: the metadata in the environment, a line of a .pth that leads to the sources elsewhere."""
    here, folder = place
    python = environment(tmp_path / "env")
    installed(folder, tmp_path / "env", tmp_path)
    (tmp_path / "project").mkdir()
    (here / "cons").rename(tmp_path / "project/cons")
    for info in here.glob("*.dist-info"):
        info.rename(packages(tmp_path / "env") / info.name)
    (here / "prov").rename(packages(tmp_path / "env") / "prov")
    (packages(tmp_path / "env") / "cons-1.0.dist-info/RECORD").write_text("_cons.pth,,\n")
    (packages(tmp_path / "env") / "_cons.pth").write_text(f"{tmp_path / 'project'}\n")
    use = "from cons import work; print(work.go(), work.__file__)"
    assert child(use, python=python).stdout == f"(1, True) {tmp_path}/project/cons/work.py\n"
    (tmp_path / "project/cons/work.py").write_text(WORK + "# worked on\n")
    done = child(use, python=python)
    assert "is not the file it was made for (edited by hand?)" in done.stderr
    assert "(1, True)" not in done.stdout


def test_a_debugger_stops_in_the_mended_text(place, tmp_path):
    here, folder = place
    code = """
        import io, pdb
        from cons import work
        told = io.StringIO()
        typed = io.StringIO("break work.go\\ncontinue\\nlist\\ncontinue\\n")
        debugger = pdb.Pdb(stdin=typed, stdout=told, nosigint=True, readrc=False)
        debugger.use_rawinput = False
        debugger.runcall(lambda: work.go())
        print(told.getvalue())
    """
    done = child(code, folder / "run", here, XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert "Breakpoint 1 at" in done.stdout, done.stderr
    stopped = done.stdout.partition("work.py")[2].partition("go()")[2]
    assert "return api.call(1, must=True)" in stopped, done.stdout


def test_a_module_run_as_a_program_is_mended(tmp_path):
    text = "def main():\n    print('plain')\n\n\nmain()\n"
    here = site(tmp_path / "site")
    (here / "cons/tool.py").write_text(text)
    folder = shim(tmp_path / "shim", remedy(edited("cons/tool.py", text, ("'plain'", "'mended'"))))
    done = child("import runpy; runpy.run_module('cons.tool', run_name='__main__')", folder / "run", here)
    assert done.stdout == "mended\n", done.stderr


def test_stubs_are_a_module_of_the_consumers(tmp_path):
    edit = edited("cons/sub/__init__.py", MORE, ("def more():", "from cons import _apidrift_prov\n\n\ndef more():"))
    both = edited(
        "cons/sub/__init__.py",
        MORE,
        ("def more():", "from cons import _apidrift_prov\n\n\ndef more():"),
        ("'plain'", "_apidrift_prov.answer()"),
    )
    assert edit.sha256 == both.sha256
    here = site(tmp_path / "site")
    folder = shim(tmp_path / "shim", remedy(both, stubs=stub("answer", "return 42")))
    code = "import inspect; from cons import sub, _apidrift_prov as s; print(sub.more(), 'A stub' in inspect.getsource(s.answer))"
    done = child(code, folder / "run", here)
    assert done.stdout == "42 True\n", done.stderr


def test_edits_for_other_versions_are_left_out(tmp_path):
    files = [
        edited("cons/work.py", WORK, GO_NEW, applies=">=3"),
        edited("cons/sub/__init__.py", MORE, ("'plain'", "'two'"), applies=">=2,<3"),
    ]
    folder = shim(tmp_path / "shim", remedy(*files, version=">=1,<4"))
    code = "from cons import work, sub; print(sub.more()); print(work.go())"
    for version, seen in (("2.0", "two\n"), ("3.1", "plain\n(1, 3)\n")):
        done = child(code, folder / "run", site(tmp_path / version, provider=version))
        assert done.stdout == seen, done.stderr


GO_NEW = ("api.call(1)", "api.call(1, must=3)")


def test_late_is_refused_and_reloading_mends(place):
    here, folder = place
    done = child(
        f"""
        import sys
        sys.path.insert(0, {str(folder / "src")!r})
        import cons.work
        import {PACKAGE} as shim
        try:
            shim.install()
        except ImportError as error:
            print(error)
        assert not shim.status()["active"]
        shim.install(reload=True)
        shim.install()
        assert shim.status()["active"] and shim.status()["fits"]
        print(cons.work.go())
        shim.uninstall(reload=True)
        shim.uninstall()
        assert not shim.status()["active"]
        try:
            cons.work.go()
        except TypeError as error:
            print(error)
        """,
        here,
    )
    lines = done.stdout.splitlines()
    assert "comes too late: cons.work already imported" in lines[0], done.stderr
    assert lines[1:] == ["(1, True)", "call() missing 1 required keyword-only argument: 'must'"]


def test_threads_that_import_at_once_all_get_the_mended_module(place):
    here, folder = place
    done = child(
        """
        import threading, importlib
        seen, gate = [], threading.Barrier(16)
        def look(name):
            gate.wait()
            module = importlib.import_module(name)
            seen.append(module.go() if name == "cons.work" else module.more())
        threads = [threading.Thread(target=look, args=(("cons.work", "cons.sub")[n % 2],)) for n in range(16)]
        [t.start() for t in threads]; [t.join() for t in threads]
        print(len(seen), set(seen) == {(1, True), "mended"})
        """,
        folder / "run",
        here,
    )
    assert done.stdout == "16 True\n", done.stderr
    assert done.stderr.count("apidrift:") == 1


@pytest.mark.parametrize("method", ["spawn", "fork", "forkserver"])
@pytest.mark.parametrize("way", ["run", "installed"])
def test_children_are_mended(place, tmp_path, method, way):
    here, folder = place
    (tmp_path / "main.py").write_text(
        f"""
import multiprocessing

def look():
    from cons import work
    return work.go()

if __name__ == "__main__":
    with multiprocessing.get_context({method!r}).Pool(1) as pool:
        print(pool.apply(look))
"""
    )
    python, paths = sys.executable, [folder / "run", here]
    if way == "installed":
        python = environment(tmp_path / "env")
        installed(folder, tmp_path / "env", tmp_path)
        (packages(tmp_path / "env") / "here.pth").write_text(f"{here}\n")
        paths = []
    variables = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(map(str, paths)), "HOME": str(tmp_path)}
    done = subprocess.run(
        [str(python), str(tmp_path / "main.py")], check=False, capture_output=True, text=True, env=variables, timeout=60
    )
    assert done.stdout == "(1, True)\n", done.stderr


@pytest.mark.parametrize("version", PYTHONS)
def test_a_start_that_never_imports_the_consumer_costs_next_to_nothing(place, version):
    _, folder = place
    code = """
        import sys, time
        before = set(sys.modules)
        start = time.process_time()
        import PACKAGE._start
        spent = time.process_time() - start
        new = set(sys.modules) - before
        print(spent, *sorted(new))
    """.replace("PACKAGE", PACKAGE)
    child(code, folder / "src", python=PYTHONS[version])
    spent, *new = min(
        (child(code, folder / "src", python=PYTHONS[version]).stdout.split() for _ in range(3)),
        key=lambda t: float(t[0]),
    )
    assert float(spent) < 0.02
    heavy = {"json", "hashlib", "importlib.metadata", "importlib.util", "linecache", "inspect", "re"}
    assert not heavy & set(new)
