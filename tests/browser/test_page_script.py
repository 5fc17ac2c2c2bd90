"""A page's own tools in a real browser, against the whole server (SPEC D1, I2)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from calling_model import CallsWhatItCan
from playwright.sync_api import BrowserContext, Page, expect

from docsteward.testing.demo import Demo, served_demo

pytestmark = pytest.mark.browser

QUESTION = "How many requests a day does the pro plan allow?"
TOOLS = """() => {
  window.runs = [];
  Docsteward("configure", { tools: [
    {
      name: "cart",
      title: "Your cart",
      description: "What is in the reader's cart. Use it when asked.",
      annotations: { readOnlyHint: true },
      execute: (args, { question, signal }) => {
        window.runs.push([question, signal instanceof AbortSignal]);
        return { output: { items: 2 }, summary: "2 <b>items</b>" };
      },
    },
    { name: "Wrong", description: "", execute: () => 1 },
  ] });
}"""


@pytest.fixture(scope="module")
def model() -> CallsWhatItCan:
    return CallsWhatItCan("cart")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, model: CallsWhatItCan) -> Iterator[Demo]:
    with served_demo(tmp_path_factory.mktemp("page"), model=model) as demo:
        yield demo


@pytest.fixture
def page(context: BrowserContext, demo: Demo) -> Page:
    page = context.new_page()
    page.goto(demo.site)
    return page


def asked(page: Page) -> None:
    turns = page.locator("docsteward-widget .turn")
    before = turns.count()
    page.evaluate(f"Docsteward('ask', '{QUESTION}')")
    turn = turns.nth(before)
    expect(turn).to_have_attribute("data-state", re.compile("answered|refused|withdrawn"))


def test_i2_a_page_tool_runs_once_and_its_summary_is_shown_as_text(
    page: Page, model: CallsWhatItCan
) -> None:
    warned: list[str] = []
    page.on("console", lambda message: warned.append(message.text))
    page.evaluate(TOOLS)
    asked(page)
    turn = page.locator("docsteward-widget .turn").last
    expect(turn.locator(".told li")).to_have_text("Your cart 2 <b>items</b>")
    expect(turn.locator(".source .title")).to_have_text(["Your cart · from the site"])
    assert page.evaluate("window.runs") == [[QUESTION, True]]
    assert '{"items": 2}' in model.heard[-1]
    (told,) = [text for text in warned if text.startswith("Docsteward:")]
    assert '"Wrong"' in told
    assert "description" in told
    page.reload()
    expect(page.locator("docsteward-widget .told li")).to_have_text("Your cart 2 <b>items</b>")
    assert page.evaluate("window.runs") is None, "what is restored runs nothing (B073)"


def test_d1_a_handler_wins_while_it_is_registered(page: Page, model: CallsWhatItCan) -> None:
    page.evaluate(TOOLS)
    # A string that gives a function would have it called.
    page.evaluate("() => { window.off = Docsteward('registerTool', 'cart', () => 'registered'); }")
    asked(page)
    assert "registered" in model.heard[-1]
    page.evaluate("window.off()")
    asked(page)
    assert '{"items": 2}' in model.heard[-1]
    page.evaluate("() => { Docsteward('registerTool', 'cart', () => undefined); }")
    asked(page)
    assert "returned nothing" in model.heard[-1], "no result is no yes (B071)"
    before = len(model.offered)
    page.evaluate("Docsteward('configure', { tools: [] })")
    asked(page)
    assert len(model.offered) == before, "what the page has not, the model is not told of"
