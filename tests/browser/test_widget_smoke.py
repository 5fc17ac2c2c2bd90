"""The built widget in a real browser, against the mock server that speaks docs/wire.md.

Needs Node, `npm ci` in `widget/` and a Chromium (`DOCSTEWARD_CHROMIUM`, else `/usr/bin/chromium`).
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

pytestmark = pytest.mark.browser

WIDGET = Path(__file__).parents[2] / "widget"
AXE = WIDGET / "node_modules" / "axe-core" / "axe.min.js"
AXE_RUN = """async () => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const found = await axe.run("docsteward-widget", { runOnly: { type: "tag", values: tags } });
  return found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
}"""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    script = str(WIDGET / "dev" / "mock-server.mjs")
    server = subprocess.Popen(["node", script, "--port", "0"], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        yield server.stdout.readline().split()[-1]
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


class Widget:
    """The element on a page, as a reader meets it."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("console", self._note)
        page.goto(url)

    def _note(self, message: Any) -> None:
        if "Content Security Policy" in message.text or "[Report Only]" in message.text:
            self.faults.append(message.text)

    def find(self, selector: str) -> Locator:
        return self.page.locator(f"docsteward-widget {selector}")

    def open(self) -> None:
        self.find(".launcher").click()
        expect(self.find("#question")).to_be_focused()

    def ask(self, question: str) -> Locator:
        self.find("#question").fill(question)
        self.find("#question").press("Enter")
        turn = self.find(".turn").last
        expect(turn).not_to_have_attribute("data-state", "sending")
        expect(turn).not_to_have_attribute("data-state", "running")
        return turn

    def violations(self) -> list[Any]:
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found: list[Any] = self.page.evaluate(AXE_RUN)
        return found


@pytest.fixture
def widget(context: BrowserContext, url: str) -> Iterator[Widget]:
    widget = Widget(context.new_page(), url)
    yield widget
    assert widget.faults == []


def test_an_answer_with_its_sources_under_a_strict_csp_b125(widget: Widget) -> None:
    widget.open()
    turn = widget.ask("How many requests does Pro allow?")
    expect(turn).to_have_attribute("data-state", "answered")
    expect(turn.locator("a.marker")).to_have_count(2)
    expect(turn.locator(".source .title").first).to_have_text("Plans › Pro")
    turn.locator(".source button").first.click()
    expect(turn.locator(".passage").first).to_be_visible()


def test_a_call_in_the_page_and_offers_d2_f2(widget: Widget) -> None:
    widget.open()
    turn = widget.ask("What is my limit?")
    expect(turn.locator(".source .title").first).to_have_text("Plan limits · from the site")
    button = widget.page.get_by_role("button", name="Raise my limit With plan: pro")
    button.click()
    expect(turn.locator(".reason")).to_have_text("Billing is busy. Try again.")
    button.click()
    expect(turn.locator(".outcome .said")).to_have_text("Your limit is now 100,000 requests a day.")
    link = widget.page.get_by_role("link", name="Open pricing With plan: pro")
    expect(link).to_have_attribute("href", "/pricing?plan=pro")
    link.click()
    expect(widget.page).to_have_url(re.compile(r"/pricing\?plan=pro$"))


def test_a_form_from_its_faults_to_its_outcome_b139(widget: Widget) -> None:
    widget.open()
    turn = widget.ask("I need a person")
    turn.locator("button.action").click()
    email = widget.page.get_by_label("Where support replies")
    expect(email).to_be_focused()
    email.fill("me")
    turn.locator(".primary").click()
    expect(email).to_have_attribute("aria-invalid", "true")
    expect(email).to_be_focused()
    email.fill("me@acme.example")
    email.press("Enter")
    expect(turn.locator(".outcome")).to_be_focused()
    expect(turn.locator(".said")).to_have_text("Thank you. We write to me@acme.example.")


def test_a_nested_form_is_filled_corrected_and_sent_n3(widget: Widget) -> None:
    widget.open()
    turn = widget.ask("I want a quote")
    turn.locator("button.action").click()
    lines = turn.get_by_role("group", name="What you need")
    expect(lines.get_by_label("Article")).to_have_value("seats")
    expect(lines.get_by_label("Article")).to_be_focused()
    expect(lines.get_by_role("button", name=re.compile("^Remove"))).to_have_count(0)
    add = lines.get_by_role("button", name="Add: What you need")
    add.press("Enter")
    expect(lines.get_by_label("Article").nth(1)).to_be_focused()
    add.click()
    expect(add).to_be_disabled()
    first, second, third = (lines.get_by_label("Article").nth(n) for n in range(3))
    second.fill("gone")
    third.fill("mail")
    lines.get_by_label("How many").nth(2).fill("2.")
    address = turn.get_by_role("group", name="Where to send it")
    address.get_by_role("button", name="Add: Where to send it").click()
    expect(address.get_by_label("City")).to_be_focused()
    turn.locator(".primary").click()
    expect(address.get_by_label("City")).to_be_focused()
    expect(address.get_by_label("City")).to_have_attribute("aria-invalid", "true")
    assert widget.violations() == []
    address.get_by_label("City").fill("Bern")
    turn.locator(".primary").click()
    expect(second).to_be_focused()
    expect(second).to_have_accessible_description("This is not sold any more.")
    lines.get_by_role("button", name="Remove: What you need 2").click()
    expect(add).to_be_focused()
    expect(first).to_have_value("seats")
    expect(second).to_have_value("mail")
    expect(turn.locator("[aria-invalid]")).to_have_count(0)
    turn.get_by_label("Anything else").fill('{"colour": "red"}')
    turn.locator(".primary").click()
    sent = {
        "lines": [{"sku": "seats", "count": 5}, {"sku": "mail", "count": 2}],
        "address": {"city": "Bern"},
        "extra": {"colour": "red"},
    }
    expect(turn.locator(".said")).to_have_text(json.dumps(sent, separators=(",", ":")))


