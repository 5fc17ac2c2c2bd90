"""The HTML around the demo's pages: pure functions from values to text, everything escaped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from docsteward.web.demo.live import PLANS, Plan
from docsteward.web.demo.pages import DocPage
from docsteward.web.demo.questions import QUESTIONS, DemoQuestion

_SAMPLE = """POST /v1/messages
{
  "from": "hello@shop.example",
  "to": ["ada@customer.example"],
  "template": "receipt",
  "data": {"total": "€ 18.40"}
}

202 Accepted
{"id": "msg_7Q2fK9", "status": "queued"}

3 seconds later, at your webhook
{"type": "message.delivered",
 "message": "msg_7Q2fK9"}"""


@dataclass(frozen=True, kw_only=True)
class Embed:
    """Where the widget comes from and under which key."""

    origin: str
    key: str

    def tag(self) -> str:
        """Return the one script tag that a site adds (SPEC I1)."""
        source = escape(f"{self.origin}/widget.js")
        return f'<script src="{source}" data-key="{escape(self.key)}" async></script>'


def document(*, title: str, body: str, embed: Embed, here: str, description: str = "") -> str:
    """Return a whole page of the site; `here` is the entry of the header that is open."""
    meta = f'<meta name="description" content="{escape(description)}">\n' if description else ""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
{meta}<link rel="icon" href="/static/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/site.css">
<script src="/static/site.js" defer></script>
{embed.tag()}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
{_header(here)}
{body}
<footer class="footer"><p>Larkpost is a made-up product, here to show what Docsteward does.
Its addresses end in <code>.example</code> and lead nowhere.</p></footer>
</body>
</html>
"""


def _header(here: str) -> str:
    entries = (("/docs/", "Docs"), ("/docs/api/", "API"), ("/pricing", "Pricing"))
    links = "".join(
        f'<a href="{address}"{_current(here == address)}>{name}</a>' for address, name in entries
    )
    return f"""<header class="header">
<a class="brand" href="/"><img src="/static/mark.svg" alt="" width="28" height="28">Larkpost</a>
<nav class="top" aria-label="Site">{links}</nav>
</header>"""


def _current(is_here: bool) -> str:
    return ' aria-current="page"' if is_here else ""


def docs_page(page: DocPage, pages: Sequence[DocPage], embed: Embed) -> str:
    """Return a documentation page with its navigation, contents and neighbours."""
    navigation = _navigation(page, pages)
    body = f"""<div class="docs">
<details class="menu"><summary>Menu</summary>
<nav aria-label="Documentation">{navigation}</nav></details>
<nav class="side" aria-label="Documentation">{navigation}</nav>
<main id="content" class="prose">
{page.html}{_neighbours(page, pages)}
</main>
{_contents(page)}
</div>"""
    return document(
        title=f"{page.title} · Larkpost docs",
        description=page.description,
        body=body,
        embed=embed,
        here="/docs/api/" if page.path.startswith("api/") else "/docs/",
    )


def _navigation(page: DocPage, pages: Sequence[DocPage]) -> str:
    parts: list[str] = []
    for group, members in groupby(pages, key=lambda member: member.group):
        links = "".join(
            f'<li><a href="/docs/{escape(member.path)}"{_current(member is page)}>'
            f"{escape(member.title)}</a></li>"
            for member in members
        )
        heading = f'<p class="group">{escape(group)}</p>' if group else ""
        parts.append(f"{heading}<ul>{links}</ul>")
    return "".join(parts)


def _contents(page: DocPage) -> str:
    links = "".join(
        f'<li><a href="#{escape(heading.anchor)}">{escape(heading.text)}</a></li>'
        for heading in page.headings
        if heading.level == 2
    )
    if not links:
        return ""
    return f"""<nav class="contents" aria-label="On this page">
<p class="group">On this page</p><ul>{links}</ul></nav>"""


