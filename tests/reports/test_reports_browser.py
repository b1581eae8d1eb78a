"""Pages in Chromium: they work, by mouse and by keyboard, in both themes, on a phone and on paper."""

from __future__ import annotations

import base64
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import reports_samples as samples
from selenium import webdriver
from selenium.webdriver import ActionChains
from selenium.webdriver.chrome.service import Service

from apidrift.reports import Run, index_entry, render, render_history, render_index

if TYPE_CHECKING:
    from collections.abc import Iterator

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
SWITCHES = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,900",
]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="no chromium with chromedriver is installed"),
    pytest.mark.xdist_group("browser"),
]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    for name in ("FULL", "STILL_BROKEN", "CLEAN", "HOSTILE", "MATRIX", "CONTRACT"):
        (folder / f"{name}.html").write_text(render(getattr(samples, name), "html"), "utf-8")
    entries = [index_entry(samples.FULL, "FULL.html"), index_entry(samples.MATRIX, "MATRIX.html")]
    (folder / "INDEX.html").write_text(render_index(entries), "utf-8")
    runs = [Run(f"2026-11-{day}", "0.32.0", "0.33.0", day % 3, 5, 1) for day in range(30, 10, -1)]
    (folder / "HISTORY.html").write_text(render_history(runs, "speculators 0.3.0 on vllm"), "utf-8")
    return folder


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for switch in (*SWITCHES, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield driver
    driver.quit()


class Tab:
    """One page in the browser, with the few questions the tests ask."""

    def __init__(self, chrome: webdriver.Chrome, folder: Path) -> None:
        self.chrome = chrome
        self.folder = folder

    def open(self, name: str, fragment: str = "") -> None:
        self.chrome.get("about:blank")
        self.chrome.get((self.folder / f"{name}.html").as_uri() + fragment)

    def ask(self, script: str) -> Any:
        return self.chrome.execute_script(f"return {script}")

    def type(self, keys: str) -> None:
        ActionChains(self.chrome).send_keys(keys).perform()

    def click(self, selector: str) -> None:
        self.chrome.find_element("css selector", selector).click()

    def shown(self) -> list[str]:
        return self.ask("[...document.querySelectorAll('.card')].filter(c => c.offsetParent).map(c => c.id)")

    def set(self, command: str, **values: Any) -> None:
        self.chrome.execute_cdp_cmd(f"Emulation.{command}", values)

    def phone(self) -> None:
        self.set("setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)

    def prefer(self, scheme: str) -> None:
        self.set("setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])


@pytest.fixture
def tab(chrome: webdriver.Chrome, pages: Path) -> Iterator[Tab]:
    tab = Tab(chrome, pages)
    yield tab
    tab.set("clearDeviceMetricsOverride")
    tab.set("setEmulatedMedia", media="", features=[])
    complaints = [entry for entry in chrome.get_log("browser") if entry["level"] in {"SEVERE", "WARNING"}]
    assert not complaints


NAMES = ("FULL", "STILL_BROKEN", "CLEAN", "HOSTILE", "MATRIX", "CONTRACT", "INDEX", "HISTORY")


@pytest.mark.parametrize("name", NAMES)
def test_opens_without_complaint_and_asks_for_nothing(tab: Tab, name: str) -> None:
    tab.open(name)
    assert tab.ask("performance.getEntriesByType('resource').length") == 0
    assert tab.ask("document.querySelectorAll('h1').length") == 1


@pytest.mark.parametrize("name", NAMES)
def test_fits_on_a_phone(tab: Tab, name: str) -> None:
    tab.phone()
    tab.open(name)
    assert tab.ask("document.documentElement.scrollWidth") <= 360
    assert tab.ask("document.documentElement.clientWidth") == 360


def test_chips_filter_and_clear(tab: Tab) -> None:
    tab.open("FULL")
    assert len(tab.shown()) == 8
    tab.click('.chip[data-value="new"]')
    assert tab.shown() == [samples.REQUEST.fingerprint]
    assert tab.ask("document.getElementById('showing').textContent") == "1 of 8 findings"
    assert tab.ask("document.querySelector('.chip[data-value=\"new\"]').getAttribute('aria-pressed')") == "true"
    tab.click('.chip[data-value="risk"]')
    assert len(tab.shown()) == 2
    assert not tab.ask("document.getElementById('fixed').offsetParent")
    tab.click(".clear")
    assert len(tab.shown()) == 8
    assert tab.ask("document.getElementById('showing').textContent") == "8 findings"


def test_rule_and_file_filters_narrow_together(tab: Tab) -> None:
    tab.open("FULL")
    tab.click(".more summary")
    tab.click('.chip[data-filter="rule"][data-value="AD103"]')
    assert len(tab.shown()) == 2
    tab.click(f'.chip[data-filter="file"][data-value="{samples.WORKER}"]')
    assert tab.shown() == [samples.HANDLED.fingerprint]


def test_search_by_keyboard(tab: Tab) -> None:
    tab.open("FULL")
    tab.type("/")
    assert tab.ask("document.activeElement.id") == "query"
    tab.type("block_size positional")
    assert tab.shown() == [samples.SCHEDULER.fingerprint]
    assert tab.ask("document.querySelector('#still h2 .count').textContent") == "1 of 4"
    assert tab.ask("CSS.highlights.get('query').size") > 0
    tab.type("zzz")
    assert tab.shown() == []
    assert tab.ask("Boolean(document.querySelector('.none').offsetParent)")
    tab.type("\ue00c")
    assert len(tab.shown()) == 8


def test_next_and_previous_by_keyboard(tab: Tab) -> None:
    tab.open("FULL")
    order = tab.shown()
    tab.type("j")
    assert tab.ask("document.activeElement.id") == order[0]
    tab.type("jj")
    assert tab.ask("document.activeElement.id") == order[2]
    tab.type("k")
    assert tab.ask("document.activeElement.id") == order[1]
    assert tab.ask("document.activeElement.getBoundingClientRect().top") >= 0
    tab.type("o")
    assert tab.ask("[...document.activeElement.querySelectorAll('details')].every(d => d.open)")


def test_every_control_is_reached_by_tab(tab: Tab) -> None:
    tab.open("STILL_BROKEN")
    seen = []
    for _ in range(12):
        tab.type("\ue004")
        seen.append(tab.ask("document.activeElement.className || document.activeElement.id"))
        outline = tab.ask("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none"
    assert seen[0] == "skip"
    assert "theme script" in seen
    assert "query" in seen
    assert "chip still" in seen


def test_deep_link_shows_what_a_filter_hides(tab: Tab) -> None:
    tab.open("FULL", f"#{samples.CHUNKED.fingerprint}")
    assert tab.ask("document.activeElement.id") == samples.CHUNKED.fingerprint
    top = tab.ask(f"document.getElementById('{samples.CHUNKED.fingerprint}').getBoundingClientRect().top")
    assert 0 <= top < 400
    tab.click('.chip[data-value="new"]')
    tab.ask(f"location.hash = '{samples.CHUNKED.fingerprint}'")
    tab.ask("new Promise(done => setTimeout(done, 100))")
    assert samples.CHUNKED.fingerprint in tab.shown()


def test_filters_live_in_the_address(tab: Tab) -> None:
    tab.open("FULL", "#q=block_size&section=still&theme=dark")
    assert tab.shown() == [samples.SCHEDULER.fingerprint]
    assert tab.ask("document.documentElement.dataset.theme") == "dark"
    tab.click(".clear")
    assert tab.ask("location.hash") == "#theme=dark"


def test_rule_link_opens_the_rule(tab: Tab) -> None:
    tab.open("FULL")
    tab.click(f"[id='{samples.REQUEST.fingerprint}'] a.rule")
    tab.ask("new Promise(done => setTimeout(done, 100))")
    assert tab.ask("document.getElementById('rule-AD301').open")


def test_themes(tab: Tab) -> None:
    tab.prefer("light")
    tab.open("FULL")
    background = "getComputedStyle(document.body).backgroundColor"
    light = tab.ask(background)
    tab.prefer("dark")
    dark = tab.ask(background)
    assert light != dark
    tab.click(".theme")
    assert tab.ask(background) == light
    tab.click(".theme")
    assert tab.ask(background) == dark
    tab.click(".theme")
    assert tab.ask("document.documentElement.hasAttribute('data-theme')") is False
    assert tab.ask("Object.keys(localStorage).length") == 0


CONTRAST = (Path(__file__).parent / "contrast.js").read_text("utf-8")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_text_stands_out_from_its_ground(tab: Tab, name: str, scheme: str) -> None:
    tab.prefer(scheme)
    tab.open(name)
    tab.ask("document.querySelectorAll('details').forEach(d => (d.open = true))")
    assert tab.ask(CONTRAST) == []


@pytest.mark.parametrize("name", ["FULL", "MATRIX"])
def test_prints(tab: Tab, name: str) -> None:
    tab.open(name, "#section=new")
    tab.set("setEmulatedMedia", media="print")
    printed = tab.chrome.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
    assert base64.b64decode(printed["data"]).startswith(b"%PDF")
    if name == "FULL":
        assert len(tab.shown()) == 8
        assert not tab.ask("document.querySelector('.filters').offsetParent")
        assert tab.ask("document.querySelector('.fold .lines').checkVisibility({contentVisibilityAuto: true})")
    assert tab.ask("document.documentElement.scrollWidth <= innerWidth")


def test_all_shows_without_scripts(tab: Tab) -> None:
    tab.set("setScriptExecutionDisabled", value=True)
    try:
        tab.open("FULL", "#section=new")
        cards = tab.chrome.find_elements("css selector", ".card")
        assert len(cards) == 8
        assert all(card.is_displayed() for card in cards)
        assert not tab.chrome.find_element("css selector", ".filters").is_displayed()
    finally:
        tab.set("setScriptExecutionDisabled", value=False)


def test_matrix_tells_cells_by_mouse_and_arrows(tab: Tab) -> None:
    tab.open("MATRIX")
    tab.ask("document.querySelector('tbody td').focus()")
    tab.type("\ue014\ue014\ue014\ue014\ue014")
    told = tab.ask("document.getElementById('tip').textContent")
    assert told.startswith("0.11.1 breaks · AttributeError")
    assert "LlamaModel.get_input_embeddings" in told
    tab.type("\ue010\ue015\ue015\ue013")
    assert tab.ask("document.querySelectorAll('.matrix [tabindex=\"0\"]').length") == 1


def test_matrix_keeps_heads_in_sight(tab: Tab) -> None:
    tab.phone()
    tab.open("MATRIX")
    tab.ask("document.querySelector('.scroller').scrollTo(400, 0)")
    left = "document.querySelector('tbody tr:not(.file) th').getBoundingClientRect().left"
    assert tab.ask(f"Math.round({left})") == tab.ask(
        "Math.round(document.querySelector('.scroller').getBoundingClientRect().left + 1)"
    )


def test_contract_search(tab: Tab) -> None:
    tab.open("CONTRACT")
    tab.type("/")
    tab.type("cdiv")
    assert tab.ask("[...document.querySelectorAll('.uses li')].filter(e => e.offsetParent).length") == 1
    assert tab.ask("document.getElementById('showing').textContent") == "1 of 6 uses"