@pytest.mark.parametrize("query", ["", "?dark", "?dir=rtl&lang=ar"])
def test_axe_finds_nothing_i4(context: BrowserContext, url: str, query: str) -> None:
    widget = Widget(context.new_page(), url + "/" + query)
    expect(widget.find(".launcher")).to_be_visible()
    assert widget.violations() == []
    widget.open()
    assert widget.violations() == []
    for question in ("Show markdown", "What is my limit?", "weather", "crash", "I need a person"):
        widget.ask(question)
    widget.find("button.action").last.click()
    widget.find(".primary").click()
    expect(widget.find("[aria-invalid=true]")).to_be_focused()
    assert json.dumps(widget.violations(), indent=1) == "[]"


def test_keys_stay_here_and_the_shortcut_works_b134_b135(widget: Widget) -> None:
    page = widget.page
    page.evaluate("""() => {
      window.keys = [];
      document.addEventListener("keydown", (event) => window.keys.push(event.key));
    }""")
    page.keyboard.press("Control+i")
    expect(widget.find("#question")).to_be_focused()
    page.keyboard.type("A/B test? s k")
    page.keyboard.press("Control+k")
    expect(widget.find("#question")).to_have_value("A/B test? s k")
    page.keyboard.press("Escape")
    expect(widget.find(".panel")).to_be_hidden()
    assert page.evaluate("window.keys") == ["Control", "i"]


def test_the_page_keeps_out_b137(widget: Widget) -> None:
    expect(widget.find(".launcher")).to_have_css("border-radius", "24px")
    widget.open()
    send = widget.find(".send")
    expect(send).to_have_css("border-radius", "9px")
    expect(send).to_have_css("width", "36px")
    expect(send).to_have_css("text-transform", "none")
    expect(widget.find("#question")).to_have_css("font-size", "16px")


def test_a_reload_in_the_same_tab_keeps_all_of_it_b130_f5(widget: Widget) -> None:
    widget.open()
    widget.ask("What is my limit?")
    widget.find("#question").fill("half a question")
    widget.page.reload()
    expect(widget.find("#question")).to_have_value("half a question")
    expect(widget.find(".turn")).to_have_attribute("data-state", "answered")
    expect(widget.find("button.action")).to_have_count(1)


def test_another_tab_is_told_of_offers_f5(context: BrowserContext, url: str) -> None:
    first = Widget(context.new_page(), url)
    first.open()
    first.ask("What is my limit?")
    second = Widget(context.new_page(), url)
    second.open()
    expect(second.find(".past")).to_have_count(2)
    expect(second.find(".action")).to_have_count(0)


def test_a_swapped_body_b130(widget: Widget) -> None:
    widget.open()
    widget.find("#question").fill("half a question")
    for _ in range(2):
        widget.page.evaluate("document.body.replaceWith(document.createElement('body'))")
    expect(widget.page.locator("docsteward-widget")).to_have_count(1)
    expect(widget.find("#question")).to_have_value("half a question")


def test_a_dropped_stream_goes_on_b094(widget: Widget) -> None:
    widget.open()
    turn = widget.ask("drop it")
    expect(turn).to_have_attribute("data-state", "answered", timeout=15_000)
    expect(turn.locator("pre")).to_have_text("acme usage --project web --today")


def test_stop_closes_the_turn_b083(widget: Widget) -> None:
    widget.open()
    widget.find("#question").fill("think long")
    widget.find("#question").press("Enter")
    widget.page.get_by_role("button", name="Stop").click()
    expect(widget.find(".turn")).to_have_attribute("data-state", "stopped")
    assert widget.ask("weather").get_attribute("data-state") == "refused"


def test_a_phone_gets_a_sheet_b144_b145(browser: Browser, url: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 700},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    widget = Widget(context.new_page(), url)
    widget.find(".launcher").tap()
    expect(widget.find(".panel")).to_be_focused()
    box = widget.find(".panel").bounding_box()
    assert box == {"x": 0, "y": 0, "width": 390, "height": 700}
    widget.page.set_viewport_size({"width": 390, "height": 420})
    expect(widget.find(".panel")).to_have_css("height", "420px")
    turn = widget.ask("I need a person")
    turn.locator("button.action").tap()
    for kind in ("input[type=email]", "select", "textarea"):
        expect(turn.locator(kind)).to_have_css("font-size", "16px")
    assert widget.violations() == []
    context.close()