def _neighbours(page: DocPage, pages: Sequence[DocPage]) -> str:
    at = pages.index(page)
    parts: list[str] = []
    if at > 0:
        parts.append(_neighbour(pages[at - 1], "Previous", "before"))
    if at + 1 < len(pages):
        parts.append(_neighbour(pages[at + 1], "Next", "after"))
    return f'<nav class="neighbours" aria-label="Neighbouring pages">{"".join(parts)}</nav>'


def _neighbour(page: DocPage, word: str, side: str) -> str:
    return (
        f'<a class="{side}" href="/docs/{escape(page.path)}">'
        f"<span>{word}</span>{escape(page.title)}</a>"
    )


def home_page(embed: Embed) -> str:
    """Return the home page: what the product is, and what to ask its assistant."""
    cards = "".join(_question(question) for question in QUESTIONS)
    body = f"""<main id="content" class="home">
<section class="hero">
<div>
<p class="eyebrow">E-mail and events, delivered</p>
<h1>Post it once. <br>Know where it&nbsp;landed.</h1>
<p class="lead">Larkpost sends your product’s e-mail and events through one API, retries what
fails, and tells you what became of every message.</p>
<p class="calls"><a class="button" href="/docs/getting-started/">Send your first message</a>
<a class="button quiet" href="/docs/api/">Read the API reference</a></p>
</div>
<pre class="sample" tabindex="0" aria-label="A request and its reply">
<code>{escape(_SAMPLE)}</code></pre>
</section>
<section class="ask" aria-labelledby="ask">
<h2 id="ask">Ask the documentation</h2>
<p>Press a question, or open the assistant in the corner and write your own.</p>
<ul class="questions">{cards}</ul>
<p class="notice" role="status" data-notice></p>
</section>
</main>"""
    return document(
        title="Larkpost · E-mail and events, delivered",
        description="A made-up delivery API whose documentation Docsteward answers from.",
        body=body,
        embed=embed,
        here="/",
    )


def _question(question: DemoQuestion) -> str:
    text = escape(question.text)
    return f"""<li><button type="button" data-ask="{text}">
<span class="topic">{escape(question.topic)}</span>
<span class="text">{text}</span>
<span class="shows">{escape(question.shows)}</span>
</button></li>"""


def pricing_page(chosen: str | None, embed: Embed) -> str:
    """Return the pricing page with the chosen plan marked, if there is one of that name."""
    cards = "".join(_plan(plan, marked=plan.name == chosen) for plan in PLANS.values())
    body = f"""<main id="content" class="pricing">
<h1>Pricing</h1>
<p class="lead">Per workspace and month, without tax. Change or cancel at any time.</p>
<ul class="plans">{cards}</ul>
<p class="aside"><a href="/docs/account/plans/">What each plan includes</a> ·
<a href="/docs/account/billing/">How billing works</a></p>
</main>"""
    return document(
        title="Pricing · Larkpost",
        description="What the free, pro and team plans of Larkpost cost.",
        body=body,
        embed=embed,
        here="/pricing",
    )


def _plan(plan: Plan, *, marked: bool) -> str:
    rows = (
        f"{plan.requests_per_day:,} requests a day",
        f"{plan.seats} {'seat' if plan.seats == 1 else 'seats'}",
        f"{plan.storage_gb} GB storage",
        *plan.includes,
    )
    entries = "".join(f"<li>{escape(row)}</li>" for row in rows)
    mark = '<p class="badge">Your choice</p>' if marked else ""
    return f"""<li class="plan{" marked" if marked else ""}" id="plan-{escape(plan.name)}">{mark}
<h2>{escape(plan.title)}</h2>
<p class="price">{escape(plan.price)}</p>
<p class="summary">{escape(plan.summary)}</p>
<ul>{entries}</ul>
</li>"""


def missing_page(embed: Embed) -> str:
    """Return the page for an address that leads nowhere."""
    body = """<main id="content" class="pricing">
<h1>Nothing here</h1>
<p class="lead">This address leads nowhere. The <a href="/docs/">documentation</a> lists every
page.</p>
</main>"""
    return document(title="Not found · Larkpost", body=body, embed=embed, here="")
