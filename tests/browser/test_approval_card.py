"""The card that asks the reader, in a real browser against the whole server (SPEC N2)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from calling_model import CallsWhatItCan
from playwright.sync_api import BrowserContext, Page, expect

from docsteward.testing.demo import Demo, served_demo

pytestmark = pytest.mark.browser

QUESTION = "How many requests a day does the pro plan allow?"
OVER = re.compile("answered|refused|withdrawn|stopped")
TOOLS = """() => {
  window.runs = 0;
  Docsteward("configure", { tools: [{
    name: "reset_cart",
    title: "Empty the cart",
    description: "Empties the cart. Use it when asked.",
    confirmation: () => ({ label: "Empty your <b>cart</b>?" }),
    execute: () => {
      window.runs += 1;
      return { output: { emptied: true }, summary: "Your cart is empty." };
    },
  }] });
}"""


@pytest.fixture(scope="module")
def model() -> CallsWhatItCan:
    return CallsWhatItCan("reset_cart")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, model: CallsWhatItCan) -> Iterator[Demo]:
    with served_demo(tmp_path_factory.mktemp("approvals"), model=model) as demo:
        yield demo


@pytest.fixture
def page(context: BrowserContext, demo: Demo) -> Page:
    page = context.new_page()
    page.goto(demo.site)
    page.evaluate(TOOLS)
    page.evaluate("Docsteward('open')")
    page.evaluate(f"Docsteward('ask', '{QUESTION}')")
    expect(card(page)).to_have_attribute("data-state", "waiting")
    return page


def card(page: Page):
    return page.locator("docsteward-widget .approval").last


def turn(page: Page):
    return page.locator("docsteward-widget .turn").last


def test_n2_the_card_survives_a_reload_and_its_approval_runs_once(page: Page) -> None:
    expect(card(page).get_by_role("heading")).to_have_text("Empty your <b>cart</b>?")
    assert page.evaluate("window.runs") == 0
    page.reload()
    page.evaluate(TOOLS)
    expect(card(page)).to_have_attribute("data-state", "waiting")
    card(page).get_by_role("button", name="Approve").click()
    expect(turn(page)).to_have_attribute("data-state", OVER)
    expect(card(page)).to_contain_text("Done.")
    expect(page.locator("docsteward-widget .told li")).to_have_text(
        "Empty the cart Your cart is empty."
    )
    assert page.evaluate("window.runs") == 1
    page.reload()
    expect(card(page)).to_contain_text("Done.")
    assert page.evaluate("window.runs") is None


def test_n2_declined_by_keyboard_with_a_reason(page: Page, model: CallsWhatItCan) -> None:
    card(page).get_by_role("button", name="Decline and say why").press("Enter")
    page.keyboard.type("I still need it")
    page.keyboard.press("Enter")
    expect(turn(page)).to_have_attribute("data-state", OVER)
    expect(card(page)).to_contain_text("Declined.")
    assert page.evaluate("window.runs") == 0
    assert "I still need it" in model.heard[-1]


def test_n2_of_two_tabs_one_decides_and_the_other_is_told(
    page: Page, context: BrowserContext, demo: Demo
) -> None:
    other = context.new_page()
    other.goto(demo.site)
    other.evaluate(TOOLS)
    other.evaluate("Docsteward('open')")
    expect(card(other)).to_have_attribute("data-state", "waiting")
    card(page).get_by_role("button", name="Approve").click()
    expect(turn(page)).to_have_attribute("data-state", OVER)
    expect(card(other)).to_contain_text("Done.")
    assert [page.evaluate("window.runs"), other.evaluate("window.runs")] == [1, 0]


def test_g7_typing_a_new_question_declines_what_waits(page: Page) -> None:
    page.locator("docsteward-widget #question").fill("What is a region?")
    page.keyboard.press("Enter")
    expect(page.locator("docsteward-widget .turn").first).to_have_attribute("data-state", "stopped")
    assert page.evaluate("window.runs") == 0
