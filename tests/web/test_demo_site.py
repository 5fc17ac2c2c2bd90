"""The demo's own product site: pages, links, live endpoints, edge."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import urldefrag, urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser
from starlette.testclient import TestClient

from docsteward.web.demo.live import PLANS
from docsteward.web.demo.pages import page_path, render_page, site_link, slugify, unused
from docsteward.web.demo.questions import QUESTIONS
from docsteward.web.demo.site import DOCS_FOLDER, SESSION_COOKIE, demo_site

SITE = "http://127.0.0.1:8401"
WIDGET = "http://127.0.0.1:8400"
FILES = sorted(DOCS_FOLDER.rglob("*.md"))
ADDRESSES = [
    "/docs/" + page_path(PurePosixPath(file.relative_to(DOCS_FOLDER).as_posix())) for file in FILES
]
ANCHOR = re.compile(r"^#{1,6} .*\{ #([\w-]+) \}$", re.MULTILINE)


def open_site(*, support_failures: int = 0) -> TestClient:
    app = demo_site(
        docs_folder=DOCS_FOLDER,
        widget_origin=WIDGET,
        widget_key="demo-larkpost",
        support_failures=support_failures,
    )
    return TestClient(app, base_url=SITE, follow_redirects=False)


@pytest.fixture(scope="module")
def reader() -> Iterator[TestClient]:
    with open_site() as client:
        yield client


def support_body(**changed: object) -> dict[str, object]:
    return {
        "tool": "contact_support",
        "args": {"email": "ada@customer.example", "message": "My domain stays pending."},
        "context": {"question": "I need a person", "page": f"{SITE}/docs/"},
        **changed,
    }


def ids_of(html: str) -> list[str]:
    found = [node.attributes.get("id") for node in LexborHTMLParser(html).css("[id]")]
    return [name for name in found if name]


def test_there_are_enough_pages() -> None:
    assert len(FILES) >= 14
    for file in FILES:
        assert 100 <= len(file.read_text("utf-8").split()) <= 600, file.name


@pytest.mark.parametrize(("file", "address"), list(zip(FILES, ADDRESSES, strict=True)))
def test_each_page_renders_with_its_explicit_anchors(
    reader: TestClient, file: Path, address: str
) -> None:
    reply = reader.get(address)
    assert reply.status_code == 200
    ids = ids_of(reply.text)
    anchors = ANCHOR.findall(file.read_text("utf-8"))
    assert anchors, "a page of the demo names its headings"
    assert set(anchors) <= set(ids)
    assert len(ids) == len(set(ids))
    prose = LexborHTMLParser(reply.text).css_first("main")
    assert prose is not None
    assert "{ #" not in prose.text()
    assert "!!!" not in prose.text()


@pytest.mark.parametrize("address", [*ADDRESSES, "/", "/pricing?plan=pro"])
def test_each_link_of_a_page_leads_somewhere(reader: TestClient, address: str) -> None:
    for node in LexborHTMLParser(reader.get(address).text).css("a[href]"):
        target, fragment = urldefrag(urljoin(f"{SITE}{address}", node.attributes["href"] or ""))
        assert target.startswith(f"{SITE}/"), target
        reply = reader.get(target)
        assert reply.status_code == 200, f"{address} leads to {target}"
        if fragment:
            assert fragment in ids_of(reply.text), f"{address} leads to {target}#{fragment}"


@pytest.mark.parametrize("address", ["/", "/pricing", "/docs/", "/docs/reference/errors/"])
def test_a_page_embeds_the_widget_once_and_nothing_inline(reader: TestClient, address: str) -> None:
    tree = LexborHTMLParser(reader.get(address).text)
    sources = [node.attributes.get("src") for node in tree.css("script")]
    assert sources == ["/static/site.js", f"{WIDGET}/widget.js"]
    tag = tree.css("script")[1]
    assert tag.attributes["data-key"] == "demo-larkpost"
    assert "async" in tag.attributes
    assert not tree.css("style, [style], [onclick]")


@pytest.mark.parametrize(
    "address", ["/", "/docs/", "/api/plans/pro", "/api/nothing", "/nothing", "/static/site.css"]
)
def test_j4_every_reply_has_a_policy_for_own_things_and_the_widget(
    reader: TestClient, address: str
) -> None:
    headers = reader.get(address).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    for directive in ("script-src", "connect-src"):
        assert policy[directive] == f"'self' {WIDGET}"
    for directive in ("style-src", "img-src"):
        assert policy[directive] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "a@127.0.0.1"])
def test_j4_an_unknown_host_is_refused(reader: TestClient, host: str) -> None:
    reply = reader.get("/api/plans/pro", headers={"host": host})
    assert reply.status_code == 421
    assert "requests_per_day" not in reply.text


@pytest.mark.parametrize("host", ["localhost:9000", "127.0.0.1", "[::1]:8401"])
def test_j4_its_own_names_are_answered_on_any_port(reader: TestClient, host: str) -> None:
    assert reader.get("/health", headers={"host": host}).json() == {"status": "ok"}


def test_a_missing_slash_is_mended_and_a_missing_page_is_said(reader: TestClient) -> None:
    reply = reader.get("/docs/reference/limits")
    assert (reply.status_code, reply.headers["location"]) == (308, "/docs/reference/limits/")
    assert reader.get("/docs").headers["location"] == "/docs/"
    for address in ("/docs/none/", "/docs/../site.py", "/static/..%2Fsite.py", "/none"):
        missing = reader.get(address)
        assert missing.status_code == 404
        assert "Nothing here" in missing.text
    assert reader.get("/api/none").json()["message"]


def test_the_documentation_does_not_hold_the_live_numbers() -> None:
    text = "\n".join(file.read_text("utf-8") for file in FILES)
    for plan in PLANS.values():
        for shown in (f"{plan.requests_per_day:,}", str(plan.requests_per_day)):
            assert not re.search(rf"(?<![\d,]){shown}(?![\d,])", text), shown
        assert not re.search(rf"\b{plan.storage_gb} GB\b", text)
        assert not re.search(rf"\b{plan.seats} seats?\b", text)


@pytest.mark.parametrize(
    ("plan", "requests", "seats", "storage"),
    [("free", 1_000, 1, 1), ("pro", 50_000, 5, 20), ("team", 250_000, 25, 200)],
)
def test_plan_limits(
    reader: TestClient, plan: str, requests: int, seats: int, storage: int
) -> None:
    reply = reader.get(f"/api/plans/{plan}")
    assert reply.headers["cache-control"] == "no-store"
    body = reply.json()
    assert (body["requests_per_day"], body["seats"], body["storage_gb"]) == (
        requests,
        seats,
        storage,
    )


def test_an_unknown_plan_is_named_and_mended(reader: TestClient) -> None:
    reply = reader.get("/api/plans/<b>gold")
    assert reply.status_code == 404
    assert reply.headers["content-type"] == "application/json"
    assert "'<b>gold'" in reply.json()["message"]
    assert "free, pro, team" in reply.json()["message"]


def test_d2_the_readers_cookie_is_seen_only_when_it_travels() -> None:
    with open_site() as client:
        assert client.get("/api/plans/pro").json()["signed_in"] is False
        cookie = client.get("/docs/").headers["set-cookie"]
        assert cookie.startswith(f"{SESSION_COOKIE}=")
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert client.get("/api/plans/pro").json()["signed_in"] is True
        assert "set-cookie" not in client.get("/docs/").headers
    with open_site() as other:
        other.cookies.set(SESSION_COOKIE, "made-up")
        assert other.get("/api/plans/pro").json()["signed_in"] is False


def test_pricing_marks_the_plan_that_was_asked_for(reader: TestClient) -> None:
    def marked(address: str) -> list[str | None]:
        tree = LexborHTMLParser(reader.get(address).text)
        return [node.attributes.get("id") for node in tree.css(".plan.marked")]

    assert marked("/pricing?plan=team") == ["plan-team"]
    assert marked("/pricing") == []
    assert marked("/pricing?plan=<script>") == []
    assert "50,000 requests a day" in reader.get("/pricing").text


def test_support_gives_a_ticket() -> None:
    with open_site() as client:
        first = client.post("/api/support", json=support_body())
        assert first.status_code == 200
        assert first.json()["message"].startswith("Thanks — ticket LP-T1001.")
        second = client.post("/api/support", json=support_body()).json()["message"]
        assert "LP-T1002" in second


def test_f3_the_same_idempotency_key_gives_the_same_ticket() -> None:
    with open_site() as client:
        replies = [
            client.post(
                "/api/support", json=support_body(), headers={"idempotency-key": key}
            ).json()["message"]
            for key in ("off_a", "off_b", "off_a")
        ]
    assert replies[0] == replies[2]
    assert replies[0] != replies[1]


def test_f4_a_failed_request_can_be_sent_again_under_its_key() -> None:
    with open_site(support_failures=1) as client:
        headers = {"idempotency-key": "off_a"}
        failed = client.post("/api/support", json=support_body(), headers=headers)
        assert failed.status_code == 503
        assert failed.json()["message"]
        again = client.post("/api/support", json=support_body(), headers=headers)
        assert again.status_code == 200
        assert "LP-T1001" in again.json()["message"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (support_body(tool="open_pricing"), "contact_support"),
        (support_body(args=None), "args"),
        (support_body(args={"email": "nobody", "message": "x"}), "e-mail address"),
        (support_body(args={"email": "a@b", "message": "x"}), "e-mail address"),
        (support_body(args={"email": 7, "message": "x"}), "e-mail address"),
        (support_body(args={"email": "a@b.example", "message": "  "}), "problem"),
        (support_body(args={"email": "a@b.example", "message": "x" * 4001}), "4,000"),
        (support_body(context="here"), "context"),
        ([1], "JSON object"),
    ],
)
def test_m2_bad_support_requests_are_told_why(reader: TestClient, body: object, told: str) -> None:
    reply = reader.post("/api/support", json=body)
    assert reply.status_code == 422
    assert told in reply.json()["message"]


@given(body=st.binary(max_size=60) | st.sampled_from([b"[" * 9000, b"\xff", b"NaN", b'"\\ud800"']))
def test_m2_no_body_breaks_support(reader: TestClient, body: bytes) -> None:
    reply = reader.post("/api/support", content=body, headers={"content-type": "application/json"})
    assert reply.status_code == 422
    assert reply.json()["message"]


def test_support_takes_no_form_no_stranger_and_nothing_huge(reader: TestClient) -> None:
    form = reader.post("/api/support", data={"tool": "contact_support"})
    assert form.status_code == 415
    stranger = reader.post(
        "/api/support", json=support_body(), headers={"origin": "http://evil.example"}
    )
    assert stranger.status_code == 403
    own = reader.post("/api/support", json=support_body(), headers={"origin": SITE})
    assert own.status_code == 200
    huge = reader.post("/api/support", json=support_body(padding="x" * 30_000))
    assert huge.status_code == 413
    wrong = reader.get("/api/support")
    assert wrong.status_code == 405
    assert wrong.headers["allow"] == "POST"
    for reply in (form, stranger, huge, wrong):
        assert reply.json()["message"]


def test_a_bad_idempotency_key_is_told(reader: TestClient) -> None:
    for key in ("", "two words", "x" * 201):
        reply = reader.post("/api/support", json=support_body(), headers={"idempotency-key": key})
        assert reply.status_code == 422
        assert "Idempotency-Key" in reply.json()["message"]


def test_the_home_page_offers_five_questions(reader: TestClient) -> None:
    tree = LexborHTMLParser(reader.get("/").text)
    offered = [node.attributes.get("data-ask") for node in tree.css("[data-ask]")]
    assert offered == [question.text for question in QUESTIONS]
    assert len(offered) == 5


@pytest.mark.parametrize(
    "origin", ["", "127.0.0.1:8400", "http://a.example; script-src *", 'http://a"b', "http://a/b"]
)
def test_an_origin_that_is_none_is_refused(origin: str) -> None:
    with pytest.raises(ValueError, match="widget_origin"):
        demo_site(docs_folder=DOCS_FOLDER, widget_origin=origin, widget_key="k")


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="No Markdown page"):
        demo_site(docs_folder=tmp_path, widget_origin=WIDGET, widget_key="k")


def test_a_key_is_escaped_in_the_tag(tmp_path: Path) -> None:
    (tmp_path / "index.md").write_text("# Home\n", "utf-8")
    app = demo_site(docs_folder=tmp_path, widget_origin=WIDGET, widget_key='"><b>')
    with TestClient(app, base_url=SITE) as client:
        tree = LexborHTMLParser(client.get("/docs/").text)
    assert tree.css("script")[1].attributes["data-key"] == '"><b>'


def test_b147_angle_brackets_are_shown_as_written_and_escaped_once() -> None:
    page = render_page(
        PurePosixPath("a.md"),
        "# List<String> { #a }\n\nUse `<your-token>` & <b onclick=x>x</b> [x](javascript:x)\n",
    )
    tree = LexborHTMLParser(page.html)
    assert not tree.css("b, a[href^=javascript]")
    assert "&amp;lt;" not in page.html
    assert "Use <your-token> & <b onclick=x>x</b>" in tree.text()
    assert page.headings[0].text == "List<String>"


def test_headings_without_an_anchor_get_the_slugs_of_python_markdown() -> None:
    text = "# Café & `Rust`: v2.0\n\n## Same\n\n## Same\n\n## Own { #same_1 }\n\n## ???\n\n## !\n"
    page = render_page(PurePosixPath("a.md"), text)
    assert [heading.anchor for heading in page.headings] == [
        "cafe-rust-v20",
        "same",
        "same_2",
        "same_1",
        "_1",
        "_2",
    ]


@given(st.lists(st.text(max_size=12), max_size=8))
def test_made_up_anchors_are_never_the_same(titles: list[str]) -> None:
    used: set[str] = set()
    made = [unused(slugify(title), used) for title in titles]
    assert len(set(made)) == len(made)
    assert all(re.fullmatch(r"[\w-]+", anchor, re.ASCII) for anchor in made)


@pytest.mark.parametrize(
    ("href", "file", "leads_to"),
    [
        ("b.md", "a.md", "/docs/b/"),
        ("../b.md#x", "c/a.md", "/docs/b/#x"),
        ("index.md", "c/a.md", "/docs/c/"),
        ("c/index.md", "a.md", "/docs/c/"),
        ("../index.md", "c/a.md", "/docs/"),
        ("#x", "a.md", "#x"),
        ("/pricing", "a.md", "/pricing"),
        ("https://a.example/b.md", "a.md", "https://a.example/b.md"),
    ],
)
def test_links_between_files_become_addresses(href: str, file: str, leads_to: str) -> None:
    assert site_link(href, PurePosixPath(file)) == leads_to


def test_a_link_out_of_the_folder_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'\.\./\.\./x\.md'"):
        site_link("../../x.md", PurePosixPath("c/a.md"))
