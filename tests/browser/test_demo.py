"""The demo in a real browser: the whole line from the question to the pressed action."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from docsteward.llm.model import ModelEvent, ModelReply, ModelRequest, ReplyEnded, TextDelta
from docsteward.storage.database import Database
from docsteward.storage.invariants import broken
from docsteward.testing.demo import Demo, served_demo

pytestmark = pytest.mark.browser

LIMITS_QUESTION = "How many requests a day does the pro plan allow?"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    with served_demo(tmp_path_factory.mktemp("demo"), support_failures=1) as demo:
        yield demo


class Reader:
    """A reader with the demo's site open."""

    def __init__(self, page: Page, demo: Demo) -> None:
        self.page = page
        self.requests: list[str] = []
        self.faults: list[str] = []
        page.on("request", lambda request: self.requests.append(f"{request.method} {request.url}"))
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("console", lambda message: self._note(message.type, message.text))
        page.goto(demo.site)

    def _note(self, kind: str, text: str) -> None:
        # A refused form and a failing endpoint are told by their status; the rest is a fault.
        if kind == "error" and "Failed to load resource" not in text:
            self.faults.append(text)

    def find(self, selector: str) -> Locator:
        return self.page.locator(f"docsteward-widget {selector}")

    def ask(self, question: str) -> Locator:
        if not self.find("#question").is_visible():
            self.find(".launcher").click()
        self.find("#question").fill(question)
        self.find("#question").press("Enter")
        turn = self.find(".turn").last
        expect(turn).to_have_attribute("data-state", re.compile("answered|refused|withdrawn"))
        return turn

    def calls(self, path: str) -> list[str]:
        return [request for request in self.requests if path in request]


@pytest.fixture
def reader(context: BrowserContext, demo: Demo) -> Iterator[Reader]:
    reader = Reader(context.new_page(), demo)
    yield reader
    assert reader.faults == []


def test_d2_a_live_tool_runs_once_in_the_page_with_the_readers_cookie(reader: Reader) -> None:
    turn = reader.ask(LIMITS_QUESTION)
    expect(turn).to_contain_text("50,000")
    expect(turn).to_contain_text("Signed in: yes")
    expect(turn.locator(".source .title")).to_have_text(["Plan limits · from the site"])
    assert len(reader.calls("/api/plans/")) == 1
    assert reader.calls("/api/plans/")[0].startswith("GET ")
    assert reader.calls("/api/plans/")[0].endswith("/api/plans/pro")


def test_k2_a_source_opens_the_right_anchor(reader: Reader) -> None:
    turn = reader.ask("How do I verify a webhook signature?")
    expect(turn).to_have_attribute("data-state", "answered")
    expect(turn.locator("pre")).to_contain_text("hmac.compare_digest")
    turn.locator(".source a").first.click()
    expect(reader.page).to_have_url(re.compile(r"/docs/guides/webhooks/#verify-the-signature$"))
    heading = reader.page.locator("#verify-the-signature")
    expect(heading).to_be_visible()
    expect(heading).to_be_in_viewport()


def test_f2_a_button_says_its_arguments_and_opens_a_real_link(reader: Reader) -> None:
    turn = reader.ask("What does the pro plan cost? I want to see pricing for the pro plan")
    link = reader.page.get_by_role("link", name=re.compile(r"Open pricing\s+With plan: pro"))
    expect(link).to_have_attribute("href", "/pricing?plan=pro")
    expect(turn.locator(".action").first).to_contain_text("With plan: pro")
    link.click()
    expect(reader.page).to_have_url(re.compile(r"/pricing\?plan=pro$"))


def test_f4_a_form_is_prefilled_edited_refused_at_its_field_sent_and_answered(
    reader: Reader,
) -> None:
    turn = reader.ask("I need to talk to support")
    turn.locator("button.action").click()
    message = reader.page.get_by_label("The problem")
    expect(message).to_have_value("I need to talk to support")
    email = reader.page.get_by_label("Where support replies")
    expect(email).to_have_value("")
    message.fill("The daily limit is too low for us.")
    email.fill("not an address")
    turn.locator(".primary").click()
    expect(email).to_have_attribute("aria-invalid", "true")
    expect(email).to_be_focused()
    assert reader.calls("/api/support") == []
    email.fill("ada@shop.example")
    turn.locator(".primary").click()
    # The desk fails once: the form comes back with the reason and all that was typed.
    expect(turn.locator(".reason")).to_be_visible()
    expect(email).to_have_value("ada@shop.example")
    turn.locator(".primary").click()
    expect(turn.locator(".said")).to_contain_text("LP-T")
    expect(turn.locator("form")).to_have_count(0)
    assert len([call for call in reader.calls("/api/support") if call.startswith("POST")]) == 2


def test_e4_an_off_domain_question_is_refused_with_the_closest_pages(reader: Reader) -> None:
    turn = reader.ask("What is a good recipe for lemon cake?")
    expect(turn).to_have_attribute("data-state", "refused")
    expect(turn).to_contain_text("The documentation does not answer this.")


class HeldModel:
    """A model that stops in the middle of its answer until the test lets it go on."""

    name = "held"

    def __init__(self) -> None:
        self.go_on = threading.Event()

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        first, rest = f"Verify it over the raw body [{request.evidence[0].id}].", " Then read it."
        yield TextDelta(text=first)
        await asyncio.to_thread(self.go_on.wait, 30)
        yield TextDelta(text=rest)
        yield ReplyEnded(reply=ModelReply(text=first + rest), reason="stop")


def test_e9_text_is_shown_while_it_is_written(context: BrowserContext, tmp_path: Path) -> None:
    model = HeldModel()
    with served_demo(tmp_path, model=model) as demo:
        reader = Reader(context.new_page(), demo)
        reader.find(".launcher").click()
        reader.find("#question").fill("How do I verify a webhook signature?")
        reader.find("#question").press("Enter")
        turn = reader.find(".turn").last
        expect(turn).to_contain_text("Verify it over the raw body")
        expect(turn).to_have_attribute("data-state", "running")
        expect(turn).not_to_contain_text("Then read it.")
        model.go_on.set()
        expect(turn).to_contain_text("Then read it.")
        expect(turn).to_have_attribute("data-state", "answered")


def test_the_tables_hold_after_all_of_this(reader: Reader, demo: Demo) -> None:
    reader.ask("How do I rotate an API key?")

    async def look() -> list[str]:
        database = Database(demo.database)
        await database.open()
        try:
            return await broken(database)
        finally:
            await database.close()

    # A thread of its own: the browser's driver has a loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: asyncio.run(look())).result() == []


def test_data_stay_in_the_folder_that_was_named(demo: Demo) -> None:
    assert Path(demo.database.partition(":///")[2]).exists()
